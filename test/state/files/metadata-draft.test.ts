import { expect, test } from 'vitest';
import { MetadataDraft } from '../../../src/state/files/metadata-draft.svelte.ts';

const draftOf = (...keyvalues: [string, string][]): MetadataDraft => new MetadataDraft({ keyvalues });

test('an untouched draft changes nothing', () => {
  const draft = draftOf(['env', 'prod']);
  draft.add();
  expect([draft.changes, draft.isFit]).toEqual([[], true]);
});

test('changes, removals and new keys become one list of fields with what was seen before', () => {
  const draft = draftOf(['env', 'prod'], ['rarity', 'rare'], ['season', '1']);
  draft.pairs[0]!.value = 'test';
  draft.remove(draft.pairs[1]!);
  draft.add('__proto__', 'plain data');
  expect(draft.changes).toEqual([
    { field: 'key:env', base: 'prod', mine: 'test' },
    { field: 'key:rarity', base: 'rare', mine: null },
    { field: 'key:__proto__', base: null, mine: 'plain data' },
  ]);
});

test('a key that is removed and added again is one change', () => {
  const draft = draftOf(['rarity', 'rare']);
  draft.remove(draft.pairs[0]!);
  draft.add('rarity', 'epic');
  expect([draft.changes, draft.isFit]).toEqual([[{ field: 'key:rarity', base: 'rare', mine: 'epic' }], true]);
});

test('a new line that is removed was never there', () => {
  const draft = draftOf();
  draft.add('a', '1');
  draft.remove(draft.pairs[0]!);
  expect(draft.pairs).toEqual([]);
});

test('pasted lines change known keys, bring crossed-out ones back, and add the others', () => {
  const draft = draftOf(['env', 'prod'], ['rarity', 'rare']);
  draft.remove(draft.pairs[1]!);
  expect(draft.paste(' env = test\r\n\nrarity=epic\nurl=https://x.test/?a=b\nempty=')).toBe(true);
  expect(draft.changes).toEqual([
    { field: 'key:env', base: 'prod', mine: 'test' },
    { field: 'key:rarity', base: 'rare', mine: 'epic' },
    { field: 'key:url', base: null, mine: 'https://x.test/?a=b' },
    { field: 'key:empty', base: null, mine: '' },
  ]);
});

test('lines of another form take nothing', () => {
  const draft = draftOf(['env', 'prod']);
  expect([draft.paste('env=test\nno equals sign'), draft.paste('  '), draft.changes]).toEqual([false, false, []]);
});

test.each([
  ['', 'value', { key: 'empty', value: null }],
  ['env', 'again', { key: 'twice', value: null }],
  ['tab\t', '', { key: 'controlCharacter', value: null }],
  ['half', '\ud800', { key: null, value: 'loneSurrogate' }],
])('says what is wrong with %j = %j', (key, value, problem) => {
  const draft = draftOf(['env', 'prod']);
  draft.add(key, value);
  expect([draft.problemOf(draft.pairs[1]!), draft.isFit]).toEqual([problem, false]);
});
