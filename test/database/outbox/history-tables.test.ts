import { statSync } from 'node:fs';
import SQLite, { type Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { historyTable, undoTable } from '../../../electron/database/outbox/history-tables.ts';
import { undoSteps } from '../../../electron/database/outbox/migrations/0013-undo-steps.ts';
import { outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { prune } from '../../../electron/database/outbox/retention.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { transactions } from '../../../electron/database/sqlite/transactions.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { aConnection, anEdit, connectionA, connectionB, fileOf, uuid } from '../../support/builders.ts';
import { anOutbox, aProfile, closedAfterwards } from '../../support/database.ts';

test('displaced values of a file are told newest first, with where they came from', () => {
  const table = historyTable(anOutbox().db);
  const first = { field: 'name', value: 'old\ud800', source: 'server', atMs: 1, editId: anEdit(1).id } as const;
  const second = { field: 'key:env', value: null, source: 'mine', atMs: 2, editId: null } as const;
  for (const one of [first, second]) table.put(fileOf('a'), one);
  table.put(fileOf('b'), first);
  expect(table.list(fileOf('a'))).toEqual([second, first]);
  expect(table.list(fileOf('a', 'private'))).toEqual([]);
  expect(table.list(fileOf('a', 'public', connectionB))).toEqual([]);
});

const readSteps = (stored: unknown) =>
  z
    .object({ undo: z.array(z.object({ title: z.string() })), redo: z.array(z.object({ title: z.string() })) })
    .parse(stored);
type Step = { readonly title: string };
const step = (title: string): Step => ({ title });
const stacks = (...titles: readonly string[]) => ({ undo: titles.map(step), redo: [] });
const none = stacks();

test('the undo history of a connection is what was written last, also for the next start', () => {
  const { db } = anOutbox();
  const table = undoTable(db, readSteps);
  expect(table.get(connectionA)).toEqual(none);
  table.set(connectionA, stacks('first'));
  table.set(connectionA, stacks('first', 'second'));
  const next = undoTable(db, readSteps);
  expect([table.get(connectionA), next.get(connectionA)]).toEqual([
    stacks('first', 'second'),
    stacks('first', 'second'),
  ]);
  expect(table.get(connectionB)).toEqual(none);
});

test('an undo history that was rolled back is the one before', () => {
  const { db } = anOutbox();
  const table = undoTable(db, readSteps);
  table.set(connectionA, stacks('first'));
  const fails = (): void =>
    transactions(db).atomically(() => {
      table.set(connectionA, stacks('first', 'second'));
      expect(table.get(connectionA)).toEqual(stacks('first', 'second'));
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(table.get(connectionA)).toEqual(stacks('first'));
});

test('an undo history that was read is not read again', () => {
  const { db } = anOutbox();
  let read = 0;
  const table = undoTable(db, (stored) => {
    read += 1;
    return readSteps(stored);
  });
  table.set(connectionA, stacks('first'));
  expect([table.get(connectionA), table.get(connectionA), read]).toEqual([stacks('first'), stacks('first'), 0]);
});

test('an undo history of an earlier run is read once, and what a transaction wrote that was rolled back is not kept', () => {
  const { db } = anOutbox();
  undoTable(db, readSteps).set(connectionA, stacks('first'));
  let read = 0;
  const next = undoTable(db, (stored) => {
    read += 1;
    return readSteps(stored);
  });
  expect([next.get(connectionA), next.get(connectionA), read]).toEqual([stacks('first'), stacks('first'), 1]);
  const fails = (): void =>
    transactions(db).atomically(() => {
      next.set(connectionA, stacks('first', 'second'));
      expect(next.get(connectionA)).toEqual(stacks('first', 'second'));
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(next.get(connectionA)).toEqual(stacks('first'));
});

/** Bytes that the work writes into the log of the database. */
function bytesWritten(db: Database, work: () => void): number {
  db.pragma('wal_checkpoint(TRUNCATE)');
  work();
  return statSync(`${db.name}-wal`).size;
}

/** A step of a bulk edit, as long as the ids of its files. */
const bulkStep = (title: string, files: number) => ({
  title,
  added: Array.from({ length: files }, (_, at) => uuid(at)),
});

test('a step of one file is written alone, however long the steps of bulk edits below it are', () => {
  const { outbox: db } = aProfile();
  const table = undoTable(db, readSteps);
  const bulk = ['one', 'two', 'three'].map((title) => bulkStep(title, 5_000));
  table.set(connectionA, { undo: bulk, redo: [] });
  const added = bytesWritten(db, () => table.set(connectionA, { undo: [...bulk, { title: 'rename' }], redo: [] }));
  const undone = bytesWritten(db, () => table.set(connectionA, { undo: bulk, redo: [{ title: 'rename' }] }));
  const next = undoTable(db, readSteps);
  const { undo } = next.get(connectionA);
  const later = bytesWritten(db, () => next.set(connectionA, { undo: [...undo, { title: 'later' }], redo: [] }));
  expect(undoTable(db, readSteps).get(connectionA)).toEqual(stacks('one', 'two', 'three', 'later'));
  expect([added, undone, later].map((bytes) => bytes < 64 * 1024)).toEqual([true, true, true]);
});

test('a step that comes in below newer ones, and one that falls off the end, leave the others in their order', () => {
  const { db } = anOutbox();
  const table = undoTable(db, readSteps);
  const [a, b, c, d, e] = [step('a'), step('b'), step('c'), step('d'), step('e')];
  const kept = (undo: readonly Step[], redo: readonly Step[]): unknown => {
    table.set(connectionA, { undo, redo });
    return undoTable(db, readSteps).get(connectionA);
  };
  expect(kept([a, b, c], [])).toEqual({ undo: [a, b, c], redo: [] });
  expect(kept([a, d, b, c], [e])).toEqual({ undo: [a, d, b, c], redo: [e] });
  expect(kept([d, b, c, e], [])).toEqual({ undo: [d, b, c, e], redo: [] });
  expect(kept([d, c], [b, b])).toEqual({ undo: [d, c], redo: [b, b] });
  expect(kept([], [])).toEqual({ undo: [], redo: [] });
});

test('a step whose transaction was rolled back is written with the next one that holds it', () => {
  const { db } = anOutbox();
  const table = undoTable(db, readSteps);
  const [first, second, third] = [step('first'), step('second'), step('third')];
  const fails = (): void =>
    transactions(db).atomically(() => {
      table.set(connectionA, { undo: [first, second], redo: [] });
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  table.set(connectionA, { undo: [third], redo: [] });
  table.set(connectionA, { undo: [third, second, first], redo: [] });
  expect(undoTable(db, readSteps).get(connectionA).undo).toEqual([third, second, first]);
});

test('an undo history that an earlier build kept as one text has its steps in their order; a damaged text has none', () => {
  const db = closedAfterwards(new SQLite(':memory:'));
  const [first, ...later] = outboxSchema.migrations;
  migrate(db, { ...outboxSchema, migrations: [first, ...later.filter((one) => one !== undoSteps)] });
  const titles = Array.from({ length: 12 }, (_, at) => `${at} "ü\ud800"`);
  const kept = { undo: titles.map(step), redo: [step('last'), step('before it')] };
  const insert = db.prepare('INSERT INTO undo_stacks (connection_id, stacks_json) VALUES (?, ?)');
  insert.run(connectionB, JSON.stringify(kept));
  db.pragma('ignore_check_constraints = ON');
  insert.run(connectionA, '{"undo":[{"title');
  db.pragma('ignore_check_constraints = OFF');
  migrate(db, outboxSchema);
  const table = undoTable(db, readSteps);
  expect([table.get(connectionB), table.get(connectionA)]).toEqual([kept, none]);
});

test('the parts of an undo under way come back in their order, until they are cleared', () => {
  const { db } = anOutbox();
  const { journal } = undoTable(db, readSteps);
  for (const part of [{ at: 1 }, { at: 2 }, 'three']) journal.add(connectionA, part);
  journal.add(connectionB, 'other');
  expect(journal.parts(connectionA)).toEqual([{ at: 1 }, { at: 2 }, 'three']);
  journal.clear(connectionA);
  expect([journal.parts(connectionA), journal.parts(connectionB)]).toEqual([[], ['other']]);
});

test('displaced values of a connection that is gone go after their time, and those of the others stay', () => {
  const { db } = anOutbox();
  const [history, connections] = [historyTable(db), connectionsTable(db)];
  const t0 = Date.UTC(2026, 0, 1);
  const displaced = { field: 'name', value: 'before', source: 'server', editId: null } as const;
  for (const id of [connectionA, connectionB]) {
    connections.put(aConnection({ id }));
    for (const day of [0, 20]) history.put(fileOf('a', 'public', id), { ...displaced, atMs: t0 + day * DAY_MS });
  }
  connections.remove(connectionA);
  const left = () => [connectionA, connectionB].map((id) => history.list(fileOf('a', 'public', id)).length);
  for (const day of [20, 32]) prune(db, t0 + day * DAY_MS);
  expect(left()).toEqual([2, 2]);
  prune(db, t0 + 33 * DAY_MS);
  expect(left()).toEqual([1, 2]);
});
