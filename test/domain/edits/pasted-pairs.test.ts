import { expect, test } from 'vitest';
import { pasteEffect, pastedPairs } from '../../../src/domain/edits/pasted-pairs.ts';

test.each<[string, ReturnType<typeof pastedPairs>]>([
  [
    ' env = test\r\n\nurl=https://x.test/?a=b\nempty=',
    [
      ['env', 'test'],
      ['url', 'https://x.test/?a=b'],
      ['empty', ''],
    ],
  ],
  ['env=test\nno equals sign', null],
  ['=no key', null],
  ['=a=b', null],
  ['  =no key', null],
  [' \tenv of me \t=\ufeff a = b \u2003', [['env of me', 'a = b']]],
  ['  \n', null],
])('reads %j', (text, pairs) => expect(pastedPairs(text)).toEqual(pairs));

const blanks = ' '.repeat(200_000);
test.each<[string, string, ReturnType<typeof pastedPairs>]>([
  ['within a line without an equals sign', `a${blanks}b`, null],
  ['before one', `${blanks}a`, null],
  ['in front of an equals sign alone', `${blanks}=a`, null],
  ['around a key and a value', `${blanks}a${blanks}=${blanks}b${blanks}c${blanks}`, [['a', `b${blanks}c`]]],
])('200,000 blanks %s take no longer than other characters', (_where, text, pairs) => {
  expect(pastedPairs(text)).toEqual(pairs);
});

test('says what lines do, by key: the last line of a key counts', () => {
  const before = [
    ['env', 'prod'],
    ['rarity', 'rare'],
  ] as const;
  const pasted = [
    ['env', 'test'],
    ['env', 'prod'],
    ['rarity', 'epic'],
    ['tier', 'gold'],
  ] as const;
  expect(pasteEffect(before, pasted)).toEqual({ added: 1, changed: 1, same: 1 });
});
