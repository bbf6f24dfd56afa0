import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { KeyCondition } from '../../../src/domain/keys/api-key.ts';
import type { ConnectionId, KeyId } from '../../../src/domain/core/ids.ts';
import { auditOf, type KeyAudit } from '../../../src/domain/keys/key-audit.ts';
import { forecastOf, type Forecast } from '../../../src/domain/keys/key-forecast.ts';
import type { UsageRun } from '../../../src/domain/keys/usage-samples.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { keyCache } from './key-cache.ts';
import { selectedKeys } from './key-filter.ts';
import { usageRuns } from './usage-samples.ts';
import type { KeyQuery } from '../../../src/domain/keys/queries.ts';
import type { KeyCounts, KeyRow } from '../../../src/domain/keys/key-row.ts';

/** A key with how it was used and when that ends. */
export type UsedKey = KeyRow & { readonly runs: readonly UsageRun[]; readonly forecast: Forecast };

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
    /** @returns null when the mirror does not hold the key */
    get: (connectionId: ConnectionId, id: KeyId): (UsedKey & { readonly raw: string }) | null => {
      const mirrorId = ids.find(connectionId);
      const found = used(
        connectionId,
        all(connectionId).find((one) => one.key.id === id),
      );
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
    audit: (connectionId: ConnectionId, nowMs: number): KeyAudit => auditOf(all(connectionId), nowMs),
    counts: (connectionId: ConnectionId): KeyCounts => {
      const keys = all(connectionId);
      const having = (condition: KeyCondition): number => keys.filter((one) => one.condition === condition).length;
      return {
        all: keys.length,
        active: having('active'),
        limited: having('limited'),
        exhausted: having('exhausted'),
        revoked: having('revoked'),
      };
    },
  };
}
