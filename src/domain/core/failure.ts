import { z } from 'zod';
import { unfitText } from './unfit-text.ts';

/** An expected failure of a request of the page, which a person can understand or act on. `unexpected` stands for a bug. */
export const failure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invalidRequest'), issues: z.array(z.string()) }),
  /** The host process or its socket has ended; the page may reconnect. */
  z.object({ kind: z.literal('hostGone') }),
  /** The part of the core that was at work on this ended, and was started again: nobody knows whether this was done. */
  z.object({ kind: z.literal('interrupted') }),
  z.object({ kind: z.literal('notFound') }),
  /** The edit or setting could not be stored; nothing has changed. */
  z.object({
    kind: z.literal('notSaved'),
    reason: z.enum(['diskFull', 'readOnly', 'diskError', 'fileGone']),
    detail: z.string(),
  }),
  /** The token is forgotten, and the copy is not erased completely: the next start tries again. */
  z.object({
    kind: z.literal('notErased'),
    reason: z.enum(['diskFull', 'readOnly', 'diskError', 'fileGone']),
    detail: z.string(),
  }),
  /** Somebody wrote the field again since the person saw it: nothing was decided. */
  z.object({ kind: z.literal('changedSince') }),
  /** Typed text cannot be stored: `what` names the field, `problem` the problem. */
  z.object({ kind: z.literal('unfit'), what: z.string(), problem: z.string() }),
  /** A pasted or chosen text cannot be imported. */
  z.object({ kind: z.literal('unfitText'), why: unfitText }),
  /** As many are kept as may be, or more were chosen than fit. */
  z.object({
    kind: z.literal('tooMany'),
    of: z.enum([
      'savedViews',
      'tableFiles',
      'tableColumns',
      'tableCells',
      'tableCharacters',
      'tableLineBytes',
      'pendingCharacters',
    ]),
    most: z.number(),
  }),
  /** Other work has to end first: another export, or the gathering of files for signatures. */
  z.object({ kind: z.literal('busy'), work: z.enum(['export', 'gathering']) }),
  /** The plan of a bulk edit or a table would not fit into memory. Nothing is planned. */
  z.object({ kind: z.literal('planTooLarge'), files: z.number(), sizeBytes: z.number(), mostBytes: z.number() }),
  /** The service refused, or could not be reached. */
  z.object({
    kind: z.literal('service'),
    reason: z.enum(['unreachable', 'noAnswer', 'refused', 'token', 'gone', 'later', 'notOurService', 'malformed']),
    detail: z.string(),
    requestId: z.string().nullable(),
  }),
  /** The connection is read-only. */
  z.object({ kind: z.literal('readOnly') }),
  /** This computer has no token for the connection. */
  z.object({ kind: z.literal('noToken') }),
  z.object({ kind: z.literal('unexpected'), reference: z.string() }),
]);
export type Failure = Readonly<z.infer<typeof failure>>;
