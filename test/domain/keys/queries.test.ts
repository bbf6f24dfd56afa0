import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesIlike } from '../../../src/domain/keys/queries.ts';

describe('ILIKE', () => {
  test.each<[string, string, boolean]>([
    ['', '', true],
    ['a', '', false],
    ['', '%', true],
    ['', '_', false],
    ['Upload Key', 'upload key', true],
    ['Upload Key', 'upload', false],
    ['Upload Key', 'UPLOAD%', true],
    ['Upload Key', '%key', true],
    ['Upload Key', '%load%', true],
    ['abc', 'a_c', true],
    ['abbc', 'a_c', false],
    ['a\nb', 'a_b', true],
    ['a\nb', 'a%b', true],
    ['a👍b', 'a_b', true],
    ['ÄÖ', 'äö', true],
    ['ΣΑΣ', 'σας', false],
    ['ΣΑΣ', 'σασ', true],
    ['100%', '100\\%', true],
    ['1000', '100\\%', false],
    ['a_b', 'a\\_b', true],
    ['axb', 'a\\_b', false],
    ['a\\b', 'a\\\\b', true],
    ['a\\', 'a\\', false],
    ['a', '%\\', false],
    ['a\\', 'a\\\\', true],
    ['a.c', 'a.c', true],
    ['abc', 'a.c', false],
    ['aab', '%ab', true],
    ['mississippi', '%iss%pi', true],
    ['mississippi', '%iss%ps', false],
    ['(a)[b]{c}^$*+?|/-', '(a)[b]{c}^$*+?|/-', true],
    ['\ud800', '_', true],
  ])('%j like %j: %s', (text, pattern, matches) => {
    expect(matchesIlike(text, pattern)).toBe(matches);
  });

  test('agrees with a regular expression of the same meaning', () => {
    const few = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
    fc.assert(
      fc.property(few('aAbB.^\n'), few('ab.^%_'), (text, pattern) => {
        const source = pattern.replaceAll(/[.^]/g, '\\$&').replaceAll('%', '[^]*').replaceAll('_', '[^]');
        expect(matchesIlike(text, pattern)).toBe(new RegExp(`^${source}$`, 'iu').test(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('with every character escaped matches exactly the text itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aßİΣς%_\\👍\ud800\n', '\u0301') }), (text) => {
        expect(matchesIlike(text, [...text].map((character) => `\\${character}`).join(''))).toBe(true);
      }),
    );
  });

  test('answers at once however many wildcards there are', { timeout: 2_000 }, () => {
    const text = 'a'.repeat(10_000);
    expect(matchesIlike(text, `${'%a'.repeat(100)}%b`)).toBe(false);
    expect(matchesIlike(text, `${'%'.repeat(5_000)}b`)).toBe(false);
    expect(matchesIlike(text, `${'%_'.repeat(200)}%`)).toBe(true);
    expect(matchesIlike(text, `%${'a'.repeat(500)}b%`)).toBe(false);
  });
});
