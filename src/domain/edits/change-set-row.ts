import { z } from 'zod';
import { changeSetId } from '../core/ids.ts';

/** The tabs of the list of change sets. */
export const changesTab = z.enum(['needsYou', 'waiting', 'held', 'sent', 'discarded']);
export type ChangesTab = z.infer<typeof changesTab>;

/** One change set: one action of the person, such as a rename or a bulk edit. */
export const changeSetRow = z.object({
  id: changeSetId,
  title: z.string(),
  createdAtMs: z.number(),
  files: z.number(),
  /** Numbers of field changes by status. */
  queued: z.number(),
  held: z.number(),
  conflicted: z.number(),
  refused: z.number(),
  gone: z.number(),
  settled: z.number(),
  discarded: z.number(),
  /** Whether some edits have another account ref than the connection. */
  parked: z.boolean(),
});
export type ChangeSetRow = Readonly<z.infer<typeof changeSetRow>>;
