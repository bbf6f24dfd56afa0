import { expect, test } from 'vitest';
import { isOpenSql } from '../../../electron/database/outbox/migrations/0001-status-counters.ts';
import { anOutbox } from '../../support/database.ts';

test.each(['', 'file.'] as const)('files with open edits are found by their index, as "%squeued"', (prefix) => {
  const { db } = anOutbox();
  const select = `SELECT file.number FROM edited_files AS file WHERE file.connection_id = ? AND ${isOpenSql(prefix)}`;
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${select}`).all('a');
  expect(JSON.stringify(plan)).toContain('USING INDEX edited_files_open (connection_id=?)');
});
