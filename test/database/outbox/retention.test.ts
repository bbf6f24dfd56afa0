import { describe, expect, test } from 'vitest';
import { activityTable } from '../../../electron/database/activity/activity-table.ts';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/durations.ts';
import { accountRefA, aChangeSet, anAttempt, anEdit, connectionA, fileOf } from '../../support/builders.ts';
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
  expect([prune(db, 0), prune(db, KEPT_MS), prune(db, KEPT_MS + DAY_MS)]).toEqual([0, 0, 1]);
  expect([outbox.edit(anEdit(1).id), outbox.edit(anEdit(2).id)?.seq]).toEqual([null, 2]);
  expect([attemptsOf('a'), attemptsOf('b')]).toEqual([0, 1]);
  expect(outbox.editIdsOfSet(aChangeSet(1).id)).toEqual([anEdit(2).id]);
});

test('an attempt whose value may still land outlives its edit', () => {
  const { db, outbox, attempt } = halfDone();
  attempt(1, 'a', false);
  expect([prune(db, 0), prune(db, KEPT_MS), prune(db, KEPT_MS + DAY_MS)]).toEqual([0, 0, 1]);
  expect(outbox.unresolvedAttempt(fileOf('a'))?.attemptId).toBe('attempt-1');
});

test('a change set goes with its last edit, and its files with theirs', () => {
  const { db, outbox, settle } = halfDone();
  const isThere = () => changeQueries(db).set(aChangeSet(1).id, accountRefA) !== null;
  const files = () => db.prepare('SELECT file_id FROM edited_files').pluck().all();
  for (const nowMs of [0, KEPT_MS, KEPT_MS + DAY_MS]) prune(db, nowMs);
  expect([isThere(), files()]).toEqual([true, ['b']]);
  settle(2);
  for (const days of [32, 62]) prune(db, days * DAY_MS);
  expect([prune(db, 63 * DAY_MS), isThere(), files()]).toEqual([1, false, []]);
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(3, 'a')] }));
  expect(outbox.edit(anEdit(3).id)?.seq).toBe(3);
});

describe('a clock that is ahead', () => {
  const t0 = Date.UTC(2026, 0, 1);
  const isThere = ({ outbox }: ReturnType<typeof halfDone>) => outbox.edit(anEdit(1).id) !== null;

  test('at one start removes nothing: the clock of the next start is the one of before', () => {
    const world = halfDone();
    const starts = [t0, t0 + 40 * DAY_MS, t0 + HOUR_MS, t0 + DAY_MS + HOUR_MS, t0 + 29 * DAY_MS];
    expect(starts.map((nowMs) => prune(world.db, nowMs))).toEqual([0, 0, 0, 0, 0]);
    expect(isThere(world)).toBe(true);
  });

  test('that saw an edit end keeps the edit no longer than thirty days of the clock that was put right', () => {
    const world = halfDone();
    const days = [5 * 365, 1, 2, 31, 32];
    expect(days.map((day) => prune(world.db, t0 + day * DAY_MS))).toEqual([0, 0, 0, 0, 0]);
    expect([isThere(world), prune(world.db, t0 + 33 * DAY_MS), isThere(world)]).toEqual([true, 1, false]);
  });

  test('for a day is believed, as after a holiday', () => {
    const world = halfDone();
    expect([0, 40, 41].map((day) => prune(world.db, t0 + day * DAY_MS))).toEqual([0, 0, 1]);
  });
});

test('events of a month ago go by a clock that is confirmed', () => {
  const { db } = anOutbox();
  const activity = activityTable(db);
  const t0 = Date.UTC(2026, 0, 1);
  const put = (day: number) =>
    activity.put(connectionA, [{ kind: 'filesGone', files: 1, fromMs: 0, requests: [] }], t0 + day * DAY_MS);
  const days = () =>
    activity.list(connectionA, { origin: null, day: null, limit: 9 }).entries.map(({ atMs }) => (atMs - t0) / DAY_MS);
  for (const day of [0, 5]) put(day);
  prune(db, t0 + 5 * DAY_MS);
  put(40);
  prune(db, t0 + 40 * DAY_MS);
  expect(days()).toEqual([40, 5, 0]);
  for (const day of [6, 31, 32]) prune(db, t0 + day * DAY_MS);
  expect(days()).toEqual([40, 5]);
});

test('a clock that was years behind for one start ends no edit early', () => {
  const { db, outbox, settle } = halfDone();
  const t0 = Date.UTC(2026, 0, 1);
  prune(db, t0);
  settle(2);
  for (const nowMs of [0, HOUR_MS, t0 + DAY_MS, t0 + 2 * DAY_MS, t0 + 3 * DAY_MS]) prune(db, nowMs);
  expect([1, 2].map((number) => outbox.edit(anEdit(number).id) !== null)).toEqual([true, true]);
});
