import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { apiKey, useLimit } from '../../../src/domain/keys/api-key.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { usageRuns, usageSampler, downsample } from './usage-samples.ts';
import type { KeysTable, ObservedKey } from '../mirror/mirror.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const listedKey = jsonColumn(apiKey);
const foundRow = z.object({ pass_id: z.string() });

/** The mirror of the account's API keys. A key that is no longer listed stays, marked as missing. */
export function keysTable(db: Database): KeysTable {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const putOne = keyPutter(db);
  const deleteRows = keyDeleter(db);
  const changing = <T>(connectionId: ConnectionId, work: (mirrorId: number) => T): T =>
    atomically(() => {
      const mirrorId = ids.findOrMake(connectionId);
      ids.keysChanged(mirrorId);
      return work(mirrorId);
    });
  return {
    put: (connectionId, keys, seen) =>
      changing(connectionId, (mirrorId) => keys.filter((one) => putOne(mirrorId, one, seen)).length),
    ...scanPart(db, changing),
    watched: watchedKeys(db),
    byValue: keyByValue(db),
    wipe: (connectionId) => changing(connectionId, deleteRows),
  };
}

/** Runs `work` in one transaction, and counts it as a change of the mirror's keys. */
type Changing = <T>(connectionId: ConnectionId, work: (mirrorId: number) => T) => T;

type SeenKey = { readonly seenAtMs: number; readonly scanId: string };

/** @returns puts one key, and says whether this scan sees it for the first time */
function keyPutter(db: Database): (mirrorId: number, observed: ObservedKey, seen: SeenKey) => boolean {
  const find = db.prepare<[number, string], unknown>('SELECT pass_id FROM api_keys WHERE copy = ? AND id = ?');
  const upsert = db.prepare(/* sql */ `
    INSERT INTO api_keys (copy, id, key_json, raw, seen_at_ms, pass_id, missing_since_ms)
    VALUES (@mirrorId, @id, @key_json, @raw, @seenAtMs, @scanId, NULL)
    ON CONFLICT (copy, id) DO UPDATE SET key_json = excluded.key_json, raw = excluded.raw,
      seen_at_ms = excluded.seen_at_ms, pass_id = excluded.pass_id, missing_since_ms = NULL
  `);
  const sampleUses = usageSampler(db);
  return (mirrorId, { key, raw }, seen) => {
    const row = find.get(mirrorId, key.id);
    const lastScan = row === undefined ? null : foundRow.parse(row).pass_id;
    upsert.run({ mirrorId, id: key.id, key_json: JSON.stringify(key), raw, ...seen });
    if (key.uses !== null)
      sampleUses({ mirrorId, keyId: key.id, atMs: seen.seenAtMs, uses: key.uses, limit: useLimit(key) });
    return lastScan !== seen.scanId;
  };
}

/** What follows from a scan of all keys. */
function scanPart(db: Database, changing: Changing): Pick<KeysTable, 'markMissing' | 'countNotSeenIn'> {
  const ids = mirrorIds(db);
  const thin = downsample(db);
  const markMissing = db.prepare<[number, number, string]>(/* sql */ `
    UPDATE api_keys SET missing_since_ms = ?
    WHERE copy = ? AND missing_since_ms IS NULL AND pass_id NOT IN (SELECT value FROM json_each(?))
  `);
  const countNotMet = db
    .prepare<[number, string], unknown>(
      'SELECT count(*) FROM api_keys WHERE copy = ? AND missing_since_ms IS NULL AND pass_id <> ?',
    )
    .pluck();
  return {
    markMissing: (connectionId, scanIds, nowMs) =>
      changing(connectionId, (mirrorId) => {
        thin(nowMs);
        return markMissing.run(nowMs, mirrorId, JSON.stringify(scanIds)).changes;
      }),
    countNotSeenIn: (connectionId, scanId) => numberOf(countNotMet.get(ids.findOrMake(connectionId), scanId)),
  };
}

function watchedKeys(db: Database): KeysTable['watched'] {
  const ids = mirrorIds(db);
  const runs = usageRuns(db);
  const select = db
    .prepare<[number, number, string], unknown>(
      /* sql */ `
      SELECT key_json FROM api_keys
      WHERE copy = ? AND missing_since_ms IS NULL
        AND ((key_json ->> 'maxUses' >= ? AND key_json ->> 'revoked' = 0) OR id IN (SELECT value FROM json_each(?)))
    `,
    )
    .pluck();
  return (connectionId, fewestUses, also) => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return [];
    const keys = select.all(mirrorId, fewestUses, JSON.stringify(also)).map((row) => listedKey.parse(row));
    return keys.map((key) => ({ key, runs: runs(mirrorId, key.id) }));
  };
}

const ownedKey = z.object({ key_json: listedKey, seen_at_ms: z.number() });

function keyByValue(db: Database): KeysTable['byValue'] {
  const ids = mirrorIds(db);
  const select = db.prepare<[number, string], unknown>(/* sql */ `
    SELECT key_json, seen_at_ms FROM api_keys WHERE copy = ? AND key_json ->> 'key' = ? ORDER BY seen_at_ms DESC LIMIT 1
  `);
  return (connectionId, publicValue) => {
    const mirrorId = ids.find(connectionId);
    const row = mirrorId === null ? undefined : select.get(mirrorId, publicValue);
    if (row === undefined) return null;
    const { key_json, seen_at_ms } = ownedKey.parse(row);
    return { userId: key_json.userId, scopesJson: key_json.scopesJson, seenAtMs: seen_at_ms };
  };
}

function keyDeleter(db: Database): (mirrorId: number) => void {
  const deleteUses = db.prepare<[number]>(
    'DELETE FROM key_uses WHERE key_row IN (SELECT row_id FROM api_keys WHERE copy = ?)',
  );
  const deleteKeys = db.prepare<[number]>('DELETE FROM api_keys WHERE copy = ?');
  return (mirrorId) => {
    deleteUses.run(mirrorId);
    deleteKeys.run(mirrorId);
  };
}
