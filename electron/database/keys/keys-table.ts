import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { apiKey, useLimit } from '../../../src/domain/keys/api-key.ts';
import { type ConnectionId, keyId } from '../../../src/domain/core/ids.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { earlierUsesAdder, type UsageHistory, usageRuns, usageSampler, downsample } from './usage-samples.ts';
import type { KeysTable, ObservedKey } from '../mirror/mirror.ts';
import { jsonColumn, numberOf, textsOf } from '../sqlite/column-parsers.ts';
import { unlessRefused } from '../sqlite/errors.ts';
import { transactions } from '../sqlite/transactions.ts';

const listedKey = jsonColumn(apiKey);
const foundRow = z.object({ pass_id: z.string() });

/** The mirror of the account's API keys. A key that is no longer listed stays, marked as missing. */
export function keysTable(db: Database): KeysTable {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const { put, markEarlier } = keyPutter(db);
  const deleteRows = keyDeleter(db);
  const limitSeenAt = db.prepare<[number, number, number]>(
    'UPDATE api_keys SET seen_at_ms = ? WHERE copy = ? AND seen_at_ms > ?',
  );
  const changing = <T>(connectionId: ConnectionId, work: (mirrorId: number) => T): T =>
    atomically(() => {
      const mirrorId = ids.findOrMake(connectionId);
      ids.keysChanged(mirrorId);
      return work(mirrorId);
    });
  return {
    put: (connectionId, keys, seen, refused) =>
      changing(connectionId, (mirrorId) => {
        const isNew = (one: ObservedKey): boolean => {
          const onRefused = refused === undefined ? null : (reason: string) => refused(one.key, reason);
          const isTaken = unlessRefused(() => atomically(() => put(mirrorId, one, seen)), onRefused);
          return isTaken ?? markEarlier(mirrorId, one, seen);
        };
        return keys.filter(isNew).length;
      }),
    ...scanPart(db, changing),
    ...watchedPart(db),
    byValue: keyByValue(db),
    limitSeenAt: (connectionId, atMs) =>
      changing(connectionId, (mirrorId) => void limitSeenAt.run(atMs, mirrorId, atMs)),
    wipe: (connectionId) => changing(connectionId, deleteRows),
  };
}

/** Adds uses of keys from before their first samples, which only a practice connection has: made up, and said to be so. */
export function earlierUsesTable(db: Database) {
  const { atomically } = transactions(db);
  const ids = mirrorIds(db);
  const add = earlierUsesAdder(db);
  return {
    /** Leaves out keys that the mirror lacks, and all that is there already. */
    put: (connectionId: ConnectionId, histories: readonly UsageHistory[]): void =>
      atomically(() => {
        const mirrorId = ids.find(connectionId);
        if (mirrorId === null) return;
        for (const history of histories) add(mirrorId, history);
        ids.keysChanged(mirrorId);
      }),
  };
}
export type EarlierUsesTable = ReturnType<typeof earlierUsesTable>;

/** Runs `work` in one transaction, and counts it as a change of the mirror's keys. */
type Changing = <T>(connectionId: ConnectionId, work: (mirrorId: number) => T) => T;

type SeenKey = { readonly seenAtMs: number; readonly scanId: string };

/** Takes one key, and says whether this scan sees it for the first time. */
type PutKey = (mirrorId: number, observed: ObservedKey, seen: SeenKey) => boolean;

/** Puts one key; or marks one as seen of which the mirror keeps an earlier text, because the service still has it. */
function keyPutter(db: Database): { readonly put: PutKey; readonly markEarlier: PutKey } {
  const find = db.prepare<[number, string], unknown>('SELECT pass_id FROM api_keys WHERE copy = ? AND id = ?');
  const upsert = db.prepare(/* sql */ `
    INSERT INTO api_keys (copy, id, key_json, raw, seen_at_ms, pass_id, missing_since_ms)
    VALUES (@mirrorId, @id, @key_json, @raw, @seenAtMs, @scanId, NULL)
    ON CONFLICT (copy, id) DO UPDATE SET key_json = excluded.key_json, raw = excluded.raw,
      seen_at_ms = excluded.seen_at_ms, pass_id = excluded.pass_id, missing_since_ms = NULL
  `);
  const mark = db.prepare<[number, string, number, string]>(/* sql */ `
    UPDATE api_keys SET seen_at_ms = ?, pass_id = ?, missing_since_ms = NULL WHERE copy = ? AND id = ?
  `);
  const sampleUses = usageSampler(db);
  const lastScanOf = (mirrorId: number, id: string): string | null => {
    const row = find.get(mirrorId, id);
    return row === undefined ? null : foundRow.parse(row).pass_id;
  };
  return {
    put: (mirrorId, { key, raw }, seen) => {
      const lastScan = lastScanOf(mirrorId, key.id);
      upsert.run({ mirrorId, id: key.id, key_json: JSON.stringify(key), raw, ...seen });
      if (key.uses !== null)
        sampleUses({ mirrorId, keyId: key.id, atMs: seen.seenAtMs, uses: key.uses, limit: useLimit(key) });
      return lastScan !== seen.scanId;
    },
    markEarlier: (mirrorId, { key }, { seenAtMs, scanId }) => {
      const lastScan = lastScanOf(mirrorId, key.id);
      mark.run(seenAtMs, scanId, mirrorId, key.id);
      return lastScan !== null && lastScan !== scanId;
    },
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

function watchedPart(db: Database): Pick<KeysTable, 'watched' | 'used'> {
  const ids = mirrorIds(db);
  const runs = usageRuns(db);
  const selectIds = db
    .prepare<[number, number, string], unknown>(
      /* sql */ `
      SELECT id FROM api_keys
      WHERE copy = ? AND missing_since_ms IS NULL
        AND ((key_json ->> 'maxUses' >= ? AND key_json ->> 'revoked' = 0) OR id IN (SELECT value FROM json_each(?)))
    `,
    )
    .pluck();
  const select = db
    .prepare<[number, string], unknown>(
      'SELECT key_json FROM api_keys WHERE copy = ? AND id = ? AND missing_since_ms IS NULL',
    )
    .pluck();
  return {
    watched: (connectionId, fewestUses, also) => {
      const mirrorId = ids.find(connectionId);
      if (mirrorId === null) return [];
      return textsOf(selectIds.all(mirrorId, fewestUses, JSON.stringify(also))).map((text) => keyId.parse(text));
    },
    used: (connectionId, id) => {
      const mirrorId = ids.find(connectionId);
      const row = mirrorId === null ? undefined : select.get(mirrorId, id);
      if (mirrorId === null || row === undefined) return null;
      return { key: listedKey.parse(row), runs: runs(mirrorId, id) };
    },
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
