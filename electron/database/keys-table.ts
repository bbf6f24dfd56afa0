import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { copies } from './copies.ts';
import type { KeysTable, ObservedKey } from './mirror-types.ts';
import { unitOfWork } from './unit-of-work.ts';

const foundRow = z.object({ raw: z.string(), pass_id: z.string() });

/** The copy of the account's API keys. A key that is no longer listed stays, marked as missing. */
export function keysTable(db: Database): KeysTable {
  const { atomically } = unitOfWork(db);
  const copy = copies(db);
  const find = db.prepare<[number, string], unknown>(/* sql */ `
    SELECT raw, pass_id FROM api_keys WHERE copy = ? AND id = ?
  `);
  const upsert = db.prepare(/* sql */ `
    INSERT INTO api_keys (copy, id, key_json, raw, seen_at_ms, pass_id, missing_since_ms)
    VALUES (@copy, @id, @key_json, @raw, @seenAtMs, @passId, NULL)
    ON CONFLICT (copy, id) DO UPDATE SET key_json = excluded.key_json, raw = excluded.raw,
      seen_at_ms = excluded.seen_at_ms, pass_id = excluded.pass_id, missing_since_ms = NULL
  `);
  const sampleUses = usesSampler(db);
  const markMissing = db.prepare<[number, number, string]>(
    'UPDATE api_keys SET missing_since_ms = ? WHERE copy = ? AND pass_id <> ? AND missing_since_ms IS NULL',
  );
  const wipeUses = db.prepare<[number]>(
    'DELETE FROM key_uses WHERE key_row IN (SELECT row_id FROM api_keys WHERE copy = ?)',
  );
  const wipe = db.prepare<[number]>('DELETE FROM api_keys WHERE copy = ?');

  /** @returns whether this pass had not met it before */
  function putOne(number: number, { key, raw }: ObservedKey, seen: { seenAtMs: number; passId: string }): boolean {
    const row = find.get(number, key.id);
    const found = row === undefined ? null : foundRow.parse(row);
    upsert.run({ copy: number, id: key.id, key_json: JSON.stringify(key), raw, ...seen });
    if (key.uses !== null && found?.raw !== raw) sampleUses(number, key.id, seen.seenAtMs, key.uses);
    return found?.pass_id !== seen.passId;
  }

  return {
    put: (connectionId, keys, seen) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        copy.keysChanged(number);
        return keys.filter((one) => putOne(number, one, seen)).length;
      }),
    markMissing: (connectionId, passId, nowMs) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        copy.keysChanged(number);
        return markMissing.run(nowMs, number, passId).changes;
      }),
    wipe: (connectionId) =>
      atomically(() => {
        const number = copy.findOrMake(connectionId);
        wipeUses.run(number);
        wipe.run(number);
        copy.keysChanged(number);
      }),
  };
}

/** One sample for each change of the count, so that a forecast has something to go by. */
function usesSampler(db: Database): (copy: number, keyId: string, atMs: number, uses: number) => void {
  const insert = db.prepare(/* sql */ `
    INSERT INTO key_uses (key_row, at_ms, uses)
    SELECT row_id, @atMs, @uses FROM api_keys AS held
    WHERE copy = @copy AND id = @keyId AND @uses IS NOT (
      SELECT uses FROM key_uses WHERE key_row = held.row_id ORDER BY at_ms DESC LIMIT 1)
    ON CONFLICT (key_row, at_ms) DO UPDATE SET uses = excluded.uses
  `);
  return (copy, keyId, atMs, uses) => void insert.run({ copy, keyId, atMs, uses: Math.round(uses) });
}
