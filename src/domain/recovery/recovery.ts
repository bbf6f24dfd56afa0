import { z } from 'zod';

/** What the core does for the page: its usual work, or only what helps a person out of a profile that does not start. */
export const phase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('running') }),
  /** The last starts ended before the page was shown: nothing is opened, sent or computed until a person says so. */
  z.object({ kind: z.literal('safeMode'), failedStarts: z.number() }),
  /** The outbox cannot be opened, or is not as it was written. */
  z.object({ kind: z.literal('damaged'), path: z.string(), detail: z.string() }),
]);
export type Phase = Readonly<z.infer<typeof phase>>;

const rows = z.number().nullable();

/** What an outbox that is not open holds. Counts are rows; null where the table cannot be read to its end. */
export const outboxContents = z.object({
  edits: z.object({
    readable: rows,
    /** Of the readable ones, those that are not as they were written. */
    altered: rows,
    /** Places in the queue whose edit cannot be read. */
    lost: rows,
  }),
  connections: rows,
  savedViews: rows,
  drafts: rows,
  stars: rows,
  fileNotes: rows,
});
export type OutboxContents = Readonly<z.infer<typeof outboxContents>>;

/** How a copy of the outbox came to be: another one took its place, the clock asked for it, or a migration followed. */
export const outboxCopyKind = z.enum(['replaced', 'snapshot', 'beforeMigration']);
export type OutboxCopyKind = z.infer<typeof outboxCopyKind>;

/** A copy of the outbox beside it. */
export const outboxCopy = z.object({
  /** The name of its file. */
  name: z.string(),
  kind: outboxCopyKind,
  /** When it was made, in milliseconds since 1970. */
  atMs: z.number(),
  /** Edits in it that waited; null where they cannot be read. */
  edits: rows,
});
export type OutboxCopy = Readonly<z.infer<typeof outboxCopy>>;

/** Starts in a row without a page that was shown, after which the next one is in safe mode. */
export const FAILED_STARTS_TO_SAFE_MODE = 3;
