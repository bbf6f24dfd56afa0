import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { keyId, type ConnectionId } from '../../../src/domain/core/ids.ts';
import { keyAlertKind, type KeyAlert, type RaisedAlert } from '../../../src/domain/keys/key-alert.ts';
import { flagColumn } from '../sqlite/column-parsers.ts';

const alertRow = z
  .object({
    key_id: keyId,
    kind: keyAlertKind,
    raised_at_ms: z.number(),
    name: z.string().nullable(),
    uses: z.number(),
    use_limit: z.number(),
    runs_out_ms: z.number().nullable(),
    dismissed: flagColumn,
  })
  .transform(({ key_id, kind, raised_at_ms, name, uses, use_limit, runs_out_ms, dismissed }): KeyAlert => ({
    keyId: key_id,
    kind,
    raisedAtMs: raised_at_ms,
    name,
    uses,
    limit: use_limit,
    runsOutMs: runs_out_ms,
    dismissed,
  }));

type Cleared = Pick<KeyAlert, 'keyId' | 'kind'>;

/** Alerts that were raised and not cleared since. */
export function keyAlertsTable(db: Database) {
  const select = db.prepare<[string], unknown>(/* sql */ `
    SELECT key_id, kind, raised_at_ms, name, uses, use_limit, runs_out_ms, dismissed FROM key_alerts
    WHERE connection_id = ? ORDER BY raised_at_ms DESC, key_id, kind
  `);
  const insert = db.prepare(/* sql */ `
    INSERT INTO key_alerts (connection_id, key_id, kind, raised_at_ms, name, uses, use_limit, runs_out_ms)
    VALUES (@connectionId, @keyId, @kind, @raisedAtMs, @name, @uses, @limit, @runsOutMs)
    ON CONFLICT DO NOTHING
  `);
  const clear = db.prepare<[string, string, string]>(
    'DELETE FROM key_alerts WHERE connection_id = ? AND key_id = ? AND kind = ?',
  );
  const dismiss = db.prepare<[string, string, string, number]>(
    'UPDATE key_alerts SET dismissed = 1 WHERE connection_id = ? AND key_id = ? AND kind = ? AND raised_at_ms = ?',
  );
  const dismissEach = db.transaction((id: ConnectionId, seen: readonly RaisedAlert[]) => {
    for (const { keyId: key, kind, raisedAtMs } of seen) dismiss.run(id, key, kind, raisedAtMs);
  });
  const change = db.transaction((id: ConnectionId, raised: readonly KeyAlert[], cleared: readonly Cleared[]) => {
    for (const { dismissed: _, ...alert } of raised) insert.run({ connectionId: id, ...alert });
    for (const { keyId: key, kind } of cleared) clear.run(id, key, kind);
  });
  return {
    /** Newest first. */
    list: (id: ConnectionId): readonly KeyAlert[] => select.all(id).map((row) => alertRow.parse(row)),
    change: (id: ConnectionId, raised: readonly KeyAlert[], cleared: readonly Cleared[]): void =>
      change.immediate(id, raised, cleared),
    /** Leaves an alert that was raised since a person saw the others. */
    dismiss: (id: ConnectionId, seen: readonly RaisedAlert[]): void => dismissEach.immediate(id, seen),
  };
}
export type KeyAlertsTable = ReturnType<typeof keyAlertsTable>;
