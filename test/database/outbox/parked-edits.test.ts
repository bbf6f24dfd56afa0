import { expect, test } from 'vitest';
import { parkedEdits } from '../../../electron/database/outbox/parked-edits.ts';
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

const elsewhere = { origin: 'https://other.test', account: accountRefA.account };

/** One set of account A over the files a and b, and one of account B over the file c. */
function twoAccounts() {
  const { db, outbox } = anOutbox();
  const edits = [anEdit(1, 'a'), anEdit(2, 'a'), anEdit(3, 'b')];
  outbox.enqueue(aChangeSet(1, { edits }));
  outbox.enqueue(aChangeSet(2, { accountRef: accountRefB, edits: [anEdit(4, 'c')] }));
  const move = (number: number, status: ChangeStatus): void =>
    outbox.update([{ editId: anEdit(number).id, field: 'name', status }]);
  const ofA = (file: string) => ({ ...fileOf(file), accountRef: accountRefA });
  return { outbox, parked: parkedEdits(db), move, ofA };
}

test('accounts with parked edits are told with their edits and files, those with most first', () => {
  const { parked, move } = twoAccounts();
  const ofA = { accountRef: accountRefA, edits: 3, files: 2 };
  const ofB = { accountRef: accountRefB, edits: 1, files: 1 };
  expect(parked.accounts(connectionA, elsewhere)).toEqual([ofA, ofB]);
  expect(parked.accounts(connectionA, accountRefB)).toEqual([ofA]);
  expect(parked.accounts(connectionB, elsewhere)).toEqual([]);
  move(3, 'settled');
  move(4, 'discarded');
  expect(parked.accounts(connectionA, elsewhere)).toEqual([{ ...ofA, edits: 2, files: 1 }]);
});

test('files are parked while an edit of theirs is open, by their account, change set or edit', () => {
  const { parked, move, ofA } = twoAccounts();
  const told = () => ({
    account: parked.filesOf(connectionA, accountRefA),
    set: parked.filesOfSet(aChangeSet(1).id, accountRefB),
    edit: parked.fileOfEdit(anEdit(3).id, accountRefB),
  });
  expect(told()).toEqual({ account: [ofA('a'), ofA('b')], set: [ofA('a'), ofA('b')], edit: [ofA('b')] });
  move(3, 'settled');
  expect(told()).toEqual({ account: [ofA('a')], set: [ofA('a')], edit: [] });
});

test('nothing is parked for the account that the connection has', () => {
  const { parked } = twoAccounts();
  expect(parked.filesOfSet(aChangeSet(1).id, accountRefA)).toEqual([]);
  expect(parked.fileOfEdit(anEdit(1).id, accountRefA)).toEqual([]);
  expect(parked.fileOfEdit(anEdit(99).id, accountRefB)).toEqual([]);
});

test('adoptions of an edit are told oldest first, each with the account before it', () => {
  const { parked } = twoAccounts();
  parked.adopt(parked.fileOfEdit(anEdit(1).id, accountRefB), accountRefB, { reason: 'person', atMs: 5 });
  parked.adopt(parked.fileOfEdit(anEdit(1).id, elsewhere), elsewhere, { reason: 'proof', atMs: 4 });
  expect(parked.adoptionsOf(anEdit(1).id)).toEqual([
    { reason: 'person', atMs: 5, from: accountRefA },
    { reason: 'proof', atMs: 4, from: accountRefB },
  ]);
  expect(parked.adoptionsOf(anEdit(3).id)).toEqual([]);
});
