import type { Database } from 'better-sqlite3';
import { fileKeyColumns, numberOf } from '../sqlite/column-parsers.ts';
import type { OutboxTable } from './outbox.ts';

type DelayedChecks = Pick<OutboxTable, 'scheduleCheck' | 'dueChecks' | 'nextCheckMs' | 'clearCheck'>;

/** Files that are due for a delayed check: one more read. */
export function delayedChecksPart(db: Database): DelayedChecks {
  const put = db.prepare(/* sql */ `
    INSERT INTO late_checks (connection_id, network, file_id, origin, account, due_at_ms)
    VALUES (@connectionId, @network, @id, @origin, @account, @dueAtMs)
    ON CONFLICT (connection_id, network, file_id, origin, account) DO UPDATE SET
      due_at_ms = max(due_at_ms, excluded.due_at_ms)
  `);
  const selectDue = db.prepare<[string, string, string, number], unknown>(/* sql */ `
    SELECT network, file_id FROM late_checks
    WHERE connection_id = ? AND origin = ? AND account = ? AND due_at_ms <= ? ORDER BY due_at_ms LIMIT 200
  `);
  const selectNext = db
    .prepare<[string, string, string], unknown>(
      'SELECT min(due_at_ms) FROM late_checks WHERE connection_id = ? AND origin = ? AND account = ?',
    )
    .pluck();
  const clear = db.prepare(/* sql */ `
    DELETE FROM late_checks
    WHERE connection_id = @connectionId AND network = @network AND file_id = @id
      AND origin = @origin AND account = @account AND due_at_ms <= @asOfMs
  `);
  return {
    scheduleCheck: ({ connectionId, network, id }, { origin, account }, dueAtMs) =>
      void put.run({ connectionId, network, id, origin, account, dueAtMs: Math.ceil(dueAtMs) }),
    dueChecks: (connectionId, { origin, account }, nowMs) =>
      selectDue.all(connectionId, origin, account, nowMs).map((row) => fileKeyColumns.parse(row)),
    nextCheckMs: (connectionId, { origin, account }) => {
      const dueAtMs = selectNext.get(connectionId, origin, account);
      return dueAtMs === null ? null : numberOf(dueAtMs);
    },
    clearCheck: ({ connectionId, network, id }, { origin, account }, asOfMs) =>
      void clear.run({ connectionId, network, id, origin, account, asOfMs }),
  };
}
