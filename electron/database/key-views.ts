import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { apiKey, conditionOf, useLimit, type ApiKey, type KeyCondition } from '../../src/domain/api-key.ts';
import type { ConnectionId, KeyId } from '../../src/domain/ids.ts';
import type { KeyQuery } from '../../src/domain/view-query.ts';
import { copies } from './copies.ts';
import { chosenKeys } from './key-query.ts';
import { jsonColumn, numberOf } from './rows.ts';

/** A key as the copy holds it. */
export type HeldKey = {
  readonly key: ApiKey;
  readonly condition: KeyCondition;
  /** null when unlimited */
  readonly limit: number | null;
  readonly seenAtMs: number;
  /** When a complete pass no longer listed it; null while it is listed. */
  readonly missingSinceMs: number | null;
};

export type KeyPage = { readonly rows: readonly HeldKey[]; readonly count: number };
export type KeyCounts = Readonly<Record<KeyCondition | 'all', number>>;

const heldRow = z
  .object({ key_json: jsonColumn(apiKey), seen_at_ms: z.number(), missing_since_ms: z.number().nullable() })
  .transform((row): HeldKey => ({
    key: row.key_json,
    condition: conditionOf(row.key_json),
    limit: useLimit(row.key_json),
    seenAtMs: row.seen_at_ms,
    missingSinceMs: row.missing_since_ms,
  }));

type Known = { readonly version: number; readonly keys: readonly HeldKey[] };

/**
 * Answers questions about keys. An account has thousands at most, so they are held parsed and asked by the domain's own
 * rules, and read again only when they changed.
 */
export function keyViews(db: Database) {
  const copy = copies(db);
  const known = new Map<number, Known>();
  const selectVersion = db.prepare<[number], unknown>('SELECT keys_version FROM copies WHERE number = ?').pluck();
  const selectAll = db.prepare<[number], unknown>(
    'SELECT key_json, seen_at_ms, missing_since_ms FROM api_keys WHERE copy = ? ORDER BY id',
  );
  const selectRaw = db.prepare<[number, string], unknown>('SELECT raw FROM api_keys WHERE copy = ? AND id = ?').pluck();

  function keysOf(of: number): readonly HeldKey[] {
    const version = numberOf(selectVersion.get(of));
    const held = known.get(of);
    if (held?.version === version) return held.keys;
    const keys = selectAll.all(of).map((row) => heldRow.parse(row));
    known.set(of, { version, keys });
    return keys;
  }

  const all = db.transaction((connectionId: ConnectionId): readonly HeldKey[] => {
    const of = copy.find(connectionId);
    return of === null ? [] : keysOf(of);
  });

  return {
    /** @param from first row, counted from 0 @param to the row after the last */
    page: (connectionId: ConnectionId, query: KeyQuery, from: number, to: number): KeyPage => {
      const chosen = chosenKeys(all(connectionId), query);
      return { rows: chosen.slice(from, to), count: chosen.length };
    },
    /** @returns null when the copy does not hold it */
    get: (connectionId: ConnectionId, id: KeyId): (HeldKey & { readonly raw: string }) | null => {
      const of = copy.find(connectionId);
      const held = all(connectionId).find((one) => one.key.id === id);
      if (of === null || held === undefined) return null;
      return { ...held, raw: z.string().parse(selectRaw.get(of, id)) };
    },
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
