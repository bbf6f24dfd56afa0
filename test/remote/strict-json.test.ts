import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEEPEST, parseStrictly } from '../../electron/remote/strict-json.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('what JSON can say is read as it was written, and written as it was read', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'medium' }), (text) => {
      const read = parseStrictly(text);
      expect(read).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test('an integer of any length comes back digit for digit', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.constantFrom('', '[', '{"a":', '{"a":[1, '), (number, before) => {
      const after = before === '' ? '' : before === '[' ? ']' : before === '{"a":' ? '}' : ']}';
      const read = parseStrictly(`${before}${number}${after}`);
      expect(JSON.stringify(read.ok && read.value)).toBe(`${before}${number}${after}`.replaceAll(' ', ''));
    }),
  );
});

test.each([
  '1e400',
  '-1e400',
  '1e-400',
  '0.1234567890123456789',
  '123456789012345678901234567890',
  '1.00000000000000000001',
])('the number %s comes back as it was', (text) => {
  const read = parseStrictly(`[${text}]`);
  expect(JSON.stringify(read.ok && read.value)).toBe(`[${text}]`);
});

test.each(['0', '-1.5', '1e3', '9007199254740991', '-9007199254740992', '0.1', '1.10', '1.23456789012345e10'])(
  'the number %s is a plain number',
  (text) => {
    expect(parseStrictly(`[${text}]`)).toEqual({ ok: true, value: [Number(text)] });
  },
);

test('brackets are counted outside strings only', () => {
  expect(parseStrictly(nested(DEEPEST)).ok).toBe(true);
  expect(parseStrictly(nested(DEEPEST + 1))).toEqual({
    ok: false,
    failure: 'the answer is nested deeper than 64 levels',
  });
  const many = '['.repeat(1_000);
  for (const said of [`"\\"${many}`, `"${many}`, `\\${many}`, `${many}\\`, `"${many}"`]) {
    expect(parseStrictly(JSON.stringify([said, said]))).toEqual({ ok: true, value: [said, said] });
  }
  // A backslash before a closing quotation mark is one of the string, and the brackets after it count.
  expect(parseStrictly(`["\\\\", ${nested(DEEPEST + 1)}]`).ok).toBe(false);
});

test.each(['{}', '[]', '{"a":[{}]}'])('a list of as many %s as anybody wants is no deeper than one of them', (row) => {
  const rows = Array.from({ length: 10 * DEEPEST }, () => row);
  expect(parseStrictly(`[${rows.join(',')}]`)).toEqual({ ok: true, value: rows.map((text) => JSON.parse(text)) });
});

test('objects are counted as lists are', () => {
  const objects = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  expect([parseStrictly(objects(DEEPEST)).ok, parseStrictly(objects(DEEPEST + 1)).ok]).toEqual([true, false]);
});

test('five million open brackets neither overflow the stack nor take long', () => {
  expect(parseStrictly('['.repeat(5_000_000)).ok).toBe(false);
});

test.each(['NaN', 'Infinity', "{'a':1}", '{"a":1,}', '01', '// x\n1', 'undefined', '"\n"'])(
  '%j is not JSON',
  (text) => {
    expect(parseStrictly(text)).toEqual({ ok: false, failure: 'the answer is not JSON' });
  },
);
