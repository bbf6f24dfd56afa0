import { count, plural } from '../../../components/format.ts';
import type { Failure } from '../../../domain/core/failure.ts';
import { LONGEST_ID_LIST } from '../../../domain/files/id-list.ts';
import type { ImportReason } from '../../../domain/service/imported-line.ts';
import type { ChosenFileProblem } from '../../../state/app/chosen-file.ts';
import { appMessages, failureMessage, type FailureMessage, unfitTextMessage } from '../../messages/app-messages.ts';
import { failureWithWords } from '../../messages/problem-messages.ts';

export const importMessages = {
  title: 'Import ids',
  ids: 'File ids',
  hint: 'One id on each line, or CSV, JSON or JSON Lines with an id column. A dropped file works too.',
  go: 'Import',
  busy: 'Importing…',
  stop: 'Stop',
  choose: 'Choose a file…',
  added: (files: number) => `${plural(files, 'file', 'files')} joined the copy on this computer.`,
  notFound: (lines: number) => `${plural(lines, 'line', 'lines')} did not.`,
  results: 'What became of each line',
  line: (number: number) => `Line ${count(number)}`,
  only: (listed: number) => `The first ${count(listed)} lines are listed.`,
  here: 'in the copy',
  reason: {
    notAnId: 'This is not a file id.',
    notFound: 'The service has no file with this id on this network.',
    stopped: 'Not asked: the import was stopped.',
    failed: (why: string) => why,
    notAsked: (why: string) => `Not asked. ${why}`,
  } satisfies Record<ImportReason['kind'], unknown>,
  problem: {
    tooLong: `This list is longer than ${count(LONGEST_ID_LIST)} characters. Split it.`,
    several: appMessages.severalFiles,
    unread: appMessages.unreadFile,
  } satisfies Record<ChosenFileProblem, string>,
  unusable: 'This list cannot be used.',
} as const;

/** What became of a line: in the copy, or why not. */
export function importedMessage(reason: ImportReason | null): string {
  if (reason === null) return importMessages.here;
  return 'failure' in reason
    ? importMessages.reason[reason.kind](failureWithWords(reason.failure))
    : importMessages.reason[reason.kind];
}

/** An unreadable list has a message of its own. */
export const importFailureMessage = (failure: Failure): FailureMessage =>
  failure.kind === 'unfitText'
    ? { message: importMessages.unusable, detail: unfitTextMessage(failure.why) }
    : failureMessage(failure);
