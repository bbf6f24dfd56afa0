import { count, plural } from '../../components/format.ts';
import type { ListedChangeSet, ParkedGroup } from '../../contract/changes.ts';
import type { ConnectionSummary } from '../../contract/connections.ts';
import {
  type Adoption,
  type ChangeSetGroup,
  type ChangesTab,
  type ChangeStatus,
  type EditRefusal,
  type FieldChange,
} from '../../domain/edits/edit.ts';
import { labelText, visibleText } from '../../domain/core/text.ts';
import type { FileState } from '../../domain/files/file.ts';
import { type EditAction, statusOfSet } from '../../state/changes/change-set-status.ts';
import type { FileWait } from '../../domain/edits/file-wait.ts';
import { fileCount } from '../messages/app-messages.ts';
import { waitMessage } from '../messages/wait-messages.ts';

export const changesMessages = {
  title: 'Changes',
  byState: 'Changes by state',
  search: 'Search changes',
  list: 'Change sets',
  opened: 'Chosen change',
  saved: (when: string) => `saved on this computer ${when}`,
  refusedSilently: 'The service did not accept this edit.',
  noDetail: 'nothing more',
  sendNow: 'Send now',
  whyNotSent: {
    offline: 'There is no network. Waiting changes are sent when it is back.',
    paused: 'This connection is paused. Waiting changes are sent once it goes on.',
    noToken: 'There is no token. Waiting changes are sent once there is one.',
    nothingWaits: 'No change waits to be sent.',
    readOnly: 'This connection is read-only. Nothing is sent.',
  },
  listMenu: 'More for this list',
  exportPending: 'Export waiting edits',
  importTable: 'Import table…',
  exportFile: 'pinfold-waiting-edits.json',
  back: 'All changes',
  pick: 'Choose a change to see its files and fields.',
  nothingFound: (searched: string) => `No change fits “${labelText(searched.trim())}”`,
  clearSearch: 'Clear search',
  seeSent: 'See what was sent',
  moreEdits: 'Show 100 more files',
  edit: 'Edit',
  note: 'Note',
  notePlaceholder: 'Why, for whom, until when',
  addNote: 'Add a note',
  editNote: 'Edit note',
  keepNote: 'Keep note',
  heldBecause: (note: string) => `Held: “${note}”`,
  /** "2 sets, 64 files" */
  groupCount: (sets: number) => plural(sets, 'set', 'sets'),
  actions: {
    hold: 'Hold',
    release: 'Release',
    retry: 'Try again',
    discard: 'Discard',
    restore: 'Restore',
    takeBack: 'Take back',
  } satisfies Record<EditAction, string>,
  details: 'Go to its details',
  decide: 'Decide',
  setMenu: 'What can be done with this change set',
  editMenu: 'What can be done with this edit',
  include: (title: string) => `Include: ${title}`,
  tickKeys: (keys: string) =>
    `Ticked changes are sent, the others are held on this computer. ${keys} ticks the chosen one.`,
  keptThirtyDays: 'Discarded changes are kept for 30 days and can be restored.',
  takesBack: 'Take back: what was sent is changed back by a new edit, what still waits is discarded.',
  takenBack: 'Taken back. What was sent is changed back by a new edit, which waits on this computer until it is sent.',
  parkedTitle: 'Parked: made with another token, account or address.',
  parked:
    'It stays on this computer, and is sent under the account this connection has now only when you say so, or when its API key proves that both are one.',
  gone: 'This file is no longer on the service. Your edit is kept under Needs you until you try again or discard it.',
  awaiting: 'Sent, but no answer came. Checking whether it arrived before trying again.',
} as const;

/** What became of the files of a set. */
export const outcomeMessages = {
  waiting: 'Waiting',
  tape: 'One tick is one file, in the order sent.',
  oneReason: 'one reason',
  answered: (status: number | null) =>
    status === null ? 'All got the same answer:' : `All got the same answer, ${status}:`,
  more: (left: number) => `${count(left)} more with the same outcome: show the next ${count(Math.min(left, 100))}`,
  exportGroup: 'Export',
  exportFile: 'pinfold-edits.json',
  moreFields: (fields: number) => `and ${plural(fields, 'more field', 'more fields')}`,
  details: (name: string) => `Details of ${name}`,
  sent: (from: string, to: string) => (from === to ? `sent ${from}` : `sent ${from} to ${to}`),
  moreAsk: (files: number) => `${plural(files, 'more file asks', 'more files ask')} for a decision after this one.`,
} as const;

export const tabMessages: Record<ChangesTab, string> = {
  open: 'Open',
  needsYou: 'Needs you',
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent',
  discarded: 'Discarded',
};

/** The headings of the open tab. */
export const groupMessages: Record<ChangeSetGroup, string> = {
  needsYou: 'Needs you',
  held: 'Held by you',
  waiting: 'Waiting',
  sent: 'Sent last',
};

export const emptyTabMessages: Record<ChangesTab, { readonly title: string; readonly more: string }> = {
  open: { title: 'Nothing is waiting', more: 'Edits are saved on this computer first and wait here to be sent.' },
  needsYou: { title: 'Nothing needs you', more: 'Conflicts and edits the service did not accept come here.' },
  waiting: { title: 'Nothing is waiting', more: 'Edits are saved on this computer first and wait here to be sent.' },
  held: { title: 'Nothing is held', more: 'Hold a waiting change to keep it from being sent until you release it.' },
  sent: { title: 'Nothing was sent yet', more: 'Changes that are on the server are listed here for 30 days.' },
  discarded: { title: 'Nothing was discarded', more: changesMessages.keptThirtyDays },
};

