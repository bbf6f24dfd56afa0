import { z } from 'zod';

/** One request to a service, without body, headers and token. */
export const loggedRequest = z.object({
  startedAtMs: z.number(),
  durationMs: z.number(),
  method: z.enum(['GET', 'PUT']),
  /** Path and query. */
  path: z.string(),
  /** Null without an answer. */
  status: z.number().nullable(),
  /** Null after a success. */
  failure: z.enum(['notSent', 'noAnswer', 'answered', 'malformed', 'notOurService', 'wrongRecord']).nullable(),
  requestId: z.string().nullable(),
});
export type LoggedRequest = Readonly<z.infer<typeof loggedRequest>>;
