import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanToken, originOf } from '../../../src/domain/connections/connection.ts';

test('the origin of the practice service is no origin at all: it changes at every start', () => {
  expect(originOf({ kind: 'practice', baseUrl: 'http://127.0.0.1:1/v3' })).toBe('practice:');
});

describe('a pasted token', () => {
  test.each([
    ['abc.def', 'abc.def'],
    ['  "abc.def"\n', 'abc.def'],
    ["'abc'", 'abc'],
    ['Bearer abc', 'abc'],
    ['Authorization: bearer abc', 'abc'],
    ['abc\n  def', 'abcdef'],
    ['abc\u00a0', 'abc'],
  ])('%j is %s', (text, token) => {
    expect(cleanToken(text)).toBe(token);
  });

  test.each(['', '   ', '""', 'ä', 'abc\u0000', '😀', 'x'.repeat(8_193)])('%j is none', (text) => {
    expect(cleanToken(text)).toBeNull();
  });

  test('is fit for a header or nothing, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        const token = cleanToken(text);
        if (token === null) return;
        expect(new Headers({ authorization: `Bearer ${token}` }).get('authorization')).toBe(`Bearer ${token}`);
        expect(cleanToken(token)).toBe(token);
      }),
    );
  });
});
