import { expect, test } from 'vitest';
import { waitingEdit } from '../../../electron/database/outbox/waiting-edit.ts';
import { accountRefB, aChangeSet, anEdit, fileOf } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const lastFailure = { kind: 'answered', status: 500, words: 'Internal error' } as const;

/** One change set with an edit of each of three files. */
function aSet() {
  const { db, outbox } = anOutbox();
  const edits = [1, 2, 3].map((number) => anEdit(number, `file-${number}`));
  const set = aChangeSet(1, { edits });
  outbox.enqueue(set);
  const fail = (number: number, notBeforeMs: number): void =>
    outbox.setRetryState(fileOf(`file-${number}`), { notBeforeMs, failures: 1, lastFailure });
  const settle = (number: number): void =>
    outbox.update([{ editId: edits[number - 1]!.id, field: 'name', status: 'settled' }]);
  return { db, outbox, set, fail, settle, of: waitingEdit(db), idOf: (number: number) => edits[number - 1]!.id };
}

test('the edit that is tried next among those that failed stands for its set', () => {
  const { set, fail, of, idOf } = aSet();
  fail(1, 300);
  fail(3, 200);
  expect(of(set.id)).toEqual({ id: idOf(3), failedFiles: 2 });
});

test('without a failure one of the last queued edits stands for the set, and nothing does when none is queued', () => {
  const { set, settle, of, idOf } = aSet();
  expect(of(set.id)).toEqual({ id: idOf(3), failedFiles: 0 });
  settle(3);
  expect(of(set.id)).toEqual({ id: idOf(2), failedFiles: 0 });
  settle(1);
  settle(2);
  expect(of(set.id)).toBeNull();
});

test('failures of files with other edits, and of other accounts, are not counted', () => {
  const { outbox, set, fail, settle, of, idOf } = aSet();
  fail(2, 100);
  settle(2);
  outbox.enqueue(aChangeSet(2, { edits: [anEdit(4, 'file-2')] }));
  outbox.enqueue(aChangeSet(3, { accountRef: accountRefB, edits: [anEdit(5, 'file-1')] }));
  expect(of(set.id)).toEqual({ id: idOf(3), failedFiles: 0 });
  expect(of(aChangeSet(2).id)).toEqual({ id: anEdit(4).id, failedFiles: 1 });
});
