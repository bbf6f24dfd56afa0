import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { changedRowsReader, rowChangeLog } from '../../../electron/database/mirror/row-change-log.ts';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { aMirror } from '../../support/database.ts';

const KEPT = 100_000;

const lengthOf = (db: Database): number => numberOf(db.prepare('SELECT count(*) FROM row_changes').pluck().get());

function noted(db: Database, changes: number): void {
  const { note } = rowChangeLog(db);
  db.transaction(() => {
    for (let rowId = 1; rowId <= changes; rowId += 1) note(rowId);
  })();
}

test('the log of changed rows keeps the latest of them, and a reader beyond them reads everything again', () => {
  const { db } = aMirror();
  const { mark, since } = changedRowsReader(db);
  const atFirst = mark();
  noted(db, KEPT + 10_000);
  expect(lengthOf(db)).toBeGreaterThanOrEqual(KEPT);
  expect(lengthOf(db)).toBeLessThan(KEPT + 2_000);
  expect(since(atFirst, 200)).toBeNull();
  const latest = mark();
  noted(db, 2_100);
  expect(since(latest, 3_000)?.changed).toHaveLength(2_100);
});

test('a log that an earlier build let grow is shortened bit by bit, so that no edit waits for it', () => {
  const { db } = aMirror();
  db.exec(`WITH RECURSIVE counted (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM counted LIMIT ${KEPT + 30_000})
    INSERT INTO row_changes (seq, row_id) SELECT seq, 1 FROM counted`);
  noted(db, 1_000);
  const after = lengthOf(db);
  expect(after).toBeGreaterThan(KEPT + 20_000);
  noted(db, 30_000);
  expect(lengthOf(db)).toBeLessThan(after - 20_000);
});
