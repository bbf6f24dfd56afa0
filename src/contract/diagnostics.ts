import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel, nothing } from './channel.ts';

/** One exchange with a service: neither its body, nor its headers, nor the token. */
export const loggedRequest = z.object({
  startedAtMs: z.number(),
  durationMs: z.number(),
  method: z.enum(['GET', 'PUT']),
  /** With its query, without the host. */
  path: z.string(),
  /** Null when no answer came. */
  status: z.number().nullable(),
  /** Null when the exchange was what it should be. */
  failure: z.enum(['notSent', 'noAnswer', 'answered', 'malformed', 'notOurService', 'wrongRecord']).nullable(),
  requestId: z.string().nullable(),
});
export type LoggedRequest = Readonly<z.infer<typeof loggedRequest>>;

export const diagnostics = z.object({
  /** Newest first, at most 200, of this run of the program. */
  requests: z.array(loggedRequest),
  /** What somebody who helps needs to know, in lines; no token, no account, no name of a file or a connection. */
  report: z.string(),
  /** Whether this host can show a folder to the person. */
  canOpenFolder: z.boolean(),
});
export type Diagnostics = Readonly<z.infer<typeof diagnostics>>;

export const diagnosticsChannels = {
  'diagnostics.get': channel(z.object({ connectionId }), diagnostics),
  /** Shows the data folder in the system's file manager. @returns whether it could */
  'diagnostics.openFolder': channel(nothing, z.object({ opened: z.boolean() })),
};
