import { expect, test } from 'vitest';
import type { DraftOf } from '../../../src/domain/edits/draft.ts';
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

const lineOf = (key: string, value: string, base: string | null, isRemoved = false) => ({
  key,
  value,
  base,
  isRemoved,
});
const keptOf = (...lines: DraftOf<'metadata'>['lines']): DraftOf<'metadata'> => ({
  part: 'metadata',
  lines,
  pasted: null,
});

test('only what was touched is kept, and each change is told once it is made', () => {
  let told = 0;
  const draft = new MetadataDraft(
    {
      keyvalues: [
        ['env', 'prod'],
        ['rarity', 'rare'],
      ],
    },
    null,
    () => (told += 1),
  );
  expect(draft.typed).toBeNull();
  draft.pairs[0]!.value = 'test';
  draft.remove(draft.pairs[1]!);
  draft.add('a', '1');
  draft.pasted = 'b=2';
  expect([told, draft.typed]).toEqual([
    4,
    {
      part: 'metadata',
      lines: [lineOf('env', 'test', 'prod'), lineOf('rarity', 'rare', 'rare', true), lineOf('a', '1', null)],
      pasted: 'b=2',
    },
  ]);
});

test('what was kept comes back on top of the values shown now', () => {
  const kept = keptOf(
    lineOf('env', 'test', 'prod'),
    lineOf('rarity', 'rare', 'rare', true),
    lineOf('rarity', 'epic', null),
  );
  const draft = new MetadataDraft(
    {
      keyvalues: [
        ['env', 'prod'],
        ['rarity', 'rare'],
        ['season', '1'],
      ],
    },
    kept,
  );
  expect([draft.typed, draft.isFit, draft.changes]).toEqual([
    kept,
    true,
    [
      { field: 'key:env', base: 'prod', mine: 'test' },
      { field: 'key:rarity', base: 'rare', mine: 'epic' },
    ],
  ]);
});

test.each<[string, [string, string][], string | null]>([
  ['another value', [['env', 'live']], 'live'],
  ['no value any more', [], null],
])('a line typed over a value stays where the file has %s, and says so', (_name, keyvalues, now) => {
  const draft = new MetadataDraft({ keyvalues }, keptOf(lineOf('env', 'test', 'prod')));
  expect([draft.typedOver(draft.pairs[0]!), draft.changes]).toEqual([
    { base: 'prod', now },
    [{ field: 'key:env', base: 'prod', mine: 'test' }],
  ]);
});

test('a key added here and by somebody else is one line, which says what stands there', () => {
  const draft = new MetadataDraft({ keyvalues: [['env', 'live']] }, keptOf(lineOf('env', 'test', null)));
  expect([draft.pairs.length, draft.isFit, draft.typedOver(draft.pairs[0]!)]).toEqual([
    1,
    true,
    { base: null, now: 'live' },
  ]);
});

test('the removal of a key that is gone already is over', () => {
  const draft = new MetadataDraft({ keyvalues: [] }, keptOf(lineOf('env', 'prod', 'prod', true)));
  expect([draft.pairs, draft.typed]).toEqual([[], null]);
});

test('while an editor is open, untouched lines follow the file and touched ones keep what was typed', () => {
  const draft = draftOf(['env', 'prod'], ['rarity', 'rare'], ['season', '1']);
  draft.pairs[0]!.value = 'test';
  draft.follow({
    keyvalues: [
      ['env', 'live'],
      ['rarity', 'epic'],
      ['new', 'one'],
    ],
  });
  expect(draft.pairs.map(({ key, value }) => [key, value])).toEqual([
    ['env', 'test'],
    ['rarity', 'epic'],
    ['new', 'one'],
  ]);
  expect(draft.changes).toEqual([{ field: 'key:env', base: 'prod', mine: 'test' }]);
  expect(draft.pairs.map((pair) => draft.typedOver(pair))).toEqual([{ base: 'prod', now: 'live' }, null, null]);
});

test('what the service holds and nobody touched is no problem, however long or odd it is', () => {
  const draft = draftOf(['long', 'v'.repeat(20_000)], ['tab\there', 'x'], ['short', 'before']);
  draft.pairs[2]!.value = 'after';
  expect([draft.isFit, draft.changes.map(({ field }) => field)]).toEqual([true, ['key:short']]);
  draft.pairs[0]!.value += 'w';
  expect(draft.problemOf(draft.pairs[0]!).value).toBe('tooLong');
});

test('a key and a value that are too long to be edited are replaced by what is typed, and stay while nothing is', () => {
  const [longKey, longValue] = ['k'.repeat(10_001), 'v'.repeat(10_001)];
  const draft = draftOf([longKey, longValue]);
  const pair = draft.pairs[0]!;
  expect([pair.typedKey, pair.typedValue]).toEqual(['', '']);
  expect([pair.replacedKeyCharacters, pair.replacedValueCharacters]).toEqual([10_001, 10_001]);
  pair.typedValue = 'short';
  expect(draft.changes).toEqual([{ field: `key:${longKey}`, base: longValue, mine: 'short' }]);
  pair.typedValue = '';
  pair.typedKey = 'name';
  expect(pair.isRenamed).toBe(true);
  pair.typedKey = '';
  expect([draft.changes, pair.isTouched]).toEqual([[], false]);
});

test('a value of the usual length can be emptied', () => {
  const draft = draftOf(['env', 'prod']);
  draft.pairs[0]!.typedValue = '';
  expect(draft.pairs[0]).toMatchObject({ typedValue: '', value: '', isTouched: true, replacedValueCharacters: null });
});
