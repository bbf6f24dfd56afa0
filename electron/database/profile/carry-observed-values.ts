import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { field } from '../../../src/domain/files/field.ts';
import { filesTable } from '../mirror/files-table.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** No more than the mirror would keep of them. */
const CARRIED = 20_000;

const observedRow = z.object({
  connection_id: connectionId,
  network,
  file_id: fileId,
  field,
  value_json: jsonColumn(z.string().nullable()),
  at_ms: z.number(),
});

/**
 * Carries what an earlier build saw of other people's changes from the outbox, where nothing deleted it, to the mirror,
 * which it goes with. Not a migration: the snapshot before one would keep the values beside the outbox.
 */
export function carryObservedValues(outbox: Database, mirror: Database): void {
  const rows = outbox
    .prepare<[number], unknown>(
      /* sql */ `
      SELECT * FROM (SELECT number, connection_id, network, file_id, field, value_json, at_ms FROM field_history
        WHERE source = 'observed' ORDER BY number DESC LIMIT ?) ORDER BY number
    `,
    )
    .all(CARRIED);
  if (rows.length === 0) return;
  const files = filesTable(mirror);
  transactions(mirror).atomically(() => {
    for (const row of rows) {
      const { connection_id, network, file_id, at_ms: atMs, ...one } = observedRow.parse(row);
      const of = { connectionId: connection_id, network, id: file_id };
      // A crash between the two files leaves values in both: the second time they are in the mirror already.
      const known = files.observedValues(of);
      if (known.some((other) => other.atMs === atMs && other.field === one.field && other.value === one.value_json))
        continue;
      const fields = [{ field: one.field, value: one.value_json }];
      files.noteRemoteChange(of, { atMs, beforeAtMs: atMs, fields });
    }
  });
  outbox.prepare("DELETE FROM field_history WHERE source = 'observed'").run();
  outbox.pragma('wal_checkpoint(TRUNCATE)');
}
