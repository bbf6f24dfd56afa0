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
