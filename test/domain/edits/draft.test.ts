import { expect, test } from 'vitest';
import { isTooLong, LONGEST_DRAFT } from '../../../src/domain/edits/draft.ts';

const long = 'x'.repeat(LONGEST_DRAFT);
const line = { key: 'env', value: '', base: null, isRemoved: false };

test.each([
  ['a name', { part: 'name' as const, base: null, text: long }],
  ['a name typed over a long one', { part: 'name' as const, base: `${long}${long}`, text: 'short' }],
  [
    'the removal of a long value',
    { part: 'metadata' as const, lines: [{ ...line, value: long, base: long, isRemoved: true }], pasted: null },
  ],
])('%s is not too long to be kept', (_name, draft) => expect(isTooLong(draft)).toBe(false));

test.each([
  ['a name', { part: 'name' as const, base: null, text: `${long}x` }],
  ['a value with its key', { part: 'metadata' as const, lines: [{ ...line, value: long }], pasted: null }],
  ['lines that were pasted', { part: 'metadata' as const, lines: [], pasted: `${long}x` }],
  ['a name typed over one without end', { part: 'name' as const, base: long.repeat(10), text: '' }],
])('%s is too long', (_name, draft) => expect(isTooLong(draft)).toBe(true));

test('what was typed into several lines and pasted beside them counts together, a removed line does not', () => {
  const half = 'x'.repeat(LONGEST_DRAFT / 2 - 3);
  const lines = [
    { ...line, value: half },
    { ...line, value: half },
  ];
  const metadata = (pasted: string | null, removed = false) =>
    isTooLong({ part: 'metadata', lines: lines.map((one) => ({ ...one, isRemoved: removed })), pasted });
  expect([metadata(null), metadata(''), metadata('x'), metadata('x', true)]).toEqual([false, false, true, false]);
});

test('a draft may be two million characters with all that it was typed over, and no more', () => {
  const draftOf = (baseLength: number) => ({ part: 'name' as const, base: 'x'.repeat(baseLength), text: '' });
  const room = 2_000_000 - JSON.stringify(draftOf(0)).length;
  expect([isTooLong(draftOf(room)), isTooLong(draftOf(room + 1))]).toEqual([false, true]);
});
