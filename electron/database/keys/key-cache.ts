import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { apiKey, conditionOf, useLimit } from '../../../src/domain/keys/api-key.ts';
import type { KeyRow } from '../../../src/domain/keys/key-row.ts';
import { idleSinceMs } from '../../../src/domain/keys/usage-samples.ts';
import { flagColumn, jsonColumn, numberOf } from '../sqlite/column-parsers.ts';

const mirroredRow = z
  .object({
    key_json: jsonColumn(apiKey),
    seen_at_ms: z.number(),
    missing_since_ms: z.number().nullable(),
    count_since_ms: z.number().nullable(),
    has_fallen: flagColumn,
  })
  .transform((row): KeyRow => ({
    key: row.key_json,
    condition: conditionOf(row.key_json),
    limit: useLimit(row.key_json),
    seenAtMs: row.seen_at_ms,
    missingSinceMs: row.missing_since_ms,
    idleSinceMs: idleSinceMs(row.key_json, row.count_since_ms, row.has_fallen),
  }));

type Cached = { readonly version: number; readonly keys: readonly KeyRow[] };

/** The keys of a mirror, parsed, and read again only after a change: an account has thousands at most. */
export function keyCache(db: Database): (mirrorId: number) => readonly KeyRow[] {
  const cache = new Map<number, Cached>();
  const selectVersion = db.prepare<[number], unknown>('SELECT keys_version FROM copies WHERE number = ?').pluck();
  const selectAll = db.prepare<[number], unknown>(/* sql */ `
    WITH held AS (
      SELECT row_id, id, key_json, seen_at_ms, missing_since_ms, round(key_json ->> 'uses') AS uses FROM api_keys WHERE copy = ?
    )
    SELECT key_json, seen_at_ms, missing_since_ms,
      (SELECT min(same.at_ms) FROM key_uses AS same WHERE same.key_row = held.row_id AND same.at_ms > coalesce(
        (SELECT max(other.at_ms) FROM key_uses AS other WHERE other.key_row = held.row_id AND other.uses <> held.uses),
        -1)) AS count_since_ms,
      EXISTS (SELECT 1 FROM key_uses AS more WHERE more.key_row = held.row_id AND more.uses > held.uses) AS has_fallen
    FROM held ORDER BY id
  `);
  return (mirrorId) => {
    const version = numberOf(selectVersion.get(mirrorId));
    const cached = cache.get(mirrorId);
    if (cached?.version === version) return cached.keys;
    const keys = selectAll.all(mirrorId).map((row) => mirroredRow.parse(row));
    cache.set(mirrorId, { version, keys });
    return keys;
  };
}
