import { expect, test } from 'vitest';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import {
  accountRefA,
  accountRefB,
  aChangeSet,
  anEdit,
  connectionA,
  connectionB,
  fileOf,
} from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

function anEditedFile() {
  const { outbox } = anOutbox();
  const set = aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'a')] });
  outbox.enqueue(set);
  const move = (number: number, status: ChangeStatus): void =>
    outbox.update([{ editId: anEdit(number).id, field: 'name', status }]);
  return { outbox, set, move, file: () => outbox.editedFile(anEdit(1).id) };
}

test('a file is told by one of its edits: how all of them stand, and what the service said about this one', () => {
  const { outbox, set, file } = anEditedFile();
  const told = {
    ...{ number: 1, of: fileOf('a'), state: 'waiting', changeSetId: set.id, editedAtMs: set.createdAtMs },
    refusal: null,
  };
  expect(file()).toEqual(told);
  outbox.setRefusal(anEdit(1).id, { status: 400, message: 'the name is too long', requestId: null, atMs: 7 });
  expect(file()).toEqual({ ...told, refusal: 'the name is too long' });
  expect(outbox.editedFile(anEdit(2).id)).toEqual(told);
  expect(outbox.editedFile(anEdit(9).id)).toBeNull();
});

test.each<[ChangeStatus, string]>([
  ['conflicted', 'needsYou'],
  ['refused', 'refused'],
  ['gone', 'gone'],
  ['held', 'held'],
  ['settled', 'onServer'],
  ['discarded', 'onServer'],
])('a file whose edits are all %s is %s', (status, state) => {
  const { move, file } = anEditedFile();
  for (const number of [1, 2]) move(number, status);
  expect(file()?.state).toBe(state);
});

test('a person decides about files with a conflict, a refusal or a vanished file, of the own account', () => {
  const { outbox, move } = anEditedFile();
  outbox.enqueue(aChangeSet(2, { edits: [anEdit(3, 'b'), anEdit(4, 'c'), anEdit(5, 'd')] }));
  outbox.enqueue(aChangeSet(3, { edits: [anEdit(6, 'e')], accountRef: accountRefB }));
  const toDecide = (of = accountRefA, id = connectionA) => outbox.numbersToDecide(id, of).toSorted();
  expect(toDecide()).toEqual([]);
  move(1, 'conflicted');
  move(3, 'refused');
  move(4, 'gone');
  move(5, 'held');
  move(6, 'refused');
  const numbers = [1, 3, 4].map((number) => outbox.editedFile(anEdit(number).id)!.number);
  expect(toDecide()).toEqual(numbers);
  expect(toDecide(accountRefB)).toHaveLength(1);
  expect(toDecide(accountRefA, connectionB)).toEqual([]);
});
