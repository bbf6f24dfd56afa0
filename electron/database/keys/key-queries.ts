import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId, KeyId } from '../../../src/domain/core/ids.ts';
import {
  apiKey,
  conditionOf,
  type KeyCondition,
  useLimit,
  type KeyCounts,
  type KeyRow,
} from '../../../src/domain/keys/api-key.ts';
import { auditOf, type KeyAudit } from '../../../src/domain/keys/key-audit.ts';
import { canRunOut, type KeyRunOuts, runOutsOf } from '../../../src/domain/keys/key-run-outs.ts';
import { forecastOf, idleSinceMs, type UsedKey } from '../../../src/domain/keys/key-usage.ts';
import { type ListedKey, usageLine } from '../../../src/domain/keys/listed-key.ts';
import type { KeyQuery } from '../../../src/domain/keys/queries.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { flagColumn, jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { selectedKeys } from './key-filter.ts';
import { usageRuns } from './usage-samples.ts';

/** Answers questions about keys by the domain's own rules. */
export function keyQueries(db: Database) {
  const ids = mirrorIds(db);
  const keysOf = keyCache(db);
  const runsOf = usageRuns(db);
  const selectRaw = db.prepare<[number, string], unknown>('SELECT raw FROM api_keys WHERE copy = ? AND id = ?').pluck();

  const all = db.transaction((connectionId: ConnectionId): readonly KeyRow[] => {
    const mirrorId = ids.find(connectionId);
    return mirrorId === null ? [] : keysOf(mirrorId);
  });
  function used(connectionId: ConnectionId, mirrored: KeyRow | undefined): UsedKey | null {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null || mirrored === undefined) return null;
    const runs = runsOf(mirrorId, mirrored.key.id);
    return { ...mirrored, runs, forecast: forecastOf(mirrored.key, runs) };
  }

  return {
    /** @param nowMs what "unused for so many days" is counted back from */
    chosen: (connectionId: ConnectionId, query: KeyQuery, nowMs: number): readonly KeyRow[] =>
      selectedKeys(all(connectionId), query, nowMs),
    /** A part of the chosen keys, each with its forecast and the line of its uses. */
    page: (connectionId: ConnectionId, query: KeyQuery, { from, to, nowMs }: KeyPage) => {
      const chosen = selectedKeys(all(connectionId), query, nowMs);
      return {
        rows: chosen.slice(from, to).map((row) => listed(row, used(connectionId, row), nowMs)),
        count: chosen.length,
      };
    },
    /** @returns null when the mirror does not hold the key */
    get: (connectionId: ConnectionId, id: KeyId): (UsedKey & { readonly raw: string }) | null => {
      const mirrorId = ids.find(connectionId);
      const row = all(connectionId).find((one) => one.key.id === id);
      const found = used(connectionId, row);
      return mirrorId === null || found === null
        ? null
        : { ...found, raw: z.string().parse(selectRaw.get(mirrorId, id)) };
    },
    /** @param value the public value of a key. @returns null when the mirror does not hold the key */
    byValue: (connectionId: ConnectionId, value: string): UsedKey | null =>
      used(
        connectionId,
        all(connectionId).find((one) => one.key.key === value),
      ),
    runOuts: (connectionId: ConnectionId, yieldToEventLoop: () => Promise<void>): Promise<KeyRunOuts> =>
      runOutsAmong(all(connectionId), (key) => (db.open ? used(connectionId, key) : null), yieldToEventLoop),
    audit: (connectionId: ConnectionId, nowMs: number): KeyAudit => auditOf(all(connectionId), nowMs),
    counts: (connectionId: ConnectionId): KeyCounts => countsOf(all(connectionId)),
  };
}

type KeyPage = { readonly from: number; readonly to: number; readonly nowMs: number };

/** A row with the course of its uses; without samples when the mirror went meanwhile. */
const listed = (row: KeyRow, used: UsedKey | null, nowMs: number): ListedKey => ({
  ...row,
  forecast: used?.forecast ?? { kind: 'over' },
  line: usageLine(used?.runs ?? [], row.limit, nowMs),
});

function countsOf(keys: readonly KeyRow[]): KeyCounts {
  const having = (condition: KeyCondition): number => keys.filter((one) => one.condition === condition).length;
  return {
    all: keys.length,
    active: having('active'),
    limited: having('limited'),
    exhausted: having('exhausted'),
    revoked: having('revoked'),
  };
}

/** Forecasts read the samples of one key each: between so many the thread answers other questions. */
const FORECASTS_AT_ONCE = 50;

async function runOutsAmong(
  keys: readonly KeyRow[],
  used: (key: KeyRow) => UsedKey | null,
  yieldToEventLoop: () => Promise<void>,
): Promise<KeyRunOuts> {
  const forecasts: UsedKey[] = [];
  for (const [place, key] of keys.filter(canRunOut).entries()) {
    if (place % FORECASTS_AT_ONCE === FORECASTS_AT_ONCE - 1) await yieldToEventLoop();
    const forecast = used(key);
    if (forecast !== null) forecasts.push(forecast);
  }
  return runOutsOf(keys, forecasts);
}

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
function keyCache(db: Database): (mirrorId: number) => readonly KeyRow[] {
  const cache = new Map<number, Cached>();
  const selectVersion = db.prepare<[number], unknown>('SELECT keys_version FROM copies WHERE number = ?').pluck();
  const selectAll = db.prepare<[number], unknown>(/* sql */ `
    WITH stored AS (
      SELECT row_id, id, key_json, seen_at_ms, missing_since_ms, round(key_json ->> 'uses') AS uses FROM api_keys WHERE copy = ?
    )
    SELECT key_json, seen_at_ms, missing_since_ms,
      (SELECT min(same.at_ms) FROM key_uses AS same WHERE same.key_row = stored.row_id AND same.at_ms > coalesce(
        (SELECT max(other.at_ms) FROM key_uses AS other WHERE other.key_row = stored.row_id AND other.uses <> stored.uses),
        -1)) AS count_since_ms,
      EXISTS (SELECT 1 FROM key_uses AS more WHERE more.key_row = stored.row_id AND more.uses > stored.uses) AS has_fallen
    FROM stored ORDER BY id
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
