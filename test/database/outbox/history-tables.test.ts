import { expect, test } from 'vitest';
import { z } from 'zod';
import { historyTable, undoTable } from '../../../electron/database/outbox/history-tables.ts';
import { prune } from '../../../electron/database/outbox/retention.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { transactions } from '../../../electron/database/sqlite/transactions.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { aConnection, anEdit, connectionA, connectionB, fileOf } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

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

const steps = z.array(z.string()).nullable();

test('the undo history of a connection is what was written last, also for the next start', () => {
  const { db } = anOutbox();
  const table = undoTable(db, (stored) => steps.parse(stored));
  expect(table.get(connectionA)).toBeNull();
  table.set(connectionA, ['first']);
  table.set(connectionA, ['first', 'second']);
  const next = undoTable(db, (stored) => steps.parse(stored));
  expect([table.get(connectionA), next.get(connectionA)]).toEqual([
    ['first', 'second'],
    ['first', 'second'],
  ]);
  expect(table.get(connectionB)).toBeNull();
});

test('an undo history that was rolled back is the one before', () => {
  const { db } = anOutbox();
  const table = undoTable(db, (stored) => steps.parse(stored));
  table.set(connectionA, ['first']);
  const fails = (): void =>
    transactions(db).atomically(() => {
      table.set(connectionA, ['first', 'second']);
      expect(table.get(connectionA)).toEqual(['first', 'second']);
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(table.get(connectionA)).toEqual(['first']);
});

test('an undo history that was read is not read again', () => {
  const { db } = anOutbox();
  let read = 0;
  const table = undoTable(db, (stored) => {
    read += 1;
    return steps.parse(stored);
  });
  table.set(connectionA, ['first']);
  expect([table.get(connectionA), table.get(connectionA), read]).toEqual([['first'], ['first'], 0]);
});

test('an undo history of an earlier run is read once, and what a transaction wrote that was rolled back is not kept', () => {
  const { db } = anOutbox();
  undoTable(db, (stored) => steps.parse(stored)).set(connectionA, ['first']);
  let read = 0;
  const next = undoTable(db, (stored) => {
    read += 1;
    return steps.parse(stored);
  });
  expect([next.get(connectionA), next.get(connectionA), read]).toEqual([['first'], ['first'], 1]);
  const fails = (): void =>
    transactions(db).atomically(() => {
      next.set(connectionA, ['first', 'second']);
      expect(next.get(connectionA)).toEqual(['first', 'second']);
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(next.get(connectionA)).toEqual(['first']);
});

test('the parts of an undo under way come back in their order, until they are cleared', () => {
  const { db } = anOutbox();
  const { journal } = undoTable(db, (stored) => stored);
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
