import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { markedRows } from '../mirror/marks-table.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { AT_REST, isWhole, termText, type FacetTerm } from '../facet-index/facet-terms.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { counted, type Counted, type Facets, type FileCounts, fileStates } from '../../../src/domain/files/file.ts';

const MOST = 100;

/** Reads the counts of facet terms, which are written with the rows. */
export function facetCounts(db: Database) {
  const ids = mirrorIds(db);
  const lists = countedLists(db);
  const marked = markedRows(db);
  const selectSize = db.prepare<[number], unknown>('SELECT size_bytes FROM copies WHERE number = ?').pluck();
  const plain = (mirrorId: number, field: FacetTerm['field']): Counted[] => lists(mirrorId, field, '');

  return {
    counts: (connectionId: ConnectionId): FileCounts => {
      const mirrorId = ids.find(connectionId) ?? NO_MIRROR;
      const networks = plain(mirrorId, 'network');
      const one = (name: string): number => networks.find(({ value }) => value === name)?.count ?? 0;
      return {
        all: sum(networks),
        public: one('public'),
        private: one('private'),
        sizeBytes: numberOf(selectSize.get(mirrorId) ?? 0),
        edited: sum(plain(mirrorId, 'state')),
        starred: marked(mirrorId, 'star').length,
        groups: plain(mirrorId, 'group'),
        types: plain(mirrorId, 'type'),
      };
    },
    facets: (connectionId: ConnectionId): Facets => {
      const mirrorId = ids.find(connectionId) ?? NO_MIRROR;
      const networks = plain(mirrorId, 'network');
      return {
        networks,
        types: plain(mirrorId, 'type'),
        families: plain(mirrorId, 'family'),
        groups: plain(mirrorId, 'group'),
        states: statesOf(plain(mirrorId, 'state'), sum(networks)),
        keys: plain(mirrorId, 'key'),
      };
    },
    /** Values of one metadata key, the most frequent first, at most 100; long ones are left out. */
    facetValues: (connectionId: ConnectionId, key: string): Counted[] =>
      lists(ids.find(connectionId) ?? NO_MIRROR, 'value', key),
  };
}

const sum = (all: readonly Counted[]): number => all.reduce((total, { count }) => total + count, 0);

/** The index counts files with edits by state; all others are at rest. */
function statesOf(edited: readonly Counted[], files: number): Facets['states'] {
  const rest = { value: AT_REST, count: files - sum(edited) } as const;
  const known = fileStates.flatMap((value) =>
    edited.filter((one) => one.value === value).map(({ count }) => ({ value, count })),
  );
  return [rest, ...known].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

/** Mirror ids begin at 1. */
const NO_MIRROR = 0;

function countedLists(db: Database) {
  const from = 'SELECT value, count FROM row_sets WHERE copy = ? AND field = ? AND key = ?';
  const frequent = db.prepare<[number, string, string], unknown>(
    `${from} AND count > 1 ORDER BY count DESC, value LIMIT ${MOST}`,
  );
  const single = db.prepare<[number, string, string, number], unknown>(`${from} AND count = 1 ORDER BY value LIMIT ?`);

  return (mirrorId: number, field: FacetTerm['field'], key: string): Counted[] => {
    const named = [mirrorId, field, termText(key)] as const;
    const most = frequent.all(...named).map((row) => counted.parse(row));
    const rest = single.all(...named, MOST - most.length).map((row) => counted.parse(row));
    return [...most, ...rest].filter(({ value }) => isWhole(value));
  };
}
