import { expect, test } from 'vitest';
import { activityTable } from '../../../electron/database/activity/activity-table.ts';
import { eraseRecords } from '../../../electron/database/outbox/erase-records.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { dayBeginsMs } from '../../../src/domain/core/text.ts';
import type { ActivityEvent } from '../../../src/domain/activity/activity.ts';
import { aChangeSet, aConnection, anEdit, connectionA, connectionB } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const gone = (files: number): ActivityEvent => ({ kind: 'filesGone', files, fromMs: 0, requests: [] });
const check: ActivityEvent = { kind: 'checked', checks: 1, fromMs: 7, requests: [] };

test('events are listed newest first, of one connection, by who did it', () => {
  const table = activityTable(anOutbox().db);
  table.put(connectionA, [gone(1), gone(2)], 10);
  table.put(connectionA, [check], 20);
  table.put(connectionB, [gone(9)], 30);
  const listed = (origin: 'elsewhere' | 'app' | 'mine' | null, limit = 10) =>
    table
      .list(connectionA, { origin: origin, day: null, limit: limit })
      .entries.map(({ about, atMs }) => [about.kind, atMs]);
  expect(listed(null)).toEqual([
    ['checked', 20],
    ['filesGone', 10],
    ['filesGone', 10],
  ]);
  expect(table.list(connectionA, { origin: null, day: null, limit: 3 }).entries.at(-1)?.about).toMatchObject({
    files: 1,
  });
  expect(listed('app')).toEqual([['checked', 20]]);
  expect(listed('mine')).toEqual([]);
  expect(table.list(connectionA, { origin: null, day: null, limit: 2 })).toMatchObject({
    isMore: true,
    entries: [{}, {}],
  });
  expect(table.list(connectionA, { origin: null, day: null, limit: 3 }).isMore).toBe(false);
});

test('checks in a row that found nothing are one entry, which keeps its id', () => {
  const table = activityTable(anOutbox().db);
  table.put(connectionA, [check], 20);
  const [first] = table.list(connectionA, { origin: null, day: null, limit: 1 }).entries;
  for (const atMs of [30, 40]) table.put(connectionA, [{ ...check, fromMs: atMs }], atMs);
  expect(table.list(connectionA, { origin: null, day: null, limit: 9 }).entries).toEqual([
    { id: first?.id, atMs: 40, origin: 'app', about: { ...check, checks: 3 } },
  ]);
});

test('what a person did stands among the events as it stands now', () => {
  const { db, outbox } = anOutbox();
  const table = activityTable(db);
  table.put(connectionA, [gone(1)], 1);
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a')] }));
  const [mine] = table.list(connectionA, { origin: 'mine', day: null, limit: 9 }).entries;
  expect(mine).toMatchObject({ origin: 'mine', about: { kind: 'changeSet', files: 1, queued: 1, settled: 0 } });
  expect(table.list(connectionA, { origin: null, day: null, limit: 9 }).entries).toHaveLength(2);
});

test('events beyond the number that is kept go, of each connection by itself', () => {
  const table = activityTable(anOutbox().db, { events: 3 });
  table.put(connectionB, [gone(9)], 1);
  for (let atMs = 1; atMs <= 5; atMs += 1) table.put(connectionA, [gone(atMs)], atMs);
  const files = () => table.list(connectionA, { origin: null, day: null, limit: 99 }).entries.map(({ atMs }) => atMs);
  expect(files()).toEqual([5, 4, 3]);
  table.put(connectionA, [gone(6)], 104);
  expect(files()).toEqual([104, 5, 4]);
  expect(table.list(connectionB, { origin: null, day: null, limit: 9 }).entries).toHaveLength(1);
});

test('an event of a later release is left out, and the rest is listed', () => {
  const { db } = anOutbox();
  const table = activityTable(db);
  table.put(connectionA, [gone(1)], 1);
  db.prepare('UPDATE activity SET event_json = \'{"kind":"danced"}\'').run();
  table.put(connectionA, [check], 2);
  expect(table.list(connectionA, { origin: null, day: null, limit: 9 }).entries.map(({ about }) => about.kind)).toEqual(
    ['checked'],
  );
});

test('the activity goes with its connection, and with the copy that it tells of', () => {
  const { db } = anOutbox();
  const table = activityTable(db);
  for (const id of [connectionA, connectionB]) {
    connectionsTable(db).put(aConnection({ id }));
    table.put(id, [gone(1)], 1);
  }
  connectionsTable(db).remove(connectionA);
  eraseRecords(db, connectionB);
  expect(db.prepare('SELECT count(*) FROM activity').pluck().get()).toBe(0);
});

test('one day of the calendar is listed by itself', () => {
  const table = activityTable(anOutbox().db);
  const days = ['2026-06-14', '2026-06-15'] as const;
  for (const day of days) table.put(connectionA, [gone(1)], dayBeginsMs(day, 1) - 1);
  const listed = (day: string) => table.list(connectionA, { origin: null, day, limit: 9 }).entries;
  expect(days.map((day) => listed(day).map(({ atMs }) => atMs))).toEqual(days.map((day) => [dayBeginsMs(day, 1) - 1]));
  expect(listed('2026-06-16')).toEqual([]);
});
