import { expect, test } from 'vitest';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import { accountRefA, aChangeSet, anAttempt, anEdit, fileOf } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

/** An edit of each of the files a and b in one change set, and one attempt to send each; the edit of a is over. */
function halfDone() {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
  const settle = (number: number): void =>
    outbox.update([{ editId: anEdit(number).id, field: 'name', status: 'settled', settlement: 'applied' }]);
  const attempt = (number: number, file: string, isResolved: boolean): void => {
    const { attemptId } = anAttempt(number);
    outbox.beginAttempt(anAttempt(number, { ...fileOf(file), editIds: [anEdit(number).id] }));
    const outcome = { outcome: 'answered', requestId: null, answeredRaw: null };
    outbox.endAttempt(attemptId, { endedAtMs: 1, isResolved, ...outcome });
  };
  settle(1);
  const attemptsOf = (file: string) => outbox.attemptsSince(fileOf(file), 0).length;
  return { db, outbox, settle, attempt, attemptsOf };
}

test('an edit that is removed takes its attempts along, and leaves those of the others', () => {
  const { db, outbox, attempt, attemptsOf } = halfDone();
  attempt(1, 'a', true);
  attempt(2, 'b', true);
  expect([prune(db, 0), prune(db, KEPT_MS)]).toEqual([0, 1]);
  expect([outbox.edit(anEdit(1).id), outbox.edit(anEdit(2).id)?.seq]).toEqual([null, 2]);
  expect([attemptsOf('a'), attemptsOf('b')]).toEqual([0, 1]);
  expect(outbox.editIdsOfSet(aChangeSet(1).id)).toEqual([anEdit(2).id]);
});

test('an attempt whose value may still land outlives its edit', () => {
  const { db, outbox, attempt } = halfDone();
  attempt(1, 'a', false);
  expect([prune(db, 0), prune(db, KEPT_MS)]).toEqual([0, 1]);
  expect(outbox.unresolvedAttempt(fileOf('a'))?.attemptId).toBe('attempt-1');
});

test('a change set goes with its last edit, and its files with theirs', () => {
  const { db, outbox, settle } = halfDone();
  const isThere = () => changeQueries(db).set(aChangeSet(1).id, accountRefA) !== null;
  const files = () => db.prepare('SELECT file_id FROM edited_files').pluck().all();
  prune(db, 0);
  prune(db, KEPT_MS);
  expect([isThere(), files()]).toEqual([true, ['b']]);
  settle(2);
  prune(db, KEPT_MS);
  expect([prune(db, 2 * KEPT_MS), isThere(), files()]).toEqual([1, false, []]);
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(3, 'a')] }));
  expect(outbox.edit(anEdit(3).id)?.seq).toBe(3);
});
