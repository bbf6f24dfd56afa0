import type { Database } from 'better-sqlite3';
import { pairs, type Pairs } from '../../../src/domain/files/file.ts';

/** The pairs that go and those that come: one changed value among thousands writes one row, and two facet terms. */
export type PairChanges = {
  readonly removed: Pairs;
  readonly added: Pairs;
  /** Whether no change is left for later. */
  readonly isWhole: boolean;
};

/** The metadata pairs of files, as filters and lists read them. */
export function metadataRows(db: Database) {
  const select = db.prepare<[number], unknown>('SELECT key, value FROM metadata WHERE row_id = ?').raw();
  const upsert = db.prepare<[number, string, string]>(/* sql */ `
    INSERT INTO metadata (row_id, key, value) VALUES (?, ?, ?)
    ON CONFLICT (row_id, key) DO UPDATE SET value = excluded.value
  `);
  const remove = db.prepare<[number, string]>('DELETE FROM metadata WHERE row_id = ? AND key = ?');
  const put = (rowId: number, all: Pairs): void => {
    for (const [key, value] of all) upsert.run(rowId, key, value);
  };
  return {
    get: (rowId: number): Pairs => pairs.parse(select.all(rowId)),
    put,
    change: (rowId: number, removed: Pairs, added: Pairs): void => {
      const kept = new Set(added.map(([key]) => key));
      for (const [key] of removed) if (!kept.has(key)) remove.run(rowId, key);
      put(rowId, added);
    },
  };
}

export function pairChanges(old: Pairs, projected: Pairs): PairChanges {
  // As SQLite keeps it; of a key that stands twice the last value counts.
  const now = new Map(projected.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()] as const));
  const before = new Map(old);
  const isIn = (pairs: ReadonlyMap<string, string>, [key, value]: Pairs[number]): boolean => pairs.get(key) === value;
  return {
    removed: old.filter((pair) => !isIn(now, pair)),
    added: [...now].map(([key, value]): [string, string] => [key, value]).filter((pair) => !isIn(before, pair)),
    isWhole: true,
  };
}

/** The changes of the first `mostPairs` keys: a key whose value changes is in both lists. */
export function partOf(changes: PairChanges, mostPairs: number): PairChanges {
  const { removed, added } = changes;
  if (removed.length + added.length <= mostPairs) return changes;
  const keys = new Set([...removed, ...added].map(([key]) => key));
  if (keys.size <= mostPairs) return changes;
  const taken = new Set([...keys].slice(0, mostPairs));
  const isTaken = ([key]: Pairs[number]): boolean => taken.has(key);
  return { removed: removed.filter(isTaken), added: added.filter(isTaken), isWhole: false };
}
