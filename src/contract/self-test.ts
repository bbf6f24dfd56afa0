import { z } from 'zod';
import { connectionId, fileKey } from '../domain/core/ids.ts';
import { selfTestResult, selfTestTrace } from '../domain/connections/self-test.ts';
import { channel, nothing } from './channel.ts';

const inConnection = z.object({ connectionId });

export const selfTestChannels = {
  /**
   * Detects the metadata mode of the service on one file: adds a key, removes it, and restores the file. Fails for a
   * file with edits, a connection that is read-only or paused, and while an earlier test has a trace.
   */
  'selfTest.run': channel(inConnection.extend({ key: fileKey }), selfTestResult),
  /** The trace of an earlier test on the service; null without one. */
  'selfTest.trace': channel(inConnection, selfTestTrace.nullable()),
  /** Hides the notice about a key that stays. */
  'selfTest.dismiss': channel(inConnection, nothing),
};
