import type { CeilingAnswer } from '../../domain/connections/file-ceiling.ts';
import { count, plural } from '../../components/format.ts';
import type { PracticeStatus } from '../../contract/connections.ts';
import type { LastStep } from '../../state/changes/undo.svelte.ts';
import { actInPast, titleMessages } from '../messages/title-messages.ts';

/** The verbs of change set titles in the past tense. */
const pastOf: Readonly<Record<string, string>> = {
  Rename: 'Renamed',
  Set: 'Set',
  Remove: 'Removed',
  Replace: 'Replaced',
  Add: 'Added',
  Change: 'Changed',
  Settle: 'Settled',
  Edit: 'Edited',
  Import: 'Imported',
};

export const frameMessages = {
  connection: 'Connection',
  connect: 'Connect',
  addConnection: 'Add a connection…',
  ownWindow: 'Open this one in a window of its own',
  readOnly: 'read-only',
  mode: {
    running: 'up and running',
    neverReached: 'the service was never reached',
    offline: 'working offline',
    paused: 'paused',
    noToken: 'waits for a token',
    tokenRefused: 'the token is refused',
  },
  waitingThere: (files: number) => `edits to ${plural(files, 'file', 'files')}`,
  search: 'Search files',
  searchHint: (files: number | null) => (files === null ? 'Search files' : `Search ${plural(files, 'file', 'files')}`),
  review: (files: number) => (files === 0 ? 'Review changes' : `Review changes to ${plural(files, 'file', 'files')}`),
  screens: 'Screens',
  skip: 'Skip to the list',
  drop: {
    table: 'Drop the table to see what it would change',
    tableOrIds: 'Drop a list of ids to import them, or a table to see what it would change',
  },
  nav: {
    all: 'All places',
    library: 'Library',
    files: 'Files',
    public: 'Public',
    private: 'Private',
    edited: 'Edited here',
    starred: 'Starred',
    views: 'Saved views',
    groups: 'Groups',
    keys: 'API keys',
    audit: 'Scope audit',
    duplicates: 'Same content',
    signatures: 'Signatures',
    changes: 'Changes',
    activity: 'Activity',
    settings: 'Settings',
  },
  status: {
    label: 'Standing of this connection',
    offline: 'Working offline',
    paused: 'Paused by you',
    pausedRest: 'Nothing is sent or fetched until you go on.',
    mayNotChange: 'This token may not change files.',
    mayNotChangeRest: 'Your edits stay on this computer.',
    noToken: 'There is no token on this computer.',
    noTokenRest: 'Give one in Settings. Everything here can be read and edited meanwhile.',
    tokenRefused: 'The service refused this token (401).',
    tokenRefusedRest: 'It may be invalid, revoked, used up, or not allowed to do this.',
    readOnlyRest: 'This connection is read-only: nothing is sent.',
    checking: 'Checking the service',
    copying: 'Copying to this computer',
    sending: 'Sending changes',
    ceiling: (files: string) => `${files} files are copied, and the service has more.`,
    ceilingRest: 'Copy them too?',
    stoppedAtCeiling: (files: string) => `The copy stops at ${files} files, as you chose`,
    stoppedAtCeilingRest: 'The service has more.',
    answers: { goOn: 'Go on', stopHere: 'Stop here' } satisfies Record<CeilingAnswer, string>,
    upToDate: (when: string) => `Up to date. Checked ${when}`,
    notAllSent: (when: string) => `Not everything is sent yet. Checked ${when}`,
    exceptNeedsYou: (files: number, when: string) =>
      `Changes to ${plural(files, 'file need', 'files need')} you. Checked ${when}`,
    exceptParked: (files: number, when: string) =>
      `Changes to ${plural(files, 'file are', 'files are')} parked. Checked ${when}`,
    notCheckedSince: (when: string) => `Not checked since ${when}`,
    notChecked: 'Not checked yet',
    lastCaughtUp: (when: string) => `Last caught up ${when}`,
    neverCaughtUp: 'Not caught up yet',
    goingOn: (left: string, when: string) => `Going on in ${left}, at ${when}`,
    tryingAgain: (until: string) => `Trying again in ${until}`,
    whenBack: 'Tries again when the network is back',
    waiting: (files: number) => `Changes to ${plural(files, 'file', 'files')} waiting on this computer`,
    needsYou: (changes: number) => (changes === 1 ? '1 needs you' : `${count(changes)} need you`),
    refused: (changes: number) => `${count(changes)} refused`,
    held: (changes: number) => `${count(changes)} held`,
    gone: (changes: number) => `${count(changes)} gone from the service`,
    parked: (changes: number) => `${count(changes)} parked: made with another token, account or address`,
    setAside: (rows: number, reason: string | null) =>
      `${plural(rows, 'record', 'records')} of the service could not be copied${
        reason === null ? '' : rows === 1 ? ` (${reason})` : ` (the first: ${reason})`
      }`,
    checkNow: 'Check now',
    tryNow: 'Try now',
    goOn: 'Go on',
    lookAtThem: 'Look at them',
  },
  copied: {
    files: (here: number) => `${plural(here, 'file', 'files')} copied. Search covers what is here.`,
    keys: (here: number) => `${plural(here, 'API key', 'API keys')} copied.`,
  },
  job: {
    pace: (said: string, perSecond: string, left: string | null) =>
      `${said} ${perSecond} per second${left === null ? '' : `, about ${left} left`}.`,
    files: (done: number, total: number | null) =>
      `${total === null ? plural(done, 'file', 'files') : `${count(done)} of about ${plural(total, 'file', 'files')}`} checked.`,
    keys: () => 'Checking API keys.',
    import: (done: number, total: number | null) =>
      `${total === null ? plural(done, 'id', 'ids') : `${count(done)} of ${plural(total, 'id', 'ids')}`} fetched.`,
    push: (done: number, total: number | null) =>
      `${total === null ? plural(done, 'change', 'changes') : `${count(done)} of ${plural(total, 'change', 'changes')}`} sent.`,
  },
  practice: {
    label: 'Practice service',
    title: 'Practice service on this computer',
    network: (on: boolean) => `Network: ${on ? 'on' : 'off'}`,
    fault: 'Fault',
    faults: {
      none: { name: 'none', effect: 'Every request is answered at once.' },
      slow: { name: 'slow answers', effect: 'Each answer takes two and a half seconds.' },
      errors: {
        name: 'errors (500)',
        effect: 'Each request is answered with an error. Edits wait and are tried again.',
      },
      rateLimit: { name: 'rate limit (429)', effect: 'The service asks to wait 20 seconds. The network is fine.' },
      dropAfterApply: {
        name: 'answer lost after the change',
        effect: 'An edit arrives and its answer does not, so that nobody knows until the file is read again.',
      },
    } satisfies Record<PracticeStatus['fault'], { name: string; effect: string }>,
    more: 'More of the practice bar',
    somebodyElse: 'Somebody else edits this file',
    somebodyElseDone: 'Somebody else has changed it on the service.',
    noFile: 'Choose a file first.',
    hide: 'Hide',
    show: 'Practice bar',
  },
  undo: {
    label: 'Last change',
    undo: 'Undo',
    redo: 'Redo',
    hide: 'Hide until the next change',
    nothingToUndo: 'Nothing to undo.',
    nothingToRedo: 'Nothing to redo.',
    past: pastOf,
  },
} as const;

const messages = frameMessages.undo;

/** @returns the title of a change set in the past tense: "Rename a to b" becomes "Renamed a to b" */
export function inPastTense(title: string): string {
  const ofAct = actInPast(title);
  if (ofAct !== null) return ofAct;
  const shown = titleMessages.shown(title);
  const [verb = ''] = shown.split(' ', 1);
  return `${messages.past[verb] ?? verb}${shown.slice(verb.length)}`;
}

/** The sentence that a screen reader reads out after an undo or a redo. */
export function stepMessage(step: LastStep): string {
  if (!('title' in step)) return messages[step.kind];
  return `${step.kind === 'done' ? inPastTense(step.title) : titleMessages.after(step.kind, step.title)}.`;
}
