import type { Database } from 'better-sqlite3';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { askedFamily } from '../../../src/domain/files/file-filter.ts';
import {
  type Amount,
  emptyLibrary,
  type LibraryContents,
  sumOf,
  without,
} from '../../../src/domain/library/contents.ts';
import { facetSizeReader, type FacetSizeReader, type FacetTotal } from '../facet-index/facet-sizes.ts';
import { mirrorIds } from '../mirror/mirror-ids.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { keyCoverage } from './key-coverage.ts';
import { libraryMonths } from './library-months.ts';

/** The most values of one kind, as facets have. */
const MOST = 100;

/** This family holds archives, documents and data alike, so its types stand for themselves. */
const MIXED_FAMILY = 'application';

/** Sums up what a mirror holds, from sums and bitmaps that are kept with the rows. Yields between the parts. */
export function libraryContents(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (connectionId: ConnectionId, nowMs: number) => Promise<LibraryContents> {
  const ids = mirrorIds(db);
  const all = totals(db);
  const sizes = facetSizeReader(db);
  const monthsOf = libraryMonths(db, yieldToEventLoop);
  const coverage = keyCoverage(db, yieldToEventLoop);

  return async (connectionId, nowMs) => {
    const mirrorId = ids.find(connectionId);
    if (mirrorId === null) return emptyLibrary;
    const { unknownSizes, ...whole } = all(mirrorId);
    const types = typesOf(sizes, mirrorId, whole);
    await yieldToEventLoop();
    const { rows: groupRows, ...groups } = groupsOf(sizes, mirrorId, whole);
    await yieldToEventLoop();
    const months = await monthsOf(mirrorId, whole, nowMs);
    const names = groupRows.map(({ value }) => value);
    const { keys, filled } = await coverage(mirrorId, names);
    const rows = groupRows.map(({ value, files, sizeBytes }, place) => ({
      ...{ group: value, files, sizeBytes },
      filled: filled[place] ?? null,
    }));
    return { all: whole, unknownSizes, types, months, groups: { ...groups, rows }, keys };
  };
}

function typesOf(sizes: FacetSizeReader, mirrorId: number, whole: Amount): LibraryContents['types'] {
  const families = sizes.largest(mirrorId, 'family', MOST).filter(({ value }) => value !== MIXED_FAMILY);
  const mixed = sizes.largest(mirrorId, 'type', MOST).filter(({ value }) => value.startsWith(`${MIXED_FAMILY}/`));
  const rows = [...families.map((term) => ({ ...term, value: `${term.value}/*` })), ...mixed]
    // A type that a service calls "application/*" would ask for the whole family.
    .filter(({ value }) => askedFamily(value) !== MIXED_FAMILY)
    .toSorted((a, b) => b.sizeBytes - a.sizeBytes || b.files - a.files)
    .slice(0, MOST);
  const typed = namedTotal(sizes, mirrorId, 'type');
  return {
    rows: rows.map(({ value, files, sizeBytes }) => ({ type: value, files, sizeBytes })),
    others: without(typed, sumOf(rows)),
    none: without(whole, typed),
  };
}

function groupsOf(sizes: FacetSizeReader, mirrorId: number, whole: Amount) {
  const rows = sizes.largest(mirrorId, 'group', MOST).filter(({ value }) => value !== '');
  const grouped = namedTotal(sizes, mirrorId, 'group');
  return {
    rows,
    others: without(grouped, sumOf(rows)),
    otherGroups: Math.max(0, grouped.values - rows.length),
    none: without(whole, grouped),
  };
}

/** An empty name is none, as in the filter that finds these files. */
function namedTotal(sizes: FacetSizeReader, mirrorId: number, field: 'type' | 'group'): FacetTotal {
  const { values, ...all } = sizes.total(mirrorId, field);
  const empty = sizes.between(mirrorId, field, '', '');
  return { values: values - empty.length, ...without(all, sumOf(empty)) };
}

function totals(db: Database): (mirrorId: number) => Amount & { readonly unknownSizes: number } {
  const selectSize = db.prepare<[number], unknown>('SELECT size_bytes FROM copies WHERE number = ?').pluck();
  const selectFiles = db
    .prepare<[number, string], unknown>(
      "SELECT coalesce(sum(count), 0) FROM row_sets WHERE copy = ? AND field = ? AND key = ''",
    )
    .pluck();
  const having = (mirrorId: number, field: 'network' | 'sizeStep'): number =>
    numberOf(selectFiles.get(mirrorId, field));
  return (mirrorId) => {
    const files = having(mirrorId, 'network');
    return {
      files,
      sizeBytes: numberOf(selectSize.get(mirrorId)),
      unknownSizes: Math.max(0, files - having(mirrorId, 'sizeStep')),
    };
  };
}
