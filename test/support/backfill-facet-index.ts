import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { pairs } from '../../src/domain/files/file.ts';
import { facetCounters } from '../../electron/database/facet-index/facet-index-writer.ts';
import { transactions } from '../../electron/database/sqlite/transactions.ts';

const row = z.object({
  row_id: z.number(),
  copy: z.number(),
  network: z.string(),
  mime_type: z.string().nullable(),
  group_id: z.string().nullable(),
  state: z.number(),
  size_bytes: z.number().nullable(),
  created_at: z.string().nullable(),
});

const SLICE_ROWS = 10_000;

/** Builds the facet index of a mirror that has none from its rows: what the index kept row by row has to equal. */
export function backfillFacetIndex(db: Database): void {
  const { atomically } = transactions(db);
  const isDue = db.prepare('SELECT EXISTS (SELECT 1 FROM files) AND NOT EXISTS (SELECT 1 FROM row_sets)').pluck();
  if (isDue.get() !== 1) return;
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT row_id, copy, network, mime_type, group_id, state, size_bytes, created_at
    FROM files WHERE row_id > ? ORDER BY row_id LIMIT ${SLICE_ROWS}
  `);
  const selectPairs = db.prepare<[number], unknown>('SELECT key, value FROM metadata WHERE row_id = ?').raw();
  const counters = facetCounters(db);

  function slice(after: number): number | null {
    const rows = z.array(row).parse(select.all(after));
    for (const [copy, ofCopy] of Map.groupBy(rows, (one) => one.copy)) {
      const facets = counters(copy);
      for (const one of ofCopy) facets.add(one.row_id, one, pairs.parse(selectPairs.all(one.row_id)));
      facets.write();
    }
    return rows.at(-1)?.row_id ?? null;
  }

  atomically(() => {
    for (let after: number | null = 0; after !== null;) after = slice(after);
  });
}
