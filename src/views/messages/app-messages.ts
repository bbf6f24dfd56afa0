import { bytes, count, plural } from '../../components/format.ts';
import type { BaseUrlProblem } from '../../domain/connections/typed-address.ts';
import type { Failure } from '../../domain/core/failure.ts';
import { unreachable } from '../../domain/core/result.ts';
import { labelText, type TextProblem, textProblems } from '../../domain/core/text.ts';
import type { UnfitText } from '../../domain/core/unfit-text.ts';
import type { FileState } from '../../domain/files/file.ts';
import { problemSentence } from './problem-messages.ts';
import { storedWordsMessages } from './stored/stored-words-messages.ts';

export const appMessages = {
  app: 'Pinfold',
  tryAgain: 'Try again',
  notLoaded: 'This part of Pinfold could not be loaded.',
  tryingAgain: (until: string) => `Trying again in ${until}`,
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  none: '—',
  guide: 'Guide',
  severalFiles: 'Several files came at once, and none was read. Bring one at a time.',
  unreadFile: 'This file could not be read. It may have been moved, changed or locked. Choose it again.',
  notText: 'This file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.',
  unclearRefusal: 'A 401 does not prove a bad token: it may be invalid, revoked, used up, or not allowed to do this.',
  files: (files: number) => plural(files, 'file', 'files'),
  state: {
    onServer: 'on server',
    waiting: 'waiting',
    held: 'held',
    refused: 'refused',
    gone: 'gone',
    needsYou: 'needs you',
  } satisfies Record<FileState, string>,
  network: { public: 'public', private: 'private' },
  problem: {
    empty: 'This must not be empty.',
    loneSurrogate: 'This holds half of a character, which no service can store. Type it again.',
    controlCharacter: 'This holds a control character or a line break, which cannot be seen. Remove it.',
    tooLong: 'This is longer than 10,000 characters.',
  } satisfies Record<TextProblem, string>,
} as const;

/** "1 file", "2,300 files". */
export const fileCount = (files: number): string => appMessages.files(files);

/** A failure in a sentence. `detail` holds the words of the service or the system; `requestId` is theirs too. */
export type FailureMessage = {
  readonly message: string;
  readonly detail?: string;
  readonly requestId?: string | null;
  /** The colour of working offline, where there is no way to the service: a state, and no failure. */
  readonly tone?: 'offline';
};

export function failureMessage(failure: Failure): FailureMessage {
  switch (failure.kind) {
    case 'invalidRequest':
      return { message: failureMessages.invalidRequest, detail: failure.issues.join(' ') };
    case 'hostGone':
      return { message: failureMessages.hostGone };
    case 'interrupted':
      return { message: failureMessages.interrupted };
    case 'notFound':
      return { message: failureMessages.notFound };
    case 'notSaved':
      return { message: failureMessages.notSaved[failure.reason], detail: failure.detail };
    case 'notErased':
      return { message: failureMessages.notErased[failure.reason], detail: failure.detail };
    case 'changedSince':
      return { message: failureMessages.changedSince };
    case 'unfit':
      return unfitMessage(failure);
    case 'unfitText':
      return { message: unfitTextMessage(failure.why) };
    case 'tooMany':
      return { message: failureMessages.tooMany[failure.of](failure.most) };
    case 'busy':
      return { message: failureMessages.busy[failure.work] };
    case 'planTooLarge':
      return { message: failureMessages.planTooLarge(failure) };
    case 'service':
      return {
        message: failureMessages.service[failure.reason],
        detail: failure.reason === 'unreachable' ? problemSentence(failure) : storedWordsMessages.shown(failure.detail),
        requestId: failure.requestId,
        ...(failure.reason === 'unreachable' && { tone: 'offline' }),
      };
    case 'readOnly':
      return { message: failureMessages.readOnly };
    case 'noToken':
      return { message: failureMessages.noToken };
    case 'unexpected':
      return { message: failureMessages.unexpected(failure.reference) };
    default:
      return unreachable(failure);
  }
}

/** The problem of a text is told too; every other one has a sentence where it can arise. */
function unfitMessage({ what, problem }: FailureOf<'unfit'>): FailureMessage {
  if (problem === 'tokenStays') return { message: failureMessages.tokenStays };
  const message = failureMessages.unfit(what);
  const known = textProblems.find((one) => one === problem);
  return known === undefined ? { message } : { message, detail: appMessages.problem[known] };
}

/** Why a text cannot be imported, in a sentence. */
export function unfitTextMessage(why: UnfitText): string {
  const messages = failureMessages.unfitText;
  switch (why.kind) {
    case 'tooManyLines':
    case 'tooManyColumns':
      return messages[why.kind](why.most);
    case 'longLine':
      return messages.longLine(why.mostBytes);
    case 'repeatedColumn':
      return messages.repeatedColumn(why.column);
    case 'tooDeep':
      return messages.tooDeep(why.mostLevels);
    case 'notCsv':
    case 'notJson':
      return messages[why.kind](why.words);
    case 'noIdColumn':
    case 'notJsonList':
    case 'notJsonLines':
    case 'tooMuchMemory':
      return messages[why.kind];
    default:
      return unreachable(why);
  }
}

type FailureOf<Kind extends Failure['kind']> = Extract<Failure, { kind: Kind }>;

const notErased = (why: string): string =>
  `The token is forgotten, but the copy is not erased completely: ${why}. Parts of it can still be read in the data folder. Pinfold erases them when it starts with room on the disk.`;

