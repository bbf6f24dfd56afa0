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
  ['  \n', null],
])('reads %j', (text, pairs) => expect(pastedPairs(text)).toEqual(pairs));

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
