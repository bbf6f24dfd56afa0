import SQLite, { type Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { transactions } from '../../../electron/database/sqlite/transactions.ts';
import { closedAfterwards } from '../../support/database.ts';

function aDatabase(): { readonly db: Database; readonly add: () => unknown; readonly count: () => unknown } {
  const db = closedAfterwards(new SQLite(':memory:'));
  db.exec('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  const insert = db.prepare('INSERT INTO numbers DEFAULT VALUES');
  const count = db.prepare('SELECT count(*) FROM numbers').pluck();
  return { db, add: () => insert.run(), count: () => count.get() };
}

test('effects run once, after the outermost transaction has committed', () => {
  const { db, add } = aDatabase();
  const { atomically, afterCommit, afterRollback } = transactions(db);
  const ran: string[] = [];
  const effect = (): unknown => ran.push(db.inTransaction ? 'inside' : 'after');
  atomically(() => {
    add();
    atomically(() => {
      afterCommit(effect);
      afterRollback(() => ran.push('rolled back'));
    });
    afterCommit(effect);
    expect(ran).toEqual([]);
  });
  atomically(add);
  expect(ran).toEqual(['after']);
});

test('a failure rolls all of it back, and runs the effects of a rollback alone', () => {
  const { db, add, count } = aDatabase();
  const { atomically, afterCommit, afterRollback } = transactions(db);
  const ran: string[] = [];
  const failing = (): void =>
    atomically(() => {
      add();
      afterCommit(() => ran.push('committed'));
      afterRollback(() => ran.push('rolled back'));
      throw new Error('in the middle');
    });
  expect(failing).toThrow('in the middle');
  expect([ran, count(), db.inTransaction]).toEqual([['rolled back'], 0, false]);
});

test('a failure inside a savepoint takes back the savepoint alone', () => {
  const { db, add, count } = aDatabase();
  const { atomically } = transactions(db);
  const failing = (): void =>
    atomically(() => {
      add();
      throw new Error('inside');
    });
  atomically(() => {
    add();
    expect(failing).toThrow('inside');
  });
  expect(count()).toBe(1);
});

test('outside a transaction the effect of a commit runs at once, and that of a rollback never', () => {
  const { afterCommit, afterRollback } = transactions(aDatabase().db);
  const ran: string[] = [];
  afterCommit(() => ran.push('committed'));
  afterRollback(() => ran.push('rolled back'));
  expect(ran).toEqual(['committed']);
});

test('work that returns a promise is refused and rolled back', () => {
  const { db, add, count } = aDatabase();
  expect(() => transactions(db).atomically(async () => add())).toThrow(TypeError);
  expect([count(), db.inTransaction]).toEqual([0, false]);
});
