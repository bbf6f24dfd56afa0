import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { apiKey, useLimit } from '../../../src/domain/keys/api-key.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { usageRuns, usageSampler, downsample } from './usage-samples.ts';
import type { KeysTable, ObservedKey } from '../mirror/mirror.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const watchedKey = jsonColumn(apiKey);
const foundRow = z.object({ pass_id: z.string() });

/** The copy of the account's API keys. A key that is no longer listed stays, marked as missing. */
export function keysTable(db: Database): KeysTable {
  const { atomically } = transactions(db);
  const copy = mirrorIds(db);
  const find = db.prepare<[number, string], unknown>(/* sql */ `
    SELECT pass_id FROM api_keys WHERE copy = ? AND id = ?
  `);
  const upsert = db.prepare(/* sql */ `
    INSERT INTO api_keys (copy, id, key_json, raw, seen_at_ms, pass_id, missing_since_ms)
    VALUES (@copy, @id, @key_json, @raw, @seenAtMs, @scanId, NULL)
    ON CONFLICT (copy, id) DO UPDATE SET key_json = excluded.key_json, raw = excluded.raw,
      seen_at_ms = excluded.seen_at_ms, pass_id = excluded.pass_id, missing_since_ms = NULL
  `);
  const sampleUses = usageSampler(db);
  const thinUses = downsample(db);
  const runs = usageRuns(db);
  const selectWatched = db
    .prepare<[number, number, string], unknown>(
      /* sql */ `
      SELECT key_json FROM api_keys
      WHERE copy = ? AND missing_since_ms IS NULL
        AND ((key_json ->> 'maxUses' >= ? AND key_json ->> 'revoked' = 0) OR id IN (SELECT value FROM json_each(?)))
    `,
    )
    .pluck();
  const markMissing = db.prepare<[number, number, string]>(/* sql */ `
    UPDATE api_keys SET missing_since_ms = ?
    WHERE copy = ? AND missing_since_ms IS NULL AND pass_id NOT IN (SELECT value FROM json_each(?))
  `);
  const countNotMet = db
    .prepare<[number, string], unknown>(
      'SELECT count(*) FROM api_keys WHERE copy = ? AND missing_since_ms IS NULL AND pass_id <> ?',
    )
    .pluck();
  const wipeUses = db.prepare<[number]>(
    'DELETE FROM key_uses WHERE key_row IN (SELECT row_id FROM api_keys WHERE copy = ?)',
  );
  const wipe = db.prepare<[number]>('DELETE FROM api_keys WHERE copy = ?');

  /** @returns whether this pass had not met it before */
  function putOne(number: number, { key, raw }: ObservedKey, seen: { seenAtMs: number; scanId: string }): boolean {
    const row = find.get(number, key.id);
    const metBy = row === undefined ? null : foundRow.parse(row);
    upsert.run({ copy: number, id: key.id, key_json: JSON.stringify(key), raw, ...seen });
    if (key.uses !== null)
      sampleUses({ copy: number, keyId: key.id, atMs: seen.seenAtMs, uses: key.uses, limit: useLimit(key) });
    return metBy?.pass_id !== seen.scanId;
  }

  return {
    put: (connectionId, keys, seen) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        copy.keysChanged(number);
        return keys.filter((one) => putOne(number, one, seen)).length;
      }),
    markMissing: (connectionId, scanIds, nowMs) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        copy.keysChanged(number);
        thinUses(nowMs);
        return markMissing.run(nowMs, number, JSON.stringify(scanIds)).changes;
      }),
    notMet: (connectionId, scanId) => numberOf(countNotMet.get(copy.findOrMake(connectionId), scanId)),
    watched: (connectionId, fewestUses, also) => {
      const number = copy.find(connectionId);
      if (number === null) return [];
      const keys = selectWatched.all(number, fewestUses, JSON.stringify(also)).map((row) => watchedKey.parse(row));
      return keys.map((key) => ({ key, runs: runs(number, key.id) }));
    },
    wipe: (connectionId) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        wipeUses.run(number);
        wipe.run(number);
        copy.keysChanged(number);
      }),
  };
}
