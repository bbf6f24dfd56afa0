import type { PracticeState } from '../../contract/connections.ts';
import type { ChangesTab } from '../../contract/changes.ts';
import type { KeyCondition } from '../../domain/api-key.ts';
import { count } from '../../components/format.ts';

const plural = (number: number, one: string, many: string): string => `${count(number)} ${number === 1 ? one : many}`;

/** The words of the frame around every screen. */
export const frameText = {
  connection: 'Connection',
  addConnection: 'Add a connection…',
  search: 'Search files',
  searchHint: (files: number | null) => (files === null ? 'Search files' : `Search ${plural(files, 'file', 'files')}`),
  review: (changes: number) => (changes === 0 ? 'Review changes' : `Review ${plural(changes, 'change', 'changes')}`),
  screens: 'Screens',
  skip: 'Skip to the list',
  nav: {
    files: 'Files',
    public: 'Public',
    private: 'Private',
    edited: 'Edited here',
    groups: 'Groups',
    keys: 'API keys',
    changes: 'Changes',
    settings: 'Settings',
  },
  condition: {
    active: 'Active',
    limited: 'Limited',
    exhausted: 'Exhausted',
    revoked: 'Revoked',
  } satisfies Record<KeyCondition, string>,
  tab: {
    needsYou: 'Needs you',
    waiting: 'Waiting',
    held: 'Held',
    sent: 'Sent',
    discarded: 'Discarded',
  } satisfies Record<ChangesTab, string>,
  status: {
    label: 'Standing of this connection',
    offline: 'Working offline',
    notAnswering: 'The service is not answering.',
    unreachable: 'The service cannot be reached.',
    rateLimited: 'The service asks to wait.',
    notOurService: 'Something else answered in place of the service.',
    notAllowed: 'The service does not allow this.',
    paused: 'Paused',
    pausedRest: 'Nothing is sent or fetched until you resume.',
    noToken: 'There is no token on this computer.',
    noTokenRest: 'Give one in Settings. Everything here can be read and edited meanwhile.',
    tokenRefused: 'The service refused this token (401).',
    tokenRefusedRest: 'It may be invalid, revoked, used up, or not allowed to do this.',
    checking: 'Checking the service',
    sending: 'Sending changes',
    upToDate: (when: string) => `Up to date. Checked ${when}`,
    notCheckedSince: (when: string) => `Not checked since ${when}`,
    notChecked: 'Not checked yet',
    lastCaughtUp: (when: string) => `Last caught up ${when}`,
    neverCaughtUp: 'Not caught up yet',
    tryingAgain: (until: string) => `Trying again in ${until}`,
    whenBack: 'Tries again when the network is back',
    waiting: (changes: number) => `${plural(changes, 'change', 'changes')} waiting on this computer`,
    needsYou: (changes: number) => (changes === 1 ? '1 needs you' : `${count(changes)} need you`),
    refused: (changes: number) => `${count(changes)} refused`,
    held: (changes: number) => `${count(changes)} held`,
    gone: (changes: number) => `${count(changes)} gone from the service`,
    parked: (changes: number) => `${count(changes)} made for another account`,
    setAside: (rows: number) => `${plural(rows, 'record', 'records')} of the service could not be read`,
    checkNow: 'Check now',
    tryNow: 'Try now',
  },
  job: {
    files: (done: string, total: string | null) =>
      total === null
        ? `${done} files copied. Search covers what is here.`
        : `${done} of about ${total} copied. Search covers what is here.`,
    keys: (done: string, total: string | null) =>
      total === null ? `${done} API keys copied` : `${done} of about ${total} API keys copied`,
    import: (done: string, total: string | null) =>
      total === null ? `${done} ids fetched` : `${done} of ${total} ids fetched`,
    push: (done: string, total: string | null) =>
      total === null ? `${done} changes sent` : `${done} of ${total} changes sent`,
  },
  practice: {
    label: 'Practice service',
    title: 'Practice service on this computer',
    network: (on: boolean) => `Network: ${on ? 'on' : 'off'}`,
    fault: 'Fault',
    faults: {
      none: 'none',
      slow: 'slow answers',
      errors: 'errors (500)',
      rateLimit: 'rate limit (429)',
      dropAfterApply: 'answer lost after the change',
    } satisfies Record<PracticeState['fault'], string>,
    somebodyElse: 'Somebody else edits this file',
    somebodyElseDone: 'Somebody else has changed it on the service.',
    noFile: 'Choose a file first.',
  },
  undo: {
    label: 'Last change',
    undo: 'Undo',
    redo: 'Redo',
    hide: 'Hide until the next change',
    takenBack: 'Taken back:',
    doneAgain: 'Done again:',
    /** A title is what a gesture does; here it has been done. */
    past: {
      Rename: 'Renamed',
      Set: 'Set',
      Remove: 'Removed',
      Add: 'Added',
      Change: 'Changed',
      Edit: 'Edited',
      Import: 'Imported',
      'Discard:': 'Discarded:',
      'Undo:': 'Taken back:',
    } as Readonly<Record<string, string>>,
  },
  keys: {
    title: 'Keys on this screen',
    rest: 'Letters are keys only while a list has the focus; Settings can turn them off.',
    list: [
      ['/ or Ctrl K', 'search'],
      ['G, then F, K or C', 'go to Files, API keys or Changes'],
      ['↑ ↓ PgUp PgDn Home End', 'move in the list'],
      ['Space', 'show or hide the inspector'],
      ['Enter', 'go to the inspector'],
      ['Esc', 'back one step, or select nothing; no edit is discarded'],
      ['X', 'select the row, or not'],
      ['Shift ↑ ↓ PgUp PgDn Home End', 'select up to there'],
      ['Ctrl A', 'select everything in the list'],
      ['F2', 'rename, or rename what is selected'],
      ['E', 'edit metadata, or that of what is selected'],
      ['Ctrl Z', 'undo the last change'],
      ['Ctrl Shift Z', 'redo it'],
      ['← → on the headings', 'next heading; Enter sorts'],
      ['Ctrl R', 'check now'],
      ['F6', 'next part of the window'],
      ['?', 'these keys'],
    ],
  },
} as const;
