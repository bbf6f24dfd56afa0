import { z } from 'zod';
import { connectionId } from '../domain/core/ids.ts';
import { channel, nothing } from './channel.ts';
import { loggedRequest } from '../domain/service/remote-failure.ts';

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
