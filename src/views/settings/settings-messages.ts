import { dayAndTime, listed, plural } from '../../components/format.ts';
import type { Output } from '../../contract/index.ts';
import type { AppInfo, LogLevel, Preferences } from '../../contract/app.ts';
import type { ConnectionSummary, SyncStatus } from '../../contract/connections.ts';
import type { Capability, ConflictRule, ServiceTraits } from '../../domain/connections/connection.ts';
import type { LanguageChoice } from '../../domain/core/language.ts';
import type { NameSearch } from '../../domain/service/name-search.ts';
import type { LoggedRequest } from '../../domain/service/remote-failure.ts';
import { neverReached, troubleMessage } from '../messages/problem-messages.ts';
import type { SettingsSection } from '../../state/app/route.ts';

export const settingsMessages = {
  title: 'Settings',
  sectionsLabel: 'Parts of Settings',
  sections: {
    connections: 'Connections',
    offlineCopy: 'Offline copy',
    sync: 'Sync',
    conflicts: 'Conflicts',
    signers: 'Known signers',
    appearance: 'Appearance',
    keyboard: 'Keyboard',
    data: 'Data & export',
    diagnostics: 'Diagnostics',
    about: 'About',
  } satisfies Record<SettingsSection, string>,
} as const;

export const connectionMessages = {
  list: 'Connections',
  add: 'Add a connection',
  practice: 'practice service on this computer',
  facts: 'Where it is',
  name: 'Name',
  rename: 'Rename',
  address: 'Base URL',
  account: 'Account',
  accountUnnamed: 'The token does not name one. Pinfold tells it from others by its fingerprint:',
  token: 'Token',
  tokenKept: {
    sealed: 'Kept on this computer, sealed by the operating system’s keychain.',
    file: 'Kept on this computer, in a file only you can read.',
    memory: 'Kept in memory only: you are asked for it again after a restart.',
  } satisfies Record<AppInfo['tokenKeeping'], string>,
  tokenMissing: 'There is no token for this connection on this computer.',
  tokenRefused: 'The service refused this token (401). It may be invalid, revoked, used up, or not allowed to do this.',
  newToken: 'New token',
  newTokenHint: 'Quotes, line breaks and “Bearer” in front are taken off. It is sent to this service only.',
  newTokenProblem: 'This cannot be a token: it has characters that do not fit into a request.',
  replaceToken: 'Replace token',
  tokenReplaced: 'The new token is in use.',
  parkedEdits: (files: number) =>
    `Edits to ${plural(files, 'file', 'files')} are parked. Decide about them in Changes.`,
  may: 'What this token may do',
  mayAreas: { keys: 'List API keys', updates: 'Rename files and change metadata', signatures: 'Read signatures' },
  learnt: 'What was learnt of the service',
  learntAreas: { listing: 'Lists files', readById: 'Reads a file by its id' },
  keyvalues: 'Metadata on update',
  keyvaluesModes: {
    unknown:
      'Not known yet: every update sends all metadata, so that none is lost. The first file of a bulk edit finds out.',
    merge: 'Merged: what an update leaves out stays, and a key can be removed.',
    mergeWithoutRemoval: 'Merged: what an update leaves out stays, and this service cannot remove a key.',
    replace: 'Replaced: what an update leaves out is gone, so every update sends all metadata.',
  } satisfies Record<ServiceTraits['keyvaluesMode'], string>,
  nameSearch: 'API keys by name',
  nameSearches: {
    wholeName: 'As its description says: a pattern over the whole name. “Ask the service” in API keys compares.',
    insideName: 'A pattern anywhere in the name, and so it is here.',
    insideLiterally: 'The text as typed, anywhere in the name, and so it is here.',
    exactName: 'The whole name exactly as typed, and so it is here.',
  } satisfies Record<NameSearch, string>,
  evidence: 'Because',
  probeAgain: 'Probe again',
  probing: 'Probing…',
  sync: 'Checking and sending',
  mode: 'Standing',
  pause: 'Pause',
  resume: 'Resume',
  checkNow: 'Check every file now',
  checkEvery: 'Check for news every',
  conflictRule: 'When a field was changed in both places',
  conflictRules: {
    ask: 'ask me',
    mineWins: 'my value wins',
    serverWins: 'the server’s value wins',
  } satisfies Record<ConflictRule, string>,
  conflictRuleHints: {
    ask: 'A change of the same field in both places waits in Changes until you decide.',
    mineWins: 'Your value is sent over the server’s.',
    serverWins: 'Your value is put aside, and the server’s stays.',
  } satisfies Record<ConflictRule, string>,
  toConflicts: (files: number) => `Show the ${plural(files, 'conflict', 'conflicts')} that wait`,
  conflictRuleHint: 'The losing value stays in the story of the edit.',
  readBeforeWrite: 'Look at the record before writing over it',
  readBeforeWriteHint:
    'The service has no versions. Without a look, an edit overwrites what somebody else wrote since, and nobody is told.',
  end: 'Sign out',
  signOut: 'Sign out…',
  signOutTitle: (name: string) => `Sign out of ${name}?`,
  signOutAbout: 'The token is forgotten. Edits that wait, are held or need you stay on this computer.',
  wipeCopy: 'Also delete the copy of files and keys from this computer',
  wipeAbout:
    'It can be copied again later. What was typed and not saved is deleted too; waiting edits stay either way.',
  lostStars: (stars: number) => plural(stars, 'star', 'stars'),
  lostGroupNames: (names: number) => plural(names, 'name of a group', 'names of groups'),
  lostNotes: (notes: number) => plural(notes, 'note on a file', 'notes on files'),
  lost: (words: string) => `Deleted for good, because no service has them: ${words}.`,
  confirmSignOut: 'Sign out',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'Its token, its copy and the connection itself go from this computer. No edit waits.',
  confirmRemove: 'Remove this connection',
} as const;

