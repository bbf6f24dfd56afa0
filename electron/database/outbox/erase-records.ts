import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { transactions } from '../sqlite/transactions.ts';

/**
 * Erases what the outbox holds of a mirror that is deleted: the service's records beside requests of its connection (what
 * was read before an update, and what was answered), and what names its groups and keys, which are its activity, its alerts
 * and the answer that showed how the service reads a name. The edits, their requests and their history stay. `secure_delete`
 * is on for every connection to the outbox, so that the bytes go as well; the checkpoint takes them out of the log.
 */
export function eraseRecords(db: Database, connectionId: ConnectionId): void {
  const { atomically } = transactions(db);
  atomically(() => {
    // Whether the service answered is told by the column not being null.
    db.prepare(
      "UPDATE attempts SET answered_raw = '' WHERE connection_id = ? AND answered_raw IS NOT NULL AND answered_raw <> ''",
    ).run(connectionId);
    // A request without an outcome keeps what was read before it: the comparison of refusals needs it.
    db.prepare(
      'UPDATE attempts SET read_raw = NULL WHERE connection_id = ? AND is_resolved = 1 AND ended_at_ms IS NOT NULL',
    ).run(connectionId);
    for (const table of ['activity', 'key_alerts'])
      db.prepare(`DELETE FROM ${table} WHERE connection_id = ?`).run(connectionId);
    db.prepare(
      "UPDATE connections SET connection_json = json_remove(connection_json, '$.learnt.nameSearch') WHERE id = ?",
    ).run(connectionId);
    // The next start would put it into the mirror that was just deleted.
    db.prepare('UPDATE settled_files SET raw = NULL WHERE connection_id = ?').run(connectionId);
  });
  db.pragma('wal_checkpoint(TRUNCATE)');
}
