import { z } from 'zod';
import { connectionId, fileKey } from '../domain/core/ids.ts';
import { selfTestTrace } from '../domain/connections/self-test.ts';
import { channel, nothing } from './channel.ts';

export const selfTestResult = z.object({
  verdict: z.enum(['merge', 'mergeWithoutRemoval', 'replace', 'notStored']),
  /** Updates that were sent, beside one read. */
  updates: z.number(),
  /** The key that was added and stays, because this service removes none; null when everything is as it was. */
  stays: z.string().nullable(),
});
export type SelfTestResult = Readonly<z.infer<typeof selfTestResult>>;

const inConnection = z.object({ connectionId });

export const selfTestChannels = {
  /**
   * Finds out on one file how this service treats metadata: adds a key, takes it away, and puts everything back.
   * Refused for a file with edits, a connection that is read-only or at rest, and while an earlier test is not tidied up.
   */
  'selfTest.run': channel(inConnection.extend({ key: fileKey }), selfTestResult),
  /** What an earlier test may have left on the service; null when nothing. */
  'selfTest.trace': channel(inConnection, selfTestTrace.nullable()),
  /** The person knows that a key stays, and need not be told again. */
  'selfTest.dismiss': channel(inConnection, nothing),
};