/** What goes with a connection and is nowhere else; null for nothing. */
export function lostWordsMessage({ groupNames, notes, stars }: Output<'localWords.counts'>): string | null {
  const { lost: sentence, lostGroupNames, lostNotes, lostStars } = connectionMessages;
  const lost = [
    stars > 0 ? lostStars(stars) : null,
    notes > 0 ? lostNotes(notes) : null,
    groupNames > 0 ? lostGroupNames(groupNames) : null,
  ].filter((one) => one !== null);
  return lost.length === 0 ? null : sentence(listed(lost));
}

export const generalMessages = {
  theme: 'Theme',
  themes: {
    system: 'as the system has it',
    light: 'light',
    dark: 'dark',
  } satisfies Record<Preferences['theme'], string>,
  language: 'Language',
  languages: { system: 'as the system has it', en: 'English', de: 'Deutsch' } satisfies Record<LanguageChoice, string>,
  languageHint: 'Dates and numbers follow. The window is loaded again; nothing typed is lost.',
  letterKeys: 'Single letters act as keys',
  letterKeysHint:
    'Only while a list or the resolver has the focus. Turn this off if you dictate or use a screen reader: then letters typed over a list go to the next name that begins with them.',
  profile: 'Data folder',
  profileHint: 'The copy, the waiting edits and these settings are kept there, on this computer.',
  profilePath: 'Where it is',
  copySize: 'Size of the copy',
  copySizeOf: (size: string) => `${size}, of all connections`,
  library: 'Library',
  libraryHint: (connection: string) =>
    `Every file of ${connection} as it is shown here, with the edits that wait, in one file to keep.`,
  exportLibrary: 'Export the library',
  noticed: 'Noticed at start',
  export: 'Waiting edits',
  exportHint:
    'Everything that waits, is held or needs you, as JSON. It works also when the copy is damaged. It holds names and metadata, and no token.',
  version: 'Version',
  licence: 'Licence',
  licenceText: 'MIT. The font Atkinson Hyperlegible is under the SIL Open Font Licence 1.1.',
  about:
    'Pinfold keeps a copy of what a file-storage service holds, so that it can be searched, read and edited without a network.',
} as const;

/** The offered scan intervals; `value` is in minutes. */
const checkIntervals = ['1', '5', '15', '60', '360', '1440'] as const;

