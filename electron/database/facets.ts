import type { Database } from 'better-sqlite3';
import type { ShownRow } from './shown-file.ts';

type Counted = Pick<ShownRow, 'network' | 'size_bytes' | 'mime_type' | 'group_id' | 'open_changes'>;
type Facet = 'network' | 'type' | 'group' | 'sizeBytes' | 'edited';

/** Counters of a copy, moved along with its rows: gathered over a batch and written once. */
export function facetCounter(db: Database, copy: number) {
  const gathered = new Map<string, number>();
  const move = db.prepare<[number, number, string, string]>(
    'UPDATE facets SET count = count + ? WHERE copy = ? AND facet = ? AND value = ?',
  );
  const insert = db.prepare<[number, number, string, string]>(
    'INSERT INTO facets (count, copy, facet, value) VALUES (?, ?, ?, ?)',
  );
  const sweep = db.prepare<[number]>('DELETE FROM facets WHERE copy = ? AND count = 0');

  function gather(facet: Facet, value: string | null, count: number): void {
    if (value === null || count === 0) return;
    const name = `${facet}\n${value}`;
    gathered.set(name, (gathered.get(name) ?? 0) + count);
  }

  function gatherAll(row: Counted, sign: 1 | -1): void {
    gather('network', row.network, sign);
    gather('type', row.mime_type, sign);
    gather('group', row.group_id, sign);
    gather('sizeBytes', 'all', sign * (row.size_bytes ?? 0));
    gather('edited', 'all', row.open_changes > 0 ? sign : 0);
  }

  return {
    add: (row: Counted): void => gatherAll(row, 1),
    take: (row: Counted): void => gatherAll(row, -1),
    write: (): void => {
      for (const [name, count] of gathered) {
        const [facet = '', ...value] = name.split('\n');
        const row = [count, copy, facet, value.join('\n')] as const;
        if (count !== 0 && move.run(...row).changes === 0) insert.run(...row);
      }
      if (gathered.size > 0) sweep.run(copy);
      gathered.clear();
    },
  };
}
export type FacetCounter = ReturnType<typeof facetCounter>;
