import { listed, plural } from '../../components/format.ts';
import type { Output } from '../../contract/index.ts';
import type { AppInfo, LogLevel, Preferences } from '../../contract/app.ts';
import type { ConflictRule, ServiceTraits } from '../../domain/connections/connection.ts';
import type { LanguageChoice } from '../../domain/core/language.ts';
import type { ModeEvidence } from '../../domain/service/metadata-mode.ts';
import type { NameSearch, NameSearchEvidence } from '../../domain/service/name-search.ts';
import type { LoggedRequest } from '../../domain/service/remote-failure.ts';
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
  address: 'Address',
  account: 'Account',
  accountUnnamed: 'The token does not name one. Pinfold tells it from others by its fingerprint:',
  token: 'Token',
  tokenKept: {
    sealed: 'Kept on this computer, sealed by the operating system’s keychain.',
    file: 'Kept on this computer, in a file only you can read.',
    openFile: 'Kept on this computer, in a file that whoever may open the data folder can read.',
    memory: 'Kept in memory only: you are asked for it again after a restart.',
  } satisfies Record<AppInfo['tokenKeeping'] | 'openFile', string>,
  tokenOfPractice: 'The practice service makes its own at each start.',
  renewPractice: 'Make a new token',
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
  modeEvidence: {
    lost: (key: string) => `“${key}” vanished though it was not sent`,
    leftOutAndKept: (key: string) => `“${key}” was left out and is still there`,
    leftOutAndGone: (key: string) => `“${key}” was left out and is gone`,
    nullAndKept: (key: string) => `“${key}” was sent as null and is still there`,
  } satisfies Record<Exclude<ModeEvidence['kind'], 'selfTest'>, unknown>,
  selfTestEvidence: {
    merge: 'a key that was left out stayed, and went when it was sent as null, in a self-test',
    mergeWithoutRemoval: 'a key that was left out stayed, also when it was sent as null, in a self-test',
    replace: 'a key that was left out was gone in a self-test',
  } satisfies Record<Extract<ModeEvidence, { kind: 'selfTest' }>['mode'], string>,
  nameEvidence: {
    unasked: (typed: string, name: string) => `asked for “${typed}”, the service answered with “${name}”`,
    leftOut: (typed: string, name: string) => `asked for “${typed}”, the service left out “${name}”`,
  } satisfies Record<NameSearchEvidence['kind'], unknown>,
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
  toConflicts: (files: number) => `Show the ${plural(files, 'conflict that waits', 'conflicts that wait')}`,
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

/** How a token is kept here, as a sentence. */
export const tokenKeptIn = ({ tokenKeeping, hasPrivateFiles }: Pick<AppInfo, 'tokenKeeping' | 'hasPrivateFiles'>) =>
  connectionMessages.tokenKept[tokenKeeping === 'file' && !hasPrivateFiles ? 'openFile' : tokenKeeping];

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
    'Only while a list or a conflict has the focus. Turn this off if you dictate or use a screen reader: then letters typed over a list go to the next name that begins with them.',
  profile: 'Data folder',
  profileHint: 'The copy, the waiting edits and these settings are kept there, on this computer.',
  profilePath: 'Where it is',
  copySize: 'Size of the copy',
  copySizeOf: (size: string) => `${size}, of all connections`,
  library: 'Library',
  libraryHint: (connection: string) =>
    `Every file of ${connection} as it is shown here, with the edits that wait, in one file to keep.`,
  exportLibrary: 'Export the library',
  noticed: 'Noticed in the data folder',
  export: 'Waiting edits',
  exportHint:
    'Everything that waits, is held or needs you, as JSON. It works also when the copy is damaged. It holds names and metadata, and no token.',
  version: 'Version',
  licence: 'Licence',
  licenceText: 'MIT. The font Atkinson Hyperlegible is under the SIL Open Font License 1.1.',
  about:
    'Pinfold keeps a copy of what a file-storage service holds, so that it can be searched, read and edited without a network.',
} as const;

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
  logAbout: {
    whereClosed:
      'A text file in the data folder, which only you can read. Tokens are taken out before a line is written.',
    whereOpen:
      'A text file in the data folder, which whoever may open the folder can read. Tokens are taken out before a line is written.',
  },
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

/** What showed how a service treats metadata; an earlier build kept its sentence alone. Null without a sign of it. */
export function modeEvidenceMessage({ modeEvidence: shown, keyvaluesEvidence }: ServiceTraits): string | null {
  if (shown === null) return keyvaluesEvidence;
  return shown.kind === 'selfTest'
    ? connectionMessages.selfTestEvidence[shown.mode]
    : connectionMessages.modeEvidence[shown.kind](shown.key);
}

/** What showed how a service searches names; an earlier build kept its sentence alone. Null without a sign of it. */
export const nameEvidenceMessage = ({ nameSearch: { decidedBy, evidence } }: ServiceTraits): string | null =>
  decidedBy === null ? evidence : connectionMessages.nameEvidence[decidedBy.kind](decidedBy.typed, decidedBy.name);
