import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sortFiltered } from '../../../electron/database/file-lists/sort-order.ts';
import { Bitmap } from '../../../electron/database/facet-index/bitmap.ts';
import { monthOf, termText, sizesOf, sizeStep } from '../../../electron/database/facet-index/facet-terms.ts';
import { facetIndexReader } from '../../../electron/database/facet-index/facet-index-reader.ts';
import { facetIndexWriter } from '../../../electron/database/facet-index/facet-index-writer.ts';
import { backfillFacetIndex } from '../../support/backfill-facet-index.ts';
import { aMirror } from '../../support/database.ts';

const name = { field: 'value', key: 'k', value: 'v' } as const;

/** Neighbours at the ends of blocks, and enough of one block for it to change its form. */
const rowIds = fc.oneof(
  fc.uniqueArray(fc.constantFrom(1, 2, 8_191, 8_192, 8_193, 16_383, 16_384, 90_000), { maxLength: 6 }),
  fc
    .tuple(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 700 }))
    .map(([from, count]) => Array.from({ length: count }, (_, place) => from + 2 * place)),
);

test('a set holds the rows that came and did not go, whatever its form', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), rowIds), { minLength: 1, maxLength: 12 }), (steps) => {
      const { db } = aMirror();
      db.exec("INSERT INTO files VALUES (100000, 1, 'public', 'a', NULL, NULL, '', NULL, NULL, NULL, NULL, 5, 0)");
      const { move } = facetIndexWriter(db);
      const { named } = facetIndexReader(db);
      const held = new Set<number>();
      for (const [comes, rows] of steps) {
        const moving = rows.filter((rowId) => held.has(rowId) !== comes);
        if (moving.length === 0) continue;
        move(1, name, comes ? { added: moving, removed: [] } : { added: [], removed: moving });
        for (const rowId of moving) held[comes ? 'add' : 'delete'](rowId);
        const sorted = [...held].toSorted((a, b) => a - b);
        expect(named(1, name).rowIds()).toEqual(sorted);
        expect(db.prepare('SELECT count FROM row_sets').pluck().all()).toEqual(held.size === 0 ? [] : [held.size]);
      }
      db.close();
    }),
    { numRuns: 50 },
  );
});

test('masks keep, drop, turn and count like sets of numbers', () => {
  const someRows = fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(someRows, someRows, (a, b) => {
      const [kept, dropped, turned] = [Bitmap.of(20_000, a), Bitmap.of(20_000, a), Bitmap.of(20_000, a).turned()];
      const other = Bitmap.of(20_000, b);
      kept.keep(other);
      dropped.drop(other);
      turned.keep(other);
      const order = Uint32Array.from(b.toReversed());
      expect([kept, dropped, turned].map((mask) => mask.rowIds())).toEqual([
        a.filter((rowId) => b.includes(rowId)).toSorted((x, y) => x - y),
        a.filter((rowId) => !b.includes(rowId)).toSorted((x, y) => x - y),
        b.filter((rowId) => !a.includes(rowId)).toSorted((x, y) => x - y),
      ]);
      expect(kept.count).toBe(kept.rowIds().length);
      expect([...kept.keptOf(order)]).toEqual([...order].filter((rowId) => a.includes(rowId)));
    }),
  );
});

test('steps of sizes and months are in the order of what they stand for', () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(fc.property(size, size, (a, b) => (a <= b ? sizeStep(a) <= sizeStep(b) : sizeStep(a) >= sizeStep(b))));
  expect([0, 1, 2, 3, 4, 1_000].map(sizeStep)).toEqual(['004', '004', '008', '010', '012', '043']);
  expect([monthOf('2026-01-31T00:00:00Z'), monthOf('')]).toEqual(['2026-01', '']);
});

test('a step of sizes is all the sizes between its ends', () => {
  const size = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
  fc.assert(
    fc.property(size, size, (one, other) => {
      const { start, beyond } = sizesOf(sizeStep(one));
      expect([start <= one && one < beyond, start <= other && other < beyond]).toEqual([
        true,
        sizeStep(one) === sizeStep(other),
      ]);
    }),
  );
});

test('a mask is put in order alike by looking at every row and by looking up a few', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer()), fc.boolean(), (numbers, descending) => {
      const rows = Array.from(numbers.take(300), (key, place) => ({ key, rowId: place + 1 }));
      const ordered = rows.toSorted((a, b) => a.key - b.key).map(({ rowId }) => rowId);
      const order = { valued: Uint32Array.from(ordered.slice(0, 250)), without: Uint32Array.from(ordered.slice(250)) };
      const put = sortFiltered();
      const wanted = [...ordered.slice(3, 9), ...ordered.slice(248, 252), 999];
      const [all, few] = [1, 2].map(() => [...put(Bitmap.of(1_000, wanted), order, descending)]);
      const valued = ordered.slice(0, 250).filter((rowId) => wanted.includes(rowId));
      const without = ordered.slice(250).filter((rowId) => wanted.includes(rowId));
      expect([all, few]).toEqual(Array(2).fill([...(descending ? valued.toReversed() : valued), ...without]));
    }),
  );
});

test('a long text names a set by its beginning and a digest, which no other text has', () => {
  const long = 'x'.repeat(70_000);
  expect(termText(long)).toMatch(/^x{60}[0-9a-f]{64}$/);
  expect([termText('x'.repeat(100)), termText(termText(long)) === termText(long)]).toEqual(['x'.repeat(100), false]);
});

test('every facet of a file is a term, with its count and, where folding changes it, its folded text', () => {
  const { db } = aMirror();
  db.exec(`
    INSERT INTO copies (number, connection_id) VALUES (1, 'c');
    INSERT INTO files VALUES (7, 1, 'public', 'a', 'n', 'n', 'cid', 10, 'image/png', 'g', '2026-01-01', 1, 1);
    INSERT INTO files VALUES (9, 1, 'private', 'b', 'n', 'n', 'cid', NULL, NULL, NULL, NULL, 5, 0);
    INSERT INTO metadata VALUES (7, 'rarity', 'Épic'), (9, 'rarity', 'Épic');
  `);
  backfillFacetIndex(db);
  expect(db.prepare('SELECT field, key, value, count, folded FROM row_sets').raw().all()).toEqual([
    ['family', '', 'image', 1, null],
    ['group', '', 'g', 1, null],
    ['key', '', 'rarity', 2, null],
    ['month', '', '2026-01', 1, null],
    ['network', '', 'private', 1, null],
    ['network', '', 'public', 1, null],
    ['sizeStep', '', '017', 1, null],
    ['state', '', 'refused', 1, null],
    ['type', '', 'image/png', 1, null],
    ['value', 'rarity', 'Épic', 2, 'epic'],
  ]);
  expect(facetIndexReader(db).named(1, { field: 'key', key: '', value: 'rarity' }).rowIds()).toEqual([7, 9]);
});
