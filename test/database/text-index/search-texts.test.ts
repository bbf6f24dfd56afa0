import { expect, onTestFinished, test } from 'vitest';
import { openMirror } from '../../../electron/database/mirror/open-mirror.ts';
import { searchTexts } from '../../../electron/database/text-index/search-texts.ts';

/** Texts of one mirror, of which every hundredth holds "needle". */
function textsOf(rows: number, rest: (rowId: number) => string) {
  const { db } = openMirror(':memory:', 0);
  onTestFinished(() => void db.close());
  const insert = db.prepare('INSERT INTO search_texts (row_id, copy, text) VALUES (?, 1, ?)');
  db.transaction(() => {
    for (let rowId = 1; rowId <= rows; rowId += 1)
      insert.run(rowId, `${rowId % 100 === 0 ? 'needle' : 'straw'}\n${rest(rowId)}`);
  })();
  return searchTexts(db);
}

const hundredths = (rows: number): number[] => Array.from({ length: rows / 100 }, (_, at) => (at + 1) * 100);

test('short texts are read 20,000 at a time, and each row once', () => {
  const parts = [...textsOf(45_000, () => 'some metadata').after(0, 1, ['needle'])];
  expect(parts).toHaveLength(3);
  expect(parts.flatMap(({ inName }) => [...inName])).toEqual(hundredths(45_000));
});

test('of long texts a slice reads fewer rows, as many bytes as of short ones', () => {
  const texts = textsOf(6_000, () => 'x'.repeat(1_493));
  const parts = [...texts.after(0, 1, ['needle'])];
  expect(parts).toHaveLength(3);
  expect(parts.flatMap(({ inName }) => [...inName])).toEqual(hundredths(6_000));
});

test('the length of a slice follows the texts along the list', () => {
  const texts = textsOf(4_000, (rowId) => 'x'.repeat(rowId <= 2_000 ? 2_993 : 0));
  expect([...texts.after(0, 1, ['needle'])]).toHaveLength(3);
  expect([...texts.after(2_000, 1, ['needle'])]).toHaveLength(1);
});

test('a text of any length is read, and nothing of no texts', () => {
  const parts = [...textsOf(200, () => 'x'.repeat(200_000)).after(0, 1, ['needle'])];
  expect(parts.flatMap(({ inName }) => [...inName])).toEqual([100, 200]);
  expect([...textsOf(0, () => '').after(0, 1, ['needle'])]).toEqual([]);
});
