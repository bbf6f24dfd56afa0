import type { Database } from 'better-sqlite3';
import { type FacetCounter, facetCounters } from '../facet-index/facet-index-writer.ts';
import { fileRowIds, fileWriter } from './file-writer.ts';
import { mirrorIds } from './mirror-ids.ts';
import { lastSeenTable } from './scan-tables.ts';

/** The tables of the mirror that change together. */
export type MirrorTables = {
  readonly db: Database;
  readonly ids: ReturnType<typeof mirrorIds>;
  readonly rowIds: ReturnType<typeof fileRowIds>;
  readonly writer: ReturnType<typeof fileWriter>;
  readonly lastSeen: ReturnType<typeof lastSeenTable>;
  readonly counters: ReturnType<typeof facetCounters>;
};

export const mirrorTables = (db: Database): MirrorTables => ({
  db,
  ids: mirrorIds(db),
  rowIds: fileRowIds(db),
  writer: fileWriter(db),
  lastSeen: lastSeenTable(db),
  counters: facetCounters(db),
});

/** Runs `work` on one mirror with its counters, which are written once at the end. */
export function counting<T>({ counters }: MirrorTables, mirrorId: number, work: (facets: FacetCounter) => T): T {
  const facets = counters(mirrorId);
  const result = work(facets);
  facets.write();
  return result;
}