export const syncMessages = {
  replayNotices: 'Tell me when many edits have been sent',
  replayNoticesHint:
    'A notification of the system, while no window of Pinfold is in front. Only in the desktop app; for all connections.',
  intervals: {
    '1': 'minute',
    '5': '5 minutes',
    '15': '15 minutes',
    '60': 'hour',
    '360': '6 hours',
    '1440': 'day',
  } satisfies Record<(typeof checkIntervals)[number], string>,
  minutes: (minutes: number) => plural(minutes, 'minute', 'minutes'),
  notChecked: 'not checked',
  checked: (when: string) => `checked ${when}`,
  yes: 'yes',
  no: 'no',
  mode: {
    paused: 'Paused: nothing is sent or fetched',
    noToken: 'Waits for a token',
    tokenRefused: 'The service refused the token',
  } satisfies Record<Exclude<SyncStatus['mode'], 'running'>, string>,
  neverReached: 'Never reached',
  offline: 'Working offline',
  running: 'Running',
  neverCaughtUp: 'never caught up',
  caughtUp: (when: string) => `caught up ${when}`,
  fullCheck: (when: string) => `every file looked at ${when}`,
} as const;

/** @returns the offered intervals, with the current one in front if it is none of them */
export function checkIntervalsWith(minutes: number): readonly { readonly value: string; readonly label: string }[] {
  const value = String(minutes);
  const offered = checkIntervals.map((one) => ({ value: one, label: syncMessages.intervals[one] }));
  return offered.some((one) => one.value === value)
    ? offered
    : [{ value, label: syncMessages.minutes(minutes) }, ...offered];
}

export function capabilityMessage(of: Capability, nowMs: number): string {
  if (of.kind === 'notChecked') return syncMessages.notChecked;
  return `${syncMessages[of.kind]} · ${syncMessages.checked(dayAndTime(of.checkedAtMs, nowMs))}`;
}

export function syncStatusMessage(summary: ConnectionSummary, nowMs: number): string {
  const { status } = summary;
  const { caughtUpAtMs, fullCheckAtMs } = status;
  return [
    status.mode === 'running' ? runningMessage(summary) : syncMessages.mode[status.mode],
    caughtUpAtMs === null ? syncMessages.neverCaughtUp : syncMessages.caughtUp(dayAndTime(caughtUpAtMs, nowMs)),
    ...(fullCheckAtMs === null ? [] : [syncMessages.fullCheck(dayAndTime(fullCheckAtMs, nowMs))]),
  ].join(' · ');
}

function runningMessage(summary: ConnectionSummary): string {
  const { network, trouble } = summary.status;
  if (neverReached(summary) !== null) return syncMessages.neverReached;
  if (network === 'down') return syncMessages.offline;
  return trouble === null ? syncMessages.running : troubleMessage(trouble).replace(/\.$/, '');
}

export const diagnosticsMessages = {
  connection: 'Connection',
  requests: 'Last requests',
  requestsAbout: 'Of this run of Pinfold, newest first. No bodies, no headers and no token are kept.',
  noRequests: 'Nothing was asked of this service yet.',
  columns: { when: 'When', request: 'Request', status: 'Answer', duration: 'Took', requestId: 'Request id' },
  noAnswer: 'no answer',
  failures: {
    notSent: 'not sent',
    noAnswer: 'no answer',
    answered: 'refused',
    malformed: 'not readable',
    notOurService: 'not the service',
    wrongRecord: 'another record',
  } satisfies Record<NonNullable<LoggedRequest['failure']>, string>,
  report: 'Report',
  reportAbout:
    'For somebody who helps you. It holds the service’s host, what it may do, its own words and these requests; no token, no account, no name of a file, key or connection. Read it before you send it on.',
  copyReport: 'Copy the report',
  copied: 'Copied',
  log: 'Log',
  logAbout: 'A text file in the data folder, which only you can read. Tokens are taken out before a line is written.',
  logLevel: 'What is written into the log',
  logLevels: {
    errors: 'faults of Pinfold',
    requests: 'faults, and every request with its answer’s status',
  } satisfies Record<LogLevel, string>,
  crashes: 'Crash reports',
  crashesAbout:
    'When Pinfold crashes in its own window, a report of that moment is written into the data folder. The newest ten stay there, and nobody is sent one. A report is a piece of memory: it may hold names and a token, so give it to nobody you would not give the token to.',
  noCrashes: 'There is none.',
  crash: (when: string, size: string) => `${when}, ${size}`,
  removeCrashes: 'Delete them',
  folder: 'Data folder',
  openFolder: 'Open the data folder',
  folderStaysShut: 'This system has no program that shows a folder. Its path stands under Data & export.',
} as const;
