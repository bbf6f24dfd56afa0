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
import { type KeyRunOuts, runOutsOf } from '../../../src/domain/keys/key-run-outs.ts';
import { forecastOf, idleSinceMs, type UsedKey } from '../../../src/domain/keys/key-usage.ts';
import { type ListedKey, usageLine } from '../../../src/domain/keys/listed-key.ts';
import type { KeyQuery } from '../../../src/domain/keys/queries.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { flagColumn, jsonColumn, numberOf } from '../sqlite/column-parsers.ts';
import { inOrder, matchingKeys } from './key-filter.ts';
import { keyForecasts, likelyEnds } from './key-forecasts.ts';
import { usageRuns } from './usage-samples.ts';

/** Answers questions about keys by the domain's own rules. */
export function keyQueries(db: Database, yieldToEventLoop: () => Promise<void>) {
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

  const usedIfOpen = (connectionId: ConnectionId, row: KeyRow): UsedKey | null =>
    db.open ? used(connectionId, row) : null;
  const forecasts = keyForecasts({ used: usedIfOpen, yieldToEventLoop });
  const chosen = keysInOrder(all, forecasts);

  return {
    /** The keys that a query finds, in no order. @param nowMs what "unused for so many days" is counted back from */
    matching: (connectionId: ConnectionId, query: KeyQuery, nowMs: number): readonly KeyRow[] =>
      matchingKeys(all(connectionId), query, nowMs),
    /** The same keys, in the order of the query. */
    chosen,
    /** A part of the chosen keys, each with its forecast and the line of its uses. */
    page: keyPages(chosen, usedIfOpen),
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
    runOuts: async (connectionId: ConnectionId): Promise<KeyRunOuts> => {
      const keys = all(connectionId);
      return runOutsOf(keys, await forecasts(connectionId, keys));
    },
    audit: (connectionId: ConnectionId, nowMs: number): KeyAudit => auditOf(all(connectionId), nowMs),
    counts: (connectionId: ConnectionId): KeyCounts => countsOf(all(connectionId)),
  };
}

type Chosen = (connectionId: ConnectionId, query: KeyQuery, nowMs: number) => Promise<readonly KeyRow[]>;

/** Only the order `look` waits for the forecasts. */
const keysInOrder =
  (all: (connectionId: ConnectionId) => readonly KeyRow[], forecasts: ReturnType<typeof keyForecasts>): Chosen =>
  async (connectionId, query, nowMs) => {
    const keys = all(connectionId);
    const endsMs = likelyEnds(query.sort.column === 'look' ? await forecasts(connectionId, keys) : []);
    return inOrder(matchingKeys(keys, query, nowMs), query.sort, { endsMs, nowMs });
  };

type KeyPage = { readonly from: number; readonly to: number; readonly nowMs: number };
type KeyPageRows = { readonly rows: readonly ListedKey[]; readonly count: number };

const keyPages =
  (chosen: Chosen, used: (connectionId: ConnectionId, row: KeyRow) => UsedKey | null) =>
  async (connectionId: ConnectionId, query: KeyQuery, { from, to, nowMs }: KeyPage): Promise<KeyPageRows> => {
    const keys = await chosen(connectionId, query, nowMs);
    const rows = keys.slice(from, to).map((row) => listed(row, used(connectionId, row), nowMs));
    return { rows, count: keys.length };
  };

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
      (SELECT min(same.at_ms) FROM key_uses AS same
        WHERE same.key_row = stored.row_id AND same.at_ms <= stored.seen_at_ms AND same.at_ms > coalesce(
          (SELECT max(other.at_ms) FROM key_uses AS other
            WHERE other.key_row = stored.row_id AND other.at_ms <= stored.seen_at_ms AND other.uses <> stored.uses),
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
