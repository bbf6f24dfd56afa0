import { expect, test } from 'vitest';
import { remoteChangesTable } from '../../../electron/database/mirror/remote-changes.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { RemoteChange } from '../../../src/domain/edits/remote-change.ts';
import { aFile, connectionA, fileOf, observed } from '../../support/builders.ts';
import { aMirror } from '../../support/database.ts';

const aChange = (value: string, atMs: number): RemoteChange => ({
  atMs,
  beforeAtMs: atMs - 1,
  fields: [{ field: 'name', value, before: `not ${value}` }],
});

const valuesIn = (table: ReturnType<typeof remoteChangesTable>) => table.values(1).map(({ value }) => value);

test('values before and after are listed newest first, each with the time at which the service held it', () => {
  const table = remoteChangesTable(aMirror().db);
  table.put(1, aChange('a', 10));
  table.put(1, { atMs: 20, beforeAtMs: 10, fields: [{ field: 'key:env', value: null }] });
  table.put(2, aChange('elsewhere', 15));
  expect(table.values(1)).toEqual([
    { field: 'key:env', value: null, atMs: 20, isGoneAfterUpdate: false },
    { field: 'name', value: 'a', atMs: 10, isGoneAfterUpdate: false },
    { field: 'name', value: 'not a', atMs: 9, isGoneAfterUpdate: false },
  ]);
});

test('only what is gone after an update of ours is told so', () => {
  const table = remoteChangesTable(aMirror().db);
  const fields = [
    { field: 'key:env' as const, value: null, before: 'test' },
    { field: 'name' as const, value: 'theirs', before: 'a' },
  ];
  table.put(1, { atMs: 20, beforeAtMs: 10, fields, isAfterUpdate: true });
  expect(table.values(1).map(({ value, isGoneAfterUpdate }) => [value, isGoneAfterUpdate])).toEqual([
    ['theirs', false],
    ['a', false],
    [null, true],
    ['test', false],
  ]);
});

test('a history beyond its age, its rows or its bytes loses what is oldest', () => {
  const limits = { keptMs: 30 * DAY_MS, rows: 1_000, bytes: 100_000 };
  const aged = remoteChangesTable(aMirror().db, limits);
  for (const day of [1, 20, 40, 41]) aged.put(1, aChange(`on day ${day}`, day * DAY_MS));
  aged.prune(41 * DAY_MS);
  expect(valuesIn(aged).filter((text) => !text?.startsWith('not'))).toEqual(['on day 41', 'on day 40', 'on day 20']);

  const few = remoteChangesTable(aMirror().db, { ...limits, rows: 2 });
  for (const atMs of [1, 2, 3, 4]) few.put(1, aChange(`at ${atMs}`, atMs));
  expect(valuesIn(few)).toEqual(['at 4', 'not at 4', 'at 3', 'not at 3']);

  const small = remoteChangesTable(aMirror().db, { ...limits, bytes: 250 });
  for (const atMs of [1, 2, 3, 4, 5, 6]) small.put(1, aChange(`at ${atMs}`, atMs));
  small.prune(6);
  expect(valuesIn(small)).toEqual(['at 6', 'not at 6', 'at 5', 'not at 5', 'at 4', 'not at 4']);
});

test('a clock that was ahead for one change ends no history', () => {
  const changes = remoteChangesTable(aMirror().db, { keptMs: 30 * DAY_MS, rows: 10, bytes: 100_000 });
  for (const day of [1, 2, 400]) changes.put(1, aChange(`on day ${day}`, day * DAY_MS));
  changes.prune(400 * DAY_MS);
  changes.prune(3 * DAY_MS);
  expect(valuesIn(changes)).toHaveLength(6);
});

test('the history of a file goes with the file, and with the mirror', () => {
  const { db, files } = aMirror();
  const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };
  const left = (): unknown => db.prepare('SELECT count(*) FROM remote_changes').pluck().get();
  const noted = (): void => {
    files.put(connectionA, [observed(aFile())], seen, () => []);
    files.noteRemoteChange(fileOf(), aChange('a', 10));
  };
  noted();
  const before = left();
  files.remove(fileOf());
  const afterRemoval = left();
  noted();
  files.wipe(connectionA);
  expect([before, afterRemoval, left()]).toEqual([1, 0, 0]);
});
