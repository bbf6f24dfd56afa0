import { z } from 'zod';

/**
 * Everything that may go wrong in answering a question and that a person can understand or act on. `unexpected` is the
 * only kind that stands for a bug.
 */
export const failure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invalidRequest'), issues: z.array(z.string()) }),
  /** The host process or its socket is gone; the page may reconnect. */
  z.object({ kind: z.literal('hostGone') }),
  z.object({ kind: z.literal('notFound') }),
  /** The edit or setting could not be written; nothing was changed. */
  z.object({ kind: z.literal('notSaved'), reason: z.enum(['diskFull', 'readOnly', 'diskError']), detail: z.string() }),
  /** What was typed cannot be kept as it is. */
  z.object({ kind: z.literal('unfit'), what: z.string(), flaw: z.string() }),
  /** The service, or the way to it, said no. */
  z.object({
    kind: z.literal('service'),
    reason: z.enum(['unreachable', 'noAnswer', 'refused', 'token', 'gone', 'later', 'notOurService', 'malformed']),
    detail: z.string(),
    requestId: z.string().nullable(),
  }),
  /** The connection is set to change nothing on its service. */
  z.object({ kind: z.literal('readOnly') }),
  /** There is no token for this connection on this computer. */
  z.object({ kind: z.literal('noToken') }),
  z.object({ kind: z.literal('unexpected'), reference: z.string() }),
]);
export type Failure = Readonly<z.infer<typeof failure>>;
