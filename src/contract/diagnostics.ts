import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel, nothing } from './channel.ts';

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

/** The diagnostics of one connection. */
export const diagnostics = z.object({
  /** The last 200 requests since the start, newest first. */
  requests: z.array(loggedRequest),
  /** Text for a support request. Contains no token, no account, and no name of a file or a connection. */
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
