import { count, plural } from '../../../components/format.ts';
import type { Failure } from '../../../domain/core/failure.ts';
import { failureMessage, type FailureMessage } from '../../messages/app-messages.ts';

export const importMessages = {
  title: 'Import ids',
  ids: 'File ids',
  hint: 'One id on each line, or CSV or JSON with an id column. A dropped file works too.',
  go: 'Import',
  busy: 'Importing…',
  stop: 'Stop',
  choose: 'Choose a file…',
  added: (files: number) => `${plural(files, 'file', 'files')} joined the copy on this computer.`,
  notFound: (lines: number) => `${plural(lines, 'line', 'lines')} did not.`,
  results: 'What became of each line',
  line: (number: number) => `Line ${count(number)}`,
  here: 'in the copy',
  unusable: 'This list cannot be used.',
} as const;

/** An unreadable list has a message of its own. */
export const importFailureMessage = (failure: Failure): FailureMessage =>
  failure.kind === 'unfit' ? { message: importMessages.unusable, detail: failure.problem } : failureMessage(failure);
