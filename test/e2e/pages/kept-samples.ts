import SQLite from 'better-sqlite3';
import { join } from 'node:path';

const HOUR_MS = 3_600_000;

/**
 * Puts samples of a key's uses into an app's copy, as checks every few hours would have: a test cannot wait for days. An
 * app that is running reads them when the key is looked at.
 *
 * @param counts one for each check, the last of them now
 * @param everyHours between two checks
 */
export function keepSamples(profileDirectory: string, keyId: string, counts: readonly number[], everyHours: number) {
  const db = new SQLite(join(profileDirectory, 'mirror.db'));
  try {
    const key = db
      .prepare<[string], { row_id: number; limit: number | null }>(
        `SELECT row_id, key_json ->> 'maxUses' AS "limit" FROM api_keys WHERE id = ?`,
      )
      .get(keyId);
    if (key === undefined) throw new Error(`The copy holds no key ${keyId}`);
    db.prepare('DELETE FROM key_uses WHERE key_row = ?').run(key.row_id);
    const insert = db.prepare('INSERT INTO key_uses (key_row, at_ms, to_ms, uses, use_limit) VALUES (?, ?, ?, ?, ?)');
    const firstMs = Date.now() - counts.length * everyHours * HOUR_MS;
    counts.forEach((uses, place) => {
      const atMs = Math.round(firstMs + place * everyHours * HOUR_MS);
      insert.run(key.row_id, atMs, atMs, uses, key.limit);
    });
  } finally {
    db.close();
  }
}
