import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { fileId, network, type FileKey } from '../../src/domain/ids.ts';
import type { OutboxTable } from './outbox-types.ts';
import { numberOf } from './rows.ts';

type LateChecks = Pick<OutboxTable, 'scheduleCheck' | 'dueChecks' | 'nextCheckMs' | 'clearCheck'>;

const keyRow = z
  .object({ network, file_id: fileId })
  .transform((row): FileKey => ({ network: row.network, id: row.file_id }));

/** Which files are to be looked at once more, and when. */
export function lateChecksPart(db: Database): LateChecks {
  const put = db.prepare(/* sql */ `
    INSERT INTO late_checks (connection_id, network, file_id, due_at_ms)
    VALUES (@connectionId, @network, @id, @dueAtMs)
    ON CONFLICT (connection_id, network, file_id) DO UPDATE SET due_at_ms = max(due_at_ms, excluded.due_at_ms)
  `);
  const selectDue = db.prepare<[string, number], unknown>(/* sql */ `
    SELECT network, file_id FROM late_checks WHERE connection_id = ? AND due_at_ms <= ? ORDER BY due_at_ms LIMIT 200
  `);
  const selectNext = db
    .prepare<[string], unknown>('SELECT min(due_at_ms) FROM late_checks WHERE connection_id = ?')
    .pluck();
  const clear = db.prepare<[string, string, string, number]>(/* sql */ `
    DELETE FROM late_checks WHERE connection_id = ? AND network = ? AND file_id = ? AND due_at_ms <= ?
  `);
  return {
    scheduleCheck: ({ connectionId, network, id }, dueAtMs) =>
      void put.run({ connectionId, network, id, dueAtMs: Math.ceil(dueAtMs) }),
    dueChecks: (connectionId, nowMs) => selectDue.all(connectionId, nowMs).map((row) => keyRow.parse(row)),
    nextCheckMs: (connectionId) => {
      const dueAtMs = selectNext.get(connectionId);
      return dueAtMs === null ? null : numberOf(dueAtMs);
    },
    clearCheck: ({ connectionId, network, id }, asOfMs) => void clear.run(connectionId, network, id, asOfMs),
  };
}