export const failureMessages = {
  invalidRequest: 'Pinfold could not take this as it is.',
  hostGone: 'Pinfold itself is not running. This page reconnects when it is back.',
  interrupted:
    'A part of Pinfold ended while it worked on this, and was started again. Everything that was saved is kept. Look whether this was done before you do it again.',
  notFound: 'This is not in the copy on this computer.',
  notSaved: {
    diskFull: 'Not saved: the disk is full. Your text is still here.',
    readOnly: 'Not saved: the disk is read-only. Your text is still here.',
    diskError: 'Not saved: the disk did not take it. Your text is still here.',
    fileGone:
      'Not saved: the data folder was moved or deleted while Pinfold runs. Your text is still here. Export the waiting edits in Settings, Data & export, then put the folder back.',
  } satisfies Record<FailureOf<'notSaved'>['reason'], string>,
  notErased: {
    diskFull: notErased('the disk is full'),
    readOnly: notErased('the disk is read-only'),
    diskError: notErased('the disk did not take it'),
    fileGone: notErased('the data folder was moved or deleted while Pinfold runs'),
  } satisfies Record<FailureOf<'notErased'>['reason'], string>,
  unfit: (what: string) => `The ${what} cannot be kept like this.`,
  tokenStays:
    'The token that is kept on this computer could not be removed, so nothing was changed. Try again when no other program uses the data folder, its files may be changed and the disk has room.',
  unfitText: {
    tooManyLines: (most: number) => `This has more than ${count(most)} lines. Import it in parts.`,
    tooManyColumns: (most: number) => `This table has more than ${count(most)} columns.`,
    longLine: (mostBytes: number) => `A line of this table is longer than ${bytes(mostBytes)}.`,
    noIdColumn: 'The table has no column “id”.',
    repeatedColumn: (column: string) => `The table has the column “${labelText(column)}” twice. Remove one of them.`,
    notCsv: (words: string) => `The table is not CSV: ${words}`,
    notJson: (words: string) => `The file is not JSON: ${words}`,
    notJsonList: 'The file is not a JSON list of files.',
    notJsonLines: 'The file is not JSON Lines with a file in each line.',
    tooMuchMemory: 'It needs too much memory. Import it in parts.',
    tooDeep: (mostLevels: number) =>
      `The file has lists or objects within one another on more than ${count(mostLevels)} levels.`,
  } satisfies Record<UnfitText['kind'], unknown>,
  tooMany: {
    savedViews: (most: number) => `At most ${count(most)} views can be saved.`,
    tableFiles: (most: number) => `A table to edit holds at most ${fileCount(most)}.`,
    tableColumns: (most: number) =>
      `A table to edit has at most ${count(most)} columns, and these files have more metadata keys. Select fewer files, or choose JSON.`,
    tableCells: (most: number) =>
      `A table to edit has at most ${count(most)} cells: each file has one for every metadata key of the others. Select fewer files, or choose JSON.`,
    tableCharacters: (most: number) =>
      `A table to edit holds at most ${count(most)} characters. Select fewer files, or keep a copy.`,
    tableLineBytes: (most: number) =>
      `A line of a table to edit has at most ${bytes(most)}, and these files would make a longer one. Select fewer files, or choose JSON.`,
    pendingCharacters: (most: number) =>
      `These are more than ${count(most)} characters, too many for a window. Close Pinfold, and start it with --export-pending FILE, which writes them all.`,
  } satisfies Record<FailureOf<'tooMany'>['of'], unknown>,
  busy: {
    export: 'Another export is running.',
    gathering: 'The files chosen before are still being gathered. Try again in a moment.',
  } satisfies Record<FailureOf<'busy'>['work'], string>,
  planTooLarge: ({ sizeBytes, mostBytes, files }: FailureOf<'planTooLarge'>) =>
    `This would be about ${bytes(sizeBytes)} of changes for ${fileCount(files)}, and at most ${bytes(mostBytes)} can be planned at once. Do it in parts: select fewer files, or use fewer or shorter texts. Nothing was queued.`,
  service: {
    unreachable: 'The service cannot be reached.',
    noAnswer: 'The service is not answering.',
    refused: 'The service did not accept this.',
    token: 'The service refused this token. It may be invalid, revoked, used up, or not allowed to do this.',
    gone: 'This is no longer on the service.',
    later: 'The service asks to wait.',
    notOurService: 'Something else answered in place of the service: a sign-in page, a proxy, or another address.',
    malformed: 'The answer of the service could not be read.',
  } satisfies Record<FailureOf<'service'>['reason'], string>,
  changedSince:
    'Somebody wrote this once more in the meantime. Nothing was decided: choose again, with their new value.',
  readOnly: 'This connection is read-only. Settings can turn that off; nothing was changed.',
  noToken: 'There is no token for this connection on this computer. Give one in Settings.',
  unexpected: (reference: string) => `Something broke in Pinfold (reference ${reference}). Nothing was lost.`,
} as const;

/** Why an address that was typed is not one of a service. */
export const baseUrlProblemMessages: Record<BaseUrlProblem, string> = {
  notAnAddress: 'This is not an address. It begins with https://',
  notHttps: 'Only https is safe for a token; http is accepted for this computer alone.',
  hasUserinfo: 'Leave the name and password out of the address.',
  hasQueryOrFragment: 'Leave out what follows ? or #.',
};

/** Services answer 401 also to a valid token without the permission. */
export const isUnclearRefusal = (answer: string): boolean => /^401\b/.test(answer);
