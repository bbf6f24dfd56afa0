import { z } from 'zod';
import { outboxContents, outboxCopy, phase } from '../domain/recovery/recovery.ts';
import { channel, nothing } from './channel.ts';

const copyName = z.object({ name: z.string().max(100) });

/** Channels of the way out of a profile that does not start. All but the first two and `copies` rest while the core runs. */
export const recoveryChannels = {
  'recovery.phase': channel(nothing, phase),
  /** The page has been shown: this start has succeeded. */
  'recovery.pageShown': channel(nothing, nothing),
  'recovery.contents': channel(nothing, outboxContents),
  /** The copies of the outbox, newest first. */
  'recovery.copies': channel(nothing, z.object({ copies: z.array(outboxCopy) })),
  /** Starts with an empty queue. The outbox before is kept under another name. */
  'recovery.startFresh': channel(nothing, nothing),
  /** Starts with a copy that was made by the clock or before a migration. Edits that waited in it are held. */
  'recovery.restore': channel(copyName, nothing),
  /** Starts with an outbox that another one took the place of, as it was. Works while the core runs too. */
  'recovery.putBack': channel(copyName, nothing),
  /** Leaves safe mode. */
  'recovery.startNormally': channel(nothing, nothing),
};
