import { z } from 'zod';
import { alertHorizonDays } from '../domain/keys/key-alert.ts';
import { channel, nothing } from './channel.ts';

/** The contents of the log: bugs only, or every request to a service too. */
export const logLevel = z.enum(['errors', 'requests']);
export type LogLevel = z.infer<typeof logLevel>;

/** The person's preferences. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether single letters are shortcuts while a grid has the focus. */
  letterKeys: z.boolean(),
  logLevel,
  /** Raises an alert for an API key with a forecast end within this many days. */
  keyAlertDays: alertHorizonDays,
  /** Whether key alerts are notifications of the system too, where the host can show them. */
  keyNotices: z.boolean(),
});
export type Preferences = Readonly<z.infer<typeof preferences>>;

export const appInfo = z.object({
  version: z.string(),
  profileDirectory: z.string(),
  /** Bytes of the mirrors of all connections on the disk. */
  copySizeBytes: z.number(),
  /** How a token survives a restart on this host: encrypted with the keychain, as plain text, or not. */
  tokenKeeping: z.enum(['sealed', 'file', 'memory']),
  /** Messages about the profile's files at the start; empty without problems. */
  warnings: z.array(z.string()),
});
export type AppInfo = Readonly<z.infer<typeof appInfo>>;

export const appChannels = {
  'app.info': channel(nothing, appInfo),
  'app.preferences': channel(nothing, preferences),
  'app.setPreferences': channel(preferences.partial(), preferences),
  /** All edits that wait, as JSON text. Works with a damaged mirror too. */
  'app.exportPending': channel(nothing, z.object({ json: z.string() })),
};
