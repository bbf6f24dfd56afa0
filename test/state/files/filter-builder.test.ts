import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { FilterBuilderState } from '../../../src/state/files/filter-builder.svelte.ts';
import { emptyDraft, filtersLike, typedFilter } from '../../../src/state/files/filter-draft.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aRow, core, open, rowsOf } from './files-list.ts';

const facets = {
  networks: [{ value: 'public', count: 3 }],
  types: [],
  families: [],
  groups: [],
  states: [],
  keys: [{ value: 'rarity', count: 2 }],
};

const detailOf = (visit: string) => ({ shown: { keyvalues: [['visit', visit]] } }) as never;

function aBuilder() {
  const bridge = fakeBridge({
    'files.facets': () => ok(facets),
    'files.facetValues': ({ key }) => ok({ values: [{ value: `of ${key}`, count: 1 }] }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.query.show({ ...files.query.current, search: '' });
  return { bridge, builder: new FilterBuilderState(ports, files), target: () => ports.app.router.target };
}

test('a filter that was typed is added to the address, and the dialog closes', async () => {
  const { builder, target } = aBuilder();
  await builder.open();
  expect([builder.isOpen, builder.facets]).toEqual([true, facets]);
  builder.change({ key: 'rarity' });
  builder.change({ op: 'contains', value: 'pic' });
  builder.addTyped();
  expect(builder.isOpen).toBe(false);
  expect(target()).toMatchObject({ metadata: [{ op: 'contains', key: 'rarity', value: 'pic' }] });
});

test('what is missing is said only after somebody tried, until the next change', async () => {
  const { builder, target } = aBuilder();
  await builder.open('size');
  expect(builder.problem).toBeNull();
  builder.addTyped();
  expect([builder.problem, builder.isOpen]).toEqual(['noEnd', true]);
  builder.change({ from: 'much' });
  expect(builder.problem).toBeNull();
  builder.addTyped();
  expect([builder.problem, target()]).toMatchObject(['notASize', { size: null }]);
});

test('another field begins anew, and another key brings its own values, the latest asked for winning', async () => {
  const { bridge, builder } = aBuilder();
  await builder.open();
  const slow = later<'files.facetValues'>();
  bridge.answer('files.facetValues', ({ key }) =>
    key === 'slow' ? slow.reply : ok({ values: [{ value: `of ${key}`, count: 1 }] }),
  );
  builder.change({ key: 'slow' });
  builder.change({ key: 'quick' });
  await Promise.resolve();
  slow.arrive({ values: [{ value: 'too late', count: 1 }] });
  await slow.reply;
  expect(builder.values).toEqual([{ value: 'of quick', count: 1 }]);
  builder.change({ value: 'typed', field: 'type' });
  expect(builder.draft).toEqual({ ...emptyDraft, field: 'type' });
});

test('a filter can be typed although the core tells nothing to choose from', async () => {
  const { bridge, builder, target } = aBuilder();
  bridge.answer('files.facets', () => fail({ kind: 'hostGone' }));
  bridge.answer('files.facetValues', () => fail({ kind: 'hostGone' }));
  await builder.open();
  builder.change({ key: '', op: 'lacks' });
  builder.addTyped();
  expect(target()).toMatchObject({ metadata: [{ op: 'lacks', key: '' }] });
});

test('what there is to choose from arrives with the first files, and then stays in its place', async () => {
  const { bridge, builder } = aBuilder();
  const none = { ...facets, networks: [], keys: [] };
  bridge.answer('files.facets', () => ok(none));
  const stop = builder.watch();
  await builder.open('network');
  expect(builder.facets).toEqual(none);
  bridge.answer('files.facets', () => ok(facets));
  bridge.announce('files.changed');
  await builder.arrive();
  expect(builder.facets).toEqual(facets);

  bridge.answer('files.facets', () => ok({ ...facets, networks: [{ value: 'private', count: 9 }] }));
  bridge.announce('files.changed');
  await builder.arrive();
  expect(builder.facets).toEqual(facets);
  stop();
});

test.each([
  [{ ...emptyDraft }, 'noKey'],
  [
    { ...emptyDraft, key: '' },
    { kind: 'metadata', condition: { op: 'is', key: '', value: '' } },
  ],
  [
    { ...emptyDraft, key: 'a', op: 'has' as const, value: 'left over' },
    { kind: 'metadata', condition: { op: 'has', key: 'a' } },
  ],
  [
    { ...emptyDraft, field: 'size' as const, from: '2 kB', to: ' ' },
    { kind: 'size', size: { fromBytes: 2_000, toBytes: null } },
  ],
  [{ ...emptyDraft, field: 'size' as const, from: '2 kB', to: '1' }, 'wrongWay'],
  [{ ...emptyDraft, field: 'created' as const }, 'noEnd'],
  [
    { ...emptyDraft, field: 'created' as const, to: '2026-01-02' },
    { kind: 'created', created: { from: null, to: '2026-01-02' } },
  ],
  [{ ...emptyDraft, field: 'created' as const, from: '2026-01-03', to: '2026-01-02' }, 'wrongWay'],
])('a draft is a filter, or says why not: %j', (draft, expected) => {
  expect(typedFilter(draft, 'en')).toEqual(expected);
});

test('a file can be filtered by all that it says, and by nothing that it does not say', () => {
  const bare = {
    network: 'public' as const,
    id: fileId.parse('a'),
    name: null,
    cid: 'bafy',
    sizeBytes: null,
    mimeType: null,
    groupId: null,
    createdAt: 'some day',
    state: 'onServer' as const,
    values: [],
  };
  expect(filtersLike(bare, null).map(({ kind }) => kind)).toEqual(['network', 'state']);
  const created = new Date(2026, 0, 2, 23, 59).toISOString();
  expect(filtersLike({ ...bare, mimeType: 'image/png', sizeBytes: 0, groupId: 'g', createdAt: created }, null)).toEqual(
    [
      { kind: 'type', type: 'image/png' },
      { kind: 'type', type: 'image/*' },
      { kind: 'group', group: 'g' },
      { kind: 'network', network: 'public' },
      { kind: 'state', state: 'onServer' },
      { kind: 'created', created: { from: '2026-01-02', to: '2026-01-02' } },
      { kind: 'size', size: { fromBytes: 0, toBytes: 0 } },
    ],
  );
});

test('filters like the file of an earlier visit do not take the place of those like this one', async () => {
  const bridge = core(rowsOf([1, 2]));
  const { files, stop } = open(bridge);
  const builder = new FilterBuilderState(portsOf(bridge), files);
  const slow = later<'files.get'>();
  bridge.answer('files.facets', () => ok(facets));
  bridge.answer('files.get', ({ key }) => (key.id === aRow(1).id ? slow.reply : ok(detailOf('later'))));
  await files.choose(0);
  const first = builder.open();
  await files.choose(1);
  await builder.open();
  const now = builder.like;
  slow.arrive(detailOf('earlier'));
  await first;
  stop();
  expect([now.some(({ kind }) => kind === 'metadata'), builder.like]).toEqual([true, now]);
});

test('what is too long to be asked of a list is offered as no filter', () => {
  const long = 'x'.repeat(100_001);
  const detail = {
    shown: {
      keyvalues: [
        ['text', long],
        [long, 'yes'],
        ['rarity', 'epic'],
      ],
    },
  } as never;
  const like = filtersLike({ ...aRow(1), groupId: long, mimeType: `image/${long}` }, detail);
  expect(like.map(({ kind }) => kind)).toEqual(['type', 'network', 'state', 'metadata', 'size']);
  expect(like).toContainEqual({ kind: 'metadata', condition: { op: 'is', key: 'rarity', value: 'epic' } });
});
