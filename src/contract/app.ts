import { z } from 'zod';
import { tokenKeeping } from '../domain/connections/token-keeping.ts';
import { connectionId } from '../domain/core/ids.ts';
import { languageChoice } from '../domain/core/language.ts';
import { keyChoices } from '../domain/keyboard/keymap.ts';
import { listColumns } from '../domain/files/list-columns.ts';
import { alertHorizonDays } from '../domain/keys/key-alert.ts';
import { loggedRequest } from '../domain/service/remote-failure.ts';
import { guidedPractice } from '../domain/practice/guided-practice.ts';
import { updateChoice } from '../domain/updates/update-state.ts';
import { channel, nothing } from './channel.ts';

/** The contents of the log: bugs only, or every request to a service too. */
export const logLevel = z.enum(['errors', 'requests']);
export type LogLevel = z.infer<typeof logLevel>;

/** The height of a row of files: 24, 28 or 36 pixels. */
export const rowHeight = z.enum(['dense', 'usual', 'roomy']);
export type RowHeight = z.infer<typeof rowHeight>;

/** How the page looks, beside its theme and its rows. */
export const appearance = z.object({
  /** Per cent of the usual size of text. */
  textSize: z.enum(['90', '100', '112', '125']),
  /** Whether rows show the seal of a file's content. */
  seals: z.enum(['shown', 'hidden']),
  /** Whether lists tell how long ago something was, or when. */
  ages: z.enum(['relative', 'absolute']),
  /** Whether marks may move; `system` does what the system asks for. */
  motion: z.enum(['system', 'none']),
});
export type Appearance = Readonly<z.infer<typeof appearance>>;

/** As an appearance is until the person chooses. */
export const usualAppearance: Appearance = { textSize: '100', seals: 'shown', ages: 'relative', motion: 'system' };

/** The width of the inspector beside a list, in pixels. */
export const inspectorPx = { narrowest: 332, widest: 560 } as const;

/** The person's preferences. */
export const preferences = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Whether single letters are shortcuts while a grid has the focus. */
  letterKeys: z.boolean(),
  /** The shortcuts with other keys than the usual. */
  keyChoices,
  logLevel,
  /** Raises an alert for an API key with a forecast end within this many days. */
  keyAlertDays: alertHorizonDays,
  /** Whether key alerts are notifications of the system too, where the host can show them. */
  keyNotices: z.boolean(),
  /** Whether the end of a long replay is a notification of the system, while no window is in front. */
  replayNotices: z.boolean(),
  /** Whether the desktop app has an icon in the system's tray, and goes on without a window. */
  tray: z.boolean(),
  /** How far the guided practice came; null before its first start. */
  guidedPractice: guidedPractice.nullable(),
  /** The columns of every list of files, beside the name. */
  fileColumns: listColumns,
  rowHeight,
  appearance,
  /** Null for the usual width, which follows the window's. */
  inspectorPx: z.number().int().min(inspectorPx.narrowest).max(inspectorPx.widest).nullable(),
  language: languageChoice,
  updates: updateChoice,
});
export type Preferences = Readonly<z.infer<typeof preferences>>;

/** The running app: its version, its profile, and how it keeps tokens. */
export const appInfo = z.object({
  version: z.string(),
  /** 40 hexadecimal digits of the commit that it was built from; null where that is not known. */
  commit: z.string().nullable(),
  /** `stable`, a word such as `beta`, or `development`. */
  channel: z.string(),
  profileDirectory: z.string(),
  /** Bytes of the mirrors of all connections on the disk. */
  copySizeBytes: z.number(),
  /** How a token survives a restart on this host: encrypted with the keychain, as plain text, or not. */
  tokenKeeping,
  /** Whether the profile's files keep other accounts of this computer out; where not, they are as open as their folder. */
  hasPrivateFiles: z.boolean(),
  /** Messages about the profile's files, at the start and now; empty without problems. */
  warnings: z.array(z.string()),
});
export type AppInfo = Readonly<z.infer<typeof appInfo>>;

/** Channels of the app itself, and of its preferences. */
export const appChannels = {
  'app.info': channel(nothing, appInfo),
  /** The licences of all that the build contains, word for word; null where the sources run as they are. */
  'app.notices': channel(nothing, z.object({ text: z.string().nullable() })),
  'app.preferences': channel(nothing, preferences),
  'app.setPreferences': channel(preferences.omit({ updates: true }).partial(), preferences),
  /** All edits that wait, as JSON text. Works with a damaged mirror too. */
  'app.exportPending': channel(nothing, z.object({ json: z.string() })),
};

/** The diagnostics of one connection. */
export const diagnostics = z.object({
  /** The last 200 requests since the start, newest first. */
  requests: z.array(loggedRequest),
  /** Text for a support request. Contains no token, no account, and no name of a file or a connection. */
  report: z.string(),
  /** Reports of crashes, on this computer alone, newest first. */
  crashes: z.array(z.object({ name: z.string(), atMs: z.number(), sizeBytes: z.number() })),
  /** Whether this host can show a folder to the person. */
  canOpenFolder: z.boolean(),
});
export type Diagnostics = Readonly<z.infer<typeof diagnostics>>;

/** Channels of the request log and the report of a problem. */
export const diagnosticsChannels = {
  'diagnostics.get': channel(z.object({ connectionId }), diagnostics),
  /** Deletes every report of a crash. */
  'diagnostics.removeCrashes': channel(nothing, nothing),
  /** Shows the data folder in the system's file manager. @returns whether it could */
  'diagnostics.openFolder': channel(nothing, z.object({ opened: z.boolean() })),
};
