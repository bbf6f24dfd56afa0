import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { selfTestTrace, type SelfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';

const stored = jsonColumn(selfTestTrace);

/** Traces of self-tests on services, by connection: they outlive every mirror, and are as durable as an edit. */
export function selfTestsTable(db: Database) {
  const select = db.prepare<[string], unknown>('SELECT self_test_json FROM self_tests WHERE connection_id = ?').pluck();
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO self_tests (connection_id, self_test_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET self_test_json = excluded.self_test_json
  `);
  const remove = db.prepare<[string]>('DELETE FROM self_tests WHERE connection_id = ?');
  return {
    get: (id: ConnectionId): SelfTestTrace | null => {
      const row = select.get(id);
      return row === undefined ? null : stored.parse(row);
    },
    put: (id: ConnectionId, trace: SelfTestTrace): void => void upsert.run(id, JSON.stringify(trace)),
    remove: (id: ConnectionId): void => void remove.run(id),
  };
}
export type SelfTestsTable = ReturnType<typeof selfTestsTable>;
