import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../src/domain/ids.ts';

export type Counted = { readonly value: string; readonly count: number };

export type FileCounts = {
  readonly all: number;
  readonly public: number;
  readonly private: number;
  readonly sizeBytes: number;
  readonly edited: number;
  /** Largest first, at most 100. */
  readonly groups: readonly Counted[];
  readonly types: readonly Counted[];
};

const MOST = 100;
const countedRow = z.object({ value: z.string(), count: z.number() });

/** Reads the counters that are kept along with the rows. */
export function fileCounts(db: Database): (connectionId: ConnectionId) => FileCounts {
  const select = db.prepare<[string, string], unknown>(/* sql */ `
    SELECT facet.value, facet.count FROM copies AS copy JOIN facets AS facet ON facet.copy = copy.number
    WHERE copy.connection_id = ? AND facet.facet = ? ORDER BY facet.count DESC, facet.value LIMIT ${MOST}
  `);
  return (connectionId) => {
    const list = (facet: string): readonly Counted[] =>
      select.all(connectionId, facet).map((row) => countedRow.parse(row));
    const one = (facet: string, value: string): number => list(facet).find((row) => row.value === value)?.count ?? 0;
    const counts = { public: one('network', 'public'), private: one('network', 'private') };
    return {
      all: counts.public + counts.private,
      ...counts,
      sizeBytes: one('sizeBytes', 'all'),
      edited: one('edited', 'all'),
      groups: list('group'),
      types: list('type'),
    };
  };
}
