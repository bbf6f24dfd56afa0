import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type Counted, counted, fileStates } from '../../../src/domain/files/file.ts';
import {
  type CountedContents,
  type KeyShare,
  MOST_SUMMARY_KEYS,
  shareOf,
} from '../../../src/domain/files/selection-summary.ts';
import { Bitmap } from '../facet-index/bitmap.ts';
import { facetIndexReader } from '../facet-index/facet-index-reader.ts';
import { AT_REST, type FacetTerm, isWhole } from '../facet-index/facet-terms.ts';

/** The most frequent terms of the mirror that are held against the selection. */
const MOST = { types: 20, keys: 40, values: 12 } as const;

/**
 * Counts by the bitmaps of the most frequent types, keys and values of the mirror: a few hundred of them, however many rows
 * are selected. A value that is rare in the mirror counts among the others.
 */
export function countByBitmaps(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): (mirrorId: number, rowIds: Uint32Array) => Promise<CountedContents> {
  const sets = facetIndexReader(db);
  const frequent = frequentTerms(db);

  async function counts(mirrorId: number, selected: Bitmap, field: FacetTerm['field'], most: number, key = '') {
    const found: Counted[] = [];
    for (const value of frequent(mirrorId, field, key, most)) {
      if (!db.open) break;
      const count = sets.named(mirrorId, { field, key, value }).countIn(selected);
      if (count > 0) found.push({ value, count });
      await yieldToEventLoop();
    }
    return found.toSorted((a, b) => b.count - a.count);
  }

  async function shares(mirrorId: number, selected: Bitmap, files: number): Promise<KeyShare[]> {
    const keys = await counts(mirrorId, selected, 'key', MOST.keys);
    const shown: KeyShare[] = [];
    for (const { value: key, count } of keys.slice(0, MOST_SUMMARY_KEYS))
      shown.push(shareOf(key, await counts(mirrorId, selected, 'value', MOST.values, key), count, files));
    return shown;
  }

  /** The index holds the files with edits; all others are at rest. */
  function statesOf(mirrorId: number, selected: Bitmap, files: number): CountedContents['states'] {
    const edited = fileStates
      .filter((value) => value !== AT_REST)
      .map((value) => ({ value, count: sets.ofStates(mirrorId, [value]).countIn(selected) }));
    const count = edited.reduce((left, one) => left - one.count, files);
    return [{ value: AT_REST, count } as const, ...edited].filter((one) => one.count > 0);
  }

  return async (mirrorId, rowIds) => {
    const selected = Bitmap.of(sets.lastRow(), rowIds);
    await yieldToEventLoop();
    const types = await counts(mirrorId, selected, 'type', MOST.types);
    const states = statesOf(mirrorId, selected, rowIds.length);
    const keys = await shares(mirrorId, selected, rowIds.length);
    return { types, states, keys, otherKeys: null };
  };
}

function frequentTerms(db: Database) {
  const select = db.prepare<[number, string, string, number], unknown>(
    'SELECT value, count FROM row_sets WHERE copy = ? AND field = ? AND key = ? AND count > 1 ORDER BY count DESC LIMIT ?',
  );
  const rows = z.array(counted);
  return (mirrorId: number, field: FacetTerm['field'], key: string, most: number): readonly string[] =>
    rows
      .parse(select.all(mirrorId, field, key, most))
      .map(({ value }) => value)
      .filter(isWhole);
}
