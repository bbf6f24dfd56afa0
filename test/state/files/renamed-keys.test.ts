import { expect, test } from 'vitest';
import type { DraftOf } from '../../../src/domain/edits/draft.ts';
import { MetadataDraft } from '../../../src/state/files/metadata-draft.svelte.ts';

const draftOf = (...keyvalues: [string, string][]): MetadataDraft => new MetadataDraft({ keyvalues });
const rename = (draft: MetadataDraft, at: number, key: string): void => void (draft.pairs[at]!.key = key);

test('a renamed key is removed and added with its value in one edit, which a person counts as one change', () => {
  const draft = draftOf(['env', 'prod'], ['season', '1']);
  rename(draft, 0, 'stage');
  expect([draft.changes, draft.changeCount, draft.left]).toEqual([
    [
      { field: 'key:env', base: 'prod', mine: null },
      { field: 'key:stage', base: null, mine: 'prod' },
    ],
    1,
    2,
  ]);
  rename(draft, 0, 'env');
  expect([draft.changes, draft.typed]).toEqual([[], null]);
});

test('two keys that change places are two changes of values', () => {
  const draft = draftOf(['front', 'a'], ['back', 'b']);
  rename(draft, 0, 'back');
  rename(draft, 1, 'front');
  expect([draft.isFit, draft.changeCount, draft.changes]).toEqual([
    true,
    2,
    [
      { field: 'key:front', base: 'a', mine: 'b' },
      { field: 'key:back', base: 'b', mine: 'a' },
    ],
  ]);
});

test('a key cannot be renamed to one that the file has', () => {
  const draft = draftOf(['env', 'prod'], ['season', '1']);
  rename(draft, 0, 'season');
  expect([draft.isFit, draft.problemOf(draft.pairs[0]!).key, draft.problemOf(draft.pairs[1]!).key]).toEqual([
    false,
    'twice',
    null,
  ]);
  draft.remove(draft.pairs[1]!);
  expect([draft.isFit, draft.changes]).toEqual([
    true,
    [
      { field: 'key:env', base: 'prod', mine: null },
      { field: 'key:season', base: '1', mine: 'prod' },
    ],
  ]);
});

test('a renamed key is kept as a draft and comes back', () => {
  const kept: DraftOf<'metadata'> = {
    part: 'metadata',
    lines: [{ key: 'stage', value: 'prod', base: 'prod', isRemoved: false, from: 'env' }],
    pasted: null,
  };
  const draft = draftOf(['env', 'prod'], ['season', '1']);
  rename(draft, 0, 'stage');
  expect(draft.typed).toEqual(kept);
  const again = new MetadataDraft({ keyvalues: [['season', '1'], ['env', 'prod']] }, kept); // prettier-ignore
  expect([again.pairs.map(({ key }) => key), again.changeCount]).toEqual([['season', 'stage'], 1]);
});

test('while a key is renamed here, the value under its old name is watched, and so is the new name', () => {
  const draft = draftOf(['env', 'prod']);
  rename(draft, 0, 'stage');
  draft.follow({ keyvalues: [['env', 'live']] });
  expect([draft.pairs.length, draft.typedOver(draft.pairs[0]!)]).toEqual([1, { base: 'prod', now: 'live' }]);
  draft.follow({ keyvalues: [['env', 'prod'], ['stage', 'theirs']] }); // prettier-ignore
  expect([draft.pairs.length, draft.typedOver(draft.pairs[0]!)]).toEqual([1, { base: null, now: 'theirs' }]);
});

test('pasted lines say what they did, and one step takes them back', () => {
  const draft = draftOf(['env', 'prod'], ['season', '1']);
  draft.pairs[1]!.value = '2';
  draft.add();
  draft.pasted = 'env=test\nseason=2\ntier=gold';
  expect(draft.pasteEffect).toEqual({ added: 1, changed: 1, same: 1 });
  expect([draft.paste(draft.pasted), draft.lastPaste]).toEqual([true, { added: 1, changed: 1, same: 1 }]);
  expect(draft.pairs.map(({ line }) => [line.key, line.value])).toEqual([
    ['env', 'test'],
    ['season', '2'],
    ['tier', 'gold'],
  ]);
  draft.undoPaste();
  expect([draft.lastPaste, draft.changes]).toEqual([null, [{ field: 'key:season', base: '1', mine: '2' }]]);
});

test('pasted lines that are taken back leave the values that the file has by now', () => {
  const draft = draftOf(['env', 'prod'], ['season', '1'], ['gone', 'x']);
  draft.paste('tier=gold');
  const keyvalues: [string, string][] = [
    ['env', 'prod'],
    ['season', '2'],
    ['region', 'eu'],
  ];
  draft.follow({ keyvalues });
  draft.undoPaste();
  expect([draft.pairs.map(({ line }) => [line.key, line.value]), draft.changes]).toEqual([keyvalues, []]);
});

test('typing after a paste ends its undo, which would take the typing with it', () => {
  const draft = draftOf(['env', 'prod']);
  draft.paste('env=test');
  draft.pairs[0]!.value = 'live';
  expect(draft.lastPaste).toBeNull();
  draft.undoPaste();
  expect(draft.pairs[0]!.value).toBe('live');
});
