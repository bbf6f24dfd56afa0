import type { Database } from 'better-sqlite3';
import type { Pairs } from '../../src/domain/files/file.ts';
import { setsOf, type SetName, type SetRow } from './facet-index/facet-terms.ts';
import { rowSets, type RowMoves } from './facet-index/facet-index-writer.ts';

/** Row ids in the order they came and went; the same one may come and go several times. */
type Moving = { readonly name: SetName; readonly come: number[]; readonly go: number[] };

/** Makes counters of copies: the sets their rows are in, and their size altogether. */
export function facetCounters(db: Database) {
  const sets = rowSets(db);
  const addSize = db.prepare<[number, number]>('UPDATE copies SET size_bytes = size_bytes + ? WHERE number = ?');

  return (copy: number) => {
    // By field and key first: a name put together for each look-up would cost more than all the rest.
    const gathered = new Map<string, Map<string, Moving>>();
    let sizeBytes = 0;

    function moving(name: SetName): Moving {
      const alike = name.field === 'value' ? `value ${name.key}` : name.field;
      const byValue = gathered.get(alike) ?? new Map<string, Moving>();
      if (byValue.size === 0) gathered.set(alike, byValue);
      const known = byValue.get(name.value) ?? { name, come: [], go: [] };
      if (known.name === name) byValue.set(name.value, known);
      return known;
    }

    return {
      add: (rowId: number, row: SetRow, pairs: Pairs): void => {
        sizeBytes += row.size_bytes ?? 0;
        for (const name of setsOf(row, pairs)) moving(name).come.push(rowId);
      },
      take: (rowId: number, row: SetRow, pairs: Pairs): void => {
        sizeBytes -= row.size_bytes ?? 0;
        for (const name of setsOf(row, pairs)) moving(name).go.push(rowId);
      },
      /** Everything gathered, at once. */
      write: (): void => {
        for (const byValue of gathered.values()) {
          for (const { name, ...moves } of byValue.values()) {
            const { come, go } = settled(moves);
            if (come.length + go.length > 0) sets.move(copy, name, { come, go });
          }
        }
        if (sizeBytes !== 0) addSize.run(sizeBytes, copy);
        gathered.clear();
        sizeBytes = 0;
      },
    };
  };
}
export type FacetCounter = ReturnType<ReturnType<typeof facetCounters>>;

/** What is left when coming and going are set against each other. */
function settled({ come, go }: RowMoves): RowMoves {
  if (go.length === 0) return { come, go };
  const sums = new Map<number, number>();
  for (const rowId of come) sums.set(rowId, (sums.get(rowId) ?? 0) + 1);
  for (const rowId of go) sums.set(rowId, (sums.get(rowId) ?? 0) - 1);
  const ids = [...sums];
  return {
    come: ids.filter(([, sum]) => sum > 0).map(([rowId]) => rowId),
    go: ids.filter(([, sum]) => sum < 0).map(([rowId]) => rowId),
  };
}