export const parkedMessages = {
  made: ({ edits, reason, accountRef }: ParkedGroup, when: string | null): string => {
    const made = edits === 1 ? '1 edit was made' : `${count(edits)} edits were made`;
    if (reason === 'address') return `${made} for ${accountRef.origin}.`;
    if (reason === 'account') return `${made} for another account, ${accountRef.account}.`;
    return when === null ? `${made} with another token.` : `${made} with the token you replaced ${when}.`;
  },
  question: {
    token: 'The two tokens do not say whether they belong together. Same account?',
    account: 'The token in use names an account of its own. Send them under that one?',
    address: 'Send them to the address this connection has now? Files are found there by their ids.',
  } satisfies Record<ParkedGroup['reason'], string>,
  kept: 'They stay parked on this computer, and can be sent, exported or discarded at any time.',
  send: 'Send',
  keep: 'Keep parked',
} as const;

export const timelineMessages = {
  adopted: 'Adopted',
  adoptedFrom: (when: string, reason: Adoption['reason']): string =>
    reason === 'person'
      ? `${when}, on your word, from the account`
      : `${when}, because its API key proves it, from the account`,
  title: 'The story of this edit',
  made: 'Made',
  account: 'For the account',
  tries: 'Tries',
  noTries: 'It has not been sent yet.',
  nextTry: 'Next try',
  lastAnswer: 'Last answer',
  started: 'Started',
  ended: 'ended',
  request: 'Request',
  body: 'What was sent',
} as const;

/** The file state whose icon a status gets; a settled or discarded edit has no icon. */
export const fileStateOf: Record<ChangeStatus, FileState> = {
  conflicted: 'needsYou',
  refused: 'refused',
  gone: 'gone',
  queued: 'waiting',
  held: 'held',
  settled: 'onServer',
  discarded: 'onServer',
};

export const changeStatusMessages: Record<Exclude<ChangeStatus, 'queued'>, string> = {
  conflicted: 'Needs your decision',
  refused: 'Not accepted by the service',
  gone: 'No longer on the service',
  held: 'Held on this computer',
  settled: 'On server',
  discarded: 'Discarded',
};

export const editMessages = {
  parked: 'Parked: another token, account or address',
  someFields: (some: number, all: number) => `${plural(some, 'field', 'fields')} of ${count(all)}`,
  someFiles: (some: number, all: number) => `${count(some)} of ${fileCount(all)}`,
  alreadyThere: 'Was already on server',
  savedAs: 'Saved by the service as',
  refused: (status: number | null) =>
    `The service did not accept this edit${status === null ? '' : ` (${status})`}. It said:`,
} as const;

/** The connection of an edit that waits, and the present time. */
export type Present = { readonly summary: ConnectionSummary | null; readonly nowMs: number };

const statusMessage = (status: ChangeStatus, wait: FileWait | null, { summary, nowMs }: Present): string =>
  status === 'queued' ? waitMessage(wait, summary, nowMs).label : changeStatusMessages[status];

/** The most urgent status of a change set, with the number of fields that have it unless all have. */
export function changeSetMessage(row: ListedChangeSet, present: Present): string {
  if (row.parked) return editMessages.parked;
  const status = statusOfSet(row);
  const all = row.queued + row.held + row.conflicted + row.refused + row.gone + row.settled + row.discarded;
  const line =
    status === 'held' && row.note !== null
      ? changesMessages.heldBecause(visibleText(row.note))
      : statusMessage(status, row.wait, present);
  const some = status === 'queued' ? someFailed(row, present) : null;
  if (some !== null) return `${line}: ${some}`;
  return row[status] === all ? line : `${line}: ${editMessages.someFields(row[status], all)}`;
}

/** The failed files of a set whose other files did not fail; null where the message is about all of them. */
function someFailed({ wait, failedFiles, files }: ListedChangeSet, { summary, nowMs }: Present): string | null {
  const isAboutAll = failedFiles === 0 || failedFiles === files || waitMessage(wait, summary, nowMs).isAboutAll;
  return isAboutAll ? null : editMessages.someFiles(failedFiles, files);
}

/** What the queued edits of a set wait for, in whole sentences; null for every other set. */
export const changeSetWait = (row: ListedChangeSet, { summary, nowMs }: Present): string | null =>
  statusOfSet(row) === 'queued' && !row.parked ? waitMessage(row.wait, summary, nowMs).sentence : null;

export function fieldChangeMessage(change: FieldChange, wait: FileWait | null, present: Present): string {
  if (change.status !== 'settled') return statusMessage(change.status, wait, present);
  if (change.settlement === 'alreadyThere') return editMessages.alreadyThere;
  return change.settlement === 'savedAs' ? editMessages.savedAs : changeStatusMessages.settled;
}

export function refusalMessage(refusal: EditRefusal): string {
  return editMessages.refused(refusal.status);
}

export const nextTryMessages: Record<Exclude<ChangeStatus, 'queued'>, string> = {
  conflicted: 'After your decision',
  refused: 'After you edit it or try again',
  gone: 'After you try again',
  held: 'None while it is held',
  settled: 'None is needed',
  discarded: 'None while it is discarded',
};

/** When an edit is sent next, or what it waits for. */
export const nextSendMessage = (status: ChangeStatus, wait: FileWait | null, { summary, nowMs }: Present): string =>
  status === 'queued' ? waitMessage(wait, summary, nowMs).next : nextTryMessages[status];
