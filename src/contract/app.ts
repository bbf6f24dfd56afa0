import { z } from 'zod';
import { alertHorizonDays } from '../domain/keys/key-alert.ts';
import { channel, nothing } from './channel.ts';

/** How much is written into the log: faults of the app, or every exchange with a service as well. */
export const logLevel = z.enum(['errors', 'requests']);
export type LogLevel = z.infer<typeof logLevel>;

/** What the person chose about how the app looks and behaves. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Single letters act as keys while the grid has focus. */
  letterKeys: z.boolean(),
  logLevel,
  /** An API key is told of when it is forecast to run out within so many days. */
  keyAlertDays: alertHorizonDays,
  /** What is told of API keys also comes as a notification of the system, where the host can show one. */
  keyNotices: z.boolean(),
});
export type Preferences = Readonly<z.infer<typeof preferences>>;

export const appInfo = z.object({
  version: z.string(),
  profileDirectory: z.string(),
  /** What the copy takes on the disk, of all connections together. */
  copySizeBytes: z.number(),
  /** How a token survives a restart on this host. */
  tokenKeeping: z.enum(['sealed', 'file', 'memory']),
  /** What was noticed about the files on disk at start, in sentences; empty when all is well. */
  warnings: z.array(z.string()),
});
export type AppInfo = Readonly<z.infer<typeof appInfo>>;

export const appChannels = {
  'app.info': channel(nothing, appInfo),
  'app.preferences': channel(nothing, preferences),
  'app.setPreferences': channel(preferences.partial(), preferences),
  /** Everything that waits, as JSON text: works also when the mirror is broken. */
  'app.exportPending': channel(nothing, z.object({ json: z.string() })),
};
