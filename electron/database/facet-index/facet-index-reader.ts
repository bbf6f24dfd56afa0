import type { Database } from 'better-sqlite3';
import { Bitmap } from './bitmap.ts';
import { keptText, LAST_VALUE, termText, type FacetTerm } from './facet-terms.ts';
import { numberOf, numbersOf, VALUE } from '../sqlite/column-parsers.ts';
import { searchable } from '../../../src/domain/core/text.ts';
import type { FileState } from '../../../src/domain/files/file.ts';

/** Checked without a schema, because one query may read a thousand blocks. */
function blockIn(stored: unknown): readonly [number, Uint8Array] {
  if (Array.isArray(stored) && typeof stored[0] === 'number' && stored[1] instanceof Uint8Array)
    return [stored[0], stored[1]];
  throw new TypeError('Not a block of rows');
}

/** Checked without a schema, because a mirror may have a key of its own for every file. */
function keyIn(stored: unknown): readonly [string, number] {
  if (Array.isArray(stored) && typeof stored[0] === 'string' && typeof stored[1] === 'number')
    return [stored[0], stored[1]];
  throw new TypeError('Not a metadata key');
}

/** Finds the metadata keys whose folded name fits, as a term has them, with the numbers of their terms. */
function fittingKeys(db: Database) {
  const select = db
    .prepare<[number], unknown>("SELECT value, number FROM row_sets WHERE copy = ? AND field = 'key' AND key = ''")
    .raw();
  return (mirrorId: number, fits: (name: string) => boolean): readonly (readonly [string, number])[] => {
    const found: (readonly [string, number])[] = [];
    for (const row of select.iterate(mirrorId)) {
      const [key, number] = keyIn(row);
      if (fits(searchable(keptText(key)))) found.push([key, number]);
    }
    return found;
  };
}

/** Finds the numbers of facet terms, under which their rows stand: a negative one is the only row of its term. */
function termNumbers(db: Database) {
  const numberOfTerm = 'SELECT number FROM row_sets';
  const selectOne = db
    .prepare<[number, string, string, string], unknown>(
      `${numberOfTerm} WHERE copy = ${VALUE} AND field = ${VALUE} AND key = ${VALUE} AND value = ${VALUE}`,
    )
    .pluck();
  const selectBetween = db
    .prepare<[number, string, string, string], unknown>(
      `${numberOfTerm} WHERE copy = ? AND field = ? AND key = '' AND value > ? AND value < ?`,
    )
    .pluck();
  const selectContaining = db
    .prepare<[number, string, string], unknown>(
      `${numberOfTerm} WHERE copy = ? AND field = 'value' AND key = ? AND instr(coalesce(folded, value), ?) > 0`,
    )
    .pluck();
  const keys = fittingKeys(db);
  return {
    named: (mirrorId: number, { field, key, value }: FacetTerm): readonly number[] =>
      numbersOf(selectOne.all(mirrorId, field, termText(key), termText(value))),
    between: (mirrorId: number, field: string, after: string, before: string): readonly number[] =>
      numbersOf(selectBetween.all(mirrorId, field, after, before)),
    containing: (mirrorId: number, key: string, wanted: string): readonly number[] =>
      numbersOf(selectContaining.all(mirrorId, termText(key), wanted)),
    ofKeysContaining: (mirrorId: number, wanted: readonly string[]): readonly number[] =>
      keys(mirrorId, (name) => wanted.some((one) => name.includes(one))).map(([, number]) => number),
    ofPairs: (mirrorId: number, foldedKey: string, wanted: string): readonly number[] =>
      keys(mirrorId, (name) => name === foldedKey).flatMap(([key]) =>
        numbersOf(selectContaining.all(mirrorId, key, wanted)),
      ),
  };
}

/** Reads the bitmaps of facet terms. */
export function facetIndexReader(db: Database) {
  const selectLast = db.prepare<[], unknown>('SELECT coalesce(max(row_id), 0) FROM files').pluck();
  const selectBlocks = db.prepare<[number], unknown>('SELECT block, rows FROM row_set_blocks WHERE number = ?').raw();
  const numbers = termNumbers(db);

  const lastRow = (): number => numberOf(selectLast.get());

  function union(ofTerms: Iterable<number>): Bitmap {
    const mask = new Bitmap(lastRow());
    for (const number of ofTerms) {
      if (number < 0) {
        mask.add(-number);
        continue;
      }
      for (const stored of selectBlocks.all(number)) {
        const [block, rows] = blockIn(stored);
        mask.addBlock(block, rows);
      }
    }
    return mask;
  }

  return {
    lastRow,
    named: (mirrorId: number, name: FacetTerm): Bitmap => union(numbers.named(mirrorId, name)),
    ofStates: (mirrorId: number, states: readonly FileState[]): Bitmap =>
      union(states.flatMap((value) => numbers.named(mirrorId, { field: 'state', key: '', value }))),
    /** Rows of all terms whose value stands between two texts, neither of them included. */
    between: (mirrorId: number, field: 'sizeStep' | 'month', after: string, before: string): Bitmap =>
      union(numbers.between(mirrorId, field, after, before)),
    /** Rows with a value of a field, an empty one aside. */
    having: (mirrorId: number, field: 'type' | 'group'): Bitmap =>
      union(numbers.between(mirrorId, field, '', LAST_VALUE)),
    /** Rows with a metadata key whose name contains one of some folded texts; null when no key does. */
    withKeyContaining: (mirrorId: number, wanted: readonly string[]): Bitmap | null => {
      const ofKeys = numbers.ofKeysContaining(mirrorId, wanted);
      return ofKeys.length === 0 ? null : union(ofKeys);
    },
    /** Rows of all values of a metadata key that contain a folded text. */
    containing: (mirrorId: number, key: string, wanted: string): Bitmap =>
      union(numbers.containing(mirrorId, key, wanted)),
    /** The same of all metadata keys whose folded name is this one. */
    withPair: (mirrorId: number, foldedKey: string, wanted: string): Bitmap =>
      union(numbers.ofPairs(mirrorId, foldedKey, wanted)),
  };
}
export type FacetIndexReader = ReturnType<typeof facetIndexReader>;
