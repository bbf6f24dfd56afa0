import { componentMessages } from '../../../components/component-messages.ts';
import { count } from '../../../components/format.ts';
import type { EditDetail } from '../../../contract/changes.ts';
import { labelText } from '../../../domain/core/text.ts';
import { type FieldChange, isOpen } from '../../../domain/edits/edit.ts';
import { metadataKey } from '../../../domain/files/field.ts';
import type { FileConflictState } from '../../../state/changes/conflicts.svelte.ts';
import { fileCount } from '../../messages/app-messages.ts';

export const conflictMessages = {
  title: (fields: number) =>
    fields === 1 ? 'One field was changed in both places.' : `${count(fields)} fields were changed in both places.`,
  others: (fields: number) =>
    fields === 1
      ? 'Another one is yours alone and needs nothing.'
      : `${count(fields)} others are yours alone and need nothing.`,
  changedInBoth: 'was changed in both places',
  table: 'Fields changed in both places',
  field: 'Field',
  before: 'Before',
  mine: 'Yours',
  server: 'Server',
  byHand: 'By hand',
  byHandValue: 'Value by hand',
  seen: (when: string) => `seen ${when}`,
  combined: 'combined',
  unchanged: 'unchanged',
  result: 'Result:',
  undecided: (fields: number) =>
    fields === 1 ? 'Choose a value for one more field.' : `Choose a value for ${count(fields)} more fields.`,
  openQuestion: 'not chosen yet',
  removed: 'removed',
  lost: { mine: 'Your', server: 'The server’s' },
  stays: 'stays in this record’s history.',
  everywhere: (choice: 'mine' | 'server', others: number) =>
    [
      choice === 'mine' ? 'Use mine for' : 'Keep the server’s for',
      others === 1 ? 'in 1 other file too' : `in ${count(others)} other files too`,
    ] as const,
  which: (others: number) => (others === 1 ? 'Which file' : 'Which files'),
  whichMore: (left: number) => `and ${fileCount(left)} more`,
  givesWay: 'gives way to',
  use: 'Use this result',
  keepServer: 'Keep server for all',
  later: 'Decide later',
  keys: {
    fields: 'next and previous field',
    mine: 'yours',
    server: 'the server’s',
    byHand: 'by hand',
    result: 'use the result',
  },
  keysWork: 'They work anywhere in this pane.',
} as const;

/** The result in one sentence, for who cannot see it: "Result: tier = gold, name = not chosen yet." */
export function resultMessage({ previews, undecided }: Pick<FileConflictState, 'previews' | 'undecided'>): string {
  const values = previews.map((one) => {
    const field = metadataKey(one.field) ?? componentMessages.name;
    if (one.kind === 'undecided') return `${field} = ${conflictMessages.openQuestion}`;
    const value = one.value === null ? conflictMessages.removed : labelText(one.value);
    return `${labelText(field)} = ${value}`;
  });
  const left = undecided > 0 ? conflictMessages.undecided(undecided) : '';
  return `${conflictMessages.result} ${values.join(', ')}. ${left}`.trim();
}

/** @returns the unfinished changes of the conflicted file that no decision holds back */
export function combinedChanges(edits: readonly EditDetail[], conflict: FileConflictState): readonly FieldChange[] {
  const { key, conflicts } = conflict;
  return edits
    .filter(({ edit }) => edit.network === key?.network && edit.fileId === key.id)
    .flatMap(({ edit }) => edit.changes)
    .filter((change) => isOpen(change) && !conflicts.some((one) => one.field === change.field));
}
