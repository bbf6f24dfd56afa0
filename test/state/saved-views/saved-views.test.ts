import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Output } from '../../../src/contract/index.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { savedViewId, usualSort, type SavedView } from '../../../src/domain/files/queries.ts';
import { type NameSearch, noNameSearch } from '../../../src/domain/service/name-search.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { KeysState } from '../../../src/state/keys/keys.svelte.ts';
import { SavedViewsState } from '../../../src/state/saved-views/saved-views.svelte.ts';
import { aConnection, aFileQuery, aKeyQuery, connectionA, uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

afterEach(() => void vi.useRealTimers());

const aView = (number: number, query = aFileQuery()): SavedView => ({
  id: savedViewId.parse(uuid(number)),
  name: `View ${number}`,
  about: 'files',
  query,
});

async function someViews(...views: readonly SavedView[]) {
  const bridge = fakeBridge({
    'savedViews.list': () => ok({ views: [...views] }),
    'savedViews.move': () => ok({ views: [...views] }),
    'keys.page': () => ok({ rows: [], count: 3 }),
    'files.count': ({ query }) => ok({ count: query.search === '' ? 7 : null }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  const keys = new KeysState(ports);
  const saved = new SavedViewsState(ports, { files, keys });
  const stop = saved.watch();
  await new Promise(process.nextTick);
  return { bridge, ports, files, keys, saved, stop, target: () => ports.app.router.target };
}

test('views come with their counts, except where a count would mean a search', async () => {
  const views = [aView(1), aView(2, aFileQuery({ search: 'slow' }))];
  const { saved, stop } = await someViews(...views);
  expect(saved.views).toEqual(views);
  expect(views.map((view) => saved.countOf(view))).toEqual([7, null]);
  stop();
});

test('a view that is opened brings its search, its order and its filters', async () => {
  const sort = { column: 'size', descending: true } as const;
  const view = aView(1, aFileQuery({ search: 'x', sort, type: 'image/*', metadata: [{ op: 'has', key: 'a' }] }));
  const { files, target, saved, stop } = await someViews(aView(9), view);
  saved.open = 'list';
  saved.showAt(2);
  expect([files.query.search, files.query.sort, saved.open]).toEqual(['x', sort, null]);
  expect(target()).toMatchObject({ kind: 'files', type: 'image/*', metadata: [{ op: 'has', key: 'a' }] });
  saved.showAt(3);
  expect(files.query.search).toBe('x');
  stop();
});

test('the present question is recognised among the views', async () => {
  const { files, saved, stop } = await someViews(
    aView(1, aFileQuery({ search: 'x' })),
    aView(2, aFileQuery({ sort: usualSort })),
  );
  flushSync();
  expect(saved.current?.name).toBe('View 2');
  files.query.show(aFileQuery({ search: 'y' }));
  expect(saved.current).toBeNull();
  stop();
});

test('a search that was saved before names came first is recognised among the views', async () => {
  const { files, saved, stop } = await someViews(aView(1, aFileQuery({ search: 'sunrise', sort: usualSort })));
  saved.showAt(1);
  flushSync();
  expect([files.query.isRanked, saved.current?.name]).toEqual([true, 'View 1']);
  stop();
});

test('a view at an end goes no further, and nothing is asked', async () => {
  const views = [aView(1), aView(2)];
  const { bridge, saved, stop } = await someViews(...views);
  const asked = () => bridge.asked.filter(({ name }) => name === 'savedViews.move').map(({ input }) => input);
  await saved.move(saved.views[0]!, -1);
  await saved.move(saved.views[1]!, 1);
  expect(asked()).toEqual([]);
  await saved.move(saved.views[0]!, 1);
  expect(asked()).toMatchObject([{ id: views[0]!.id, to: 1 }]);
  stop();
});

test('a view is added once, although a person presses twice before the reply', async () => {
  const { bridge, saved, stop } = await someViews(aView(1));
  const slow = later<'savedViews.add'>();
  bridge.answer('savedViews.add', () => slow.reply);
  const first = saved.add('Mine');
  const second = saved.add('Mine');
  slow.arrive({ views: [] });
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(bridge.asked.filter(({ name }) => name === 'savedViews.add')).toHaveLength(1);
  stop();
});

test('a view that could not be saved is said, and the list stays', async () => {
  const { bridge, saved, stop } = await someViews(aView(1));
  const failure = { kind: 'notSaved', reason: 'diskFull', detail: '' } as const;
  bridge.answer('savedViews.add', () => fail(failure));
  expect([await saved.add('Mine'), saved.failure, saved.views.length]).toEqual([false, failure, 1]);
  expect(bridge.asked.at(-1)?.input).toMatchObject({ name: 'Mine', query: aFileQuery({ sort: usualSort }) });
  stop();
});

test('a view of keys brings its question back, is counted by its keys, and is known when it is on screen', async () => {
  const view: SavedView = {
    ...{ id: savedViewId.parse(uuid(5)), name: 'Dangerous and idle', about: 'keys' },
    query: aKeyQuery({ power: 'delete', unusedDays: 90, condition: 'active', revoked: false }),
  };
  const { bridge, keys, target, saved, stop } = await someViews(aView(1), view);
  expect(saved.countOf(view)).toBe(3);
  saved.showAt(2);
  flushSync();
  expect([target(), keys.filters.power, keys.filters.unusedDays, keys.filters.revoked]).toEqual([
    { kind: 'keys', id: null, condition: 'active', query: view.query },
    'delete',
    90,
    'not',
  ]);
  expect(saved.current?.name).toBe(view.name);
  await keys.filter({ name: 'ci%' });
  expect(saved.current).toBeNull();
  bridge.answer('savedViews.add', () => ok({ views: [] }));
  await saved.add('CI');
  expect(bridge.asked.at(-1)?.input).toMatchObject({
    name: 'CI',
    about: 'keys',
    query: { name: 'ci%', power: 'delete' },
  });
  stop();
});

test('a view of keys is counted again when the connection says that its service reads names otherwise', async () => {
  vi.useFakeTimers();
  const view: SavedView = {
    ...{ id: savedViewId.parse(uuid(5)), name: 'Build keys', about: 'keys' },
    query: aKeyQuery({ name: 'ci' }),
  };
  const { bridge, ports, saved, stop } = await someViews(aView(1), view);
  const listed = async (refuted: readonly NameSearch[]): Promise<void> => {
    const connection = aConnection({ id: connectionA });
    const learnt = { ...connection.learnt, nameSearch: { ...noNameSearch, refuted } };
    const list = [{ connection: { ...connection, learnt }, status: {} }];
    bridge.answer('connections.list', () => ok(list as unknown as Output<'connections.list'>));
    await ports.app.connections.load();
    await vi.advanceTimersByTimeAsync(1_000);
  };
  const counted = () => bridge.asked.filter(({ name }) => name === 'keys.page').length;
  bridge.answer('keys.page', ({ query }) => ok({ rows: [], count: query.name === '%ci%' ? 12 : 3 }));
  await listed([]);
  expect([saved.countOf(view), counted()]).toEqual([3, 1]);
  await listed(['wholeName']);
  await listed(['wholeName']);
  expect([saved.countOf(view), counted()]).toEqual([12, 2]);
  stop();
  await listed([]);
  expect(counted()).toBe(2);
});

test('a view of another name is saved as well while one is saved', async () => {
  const { bridge, saved, stop } = await someViews();
  const first = later<'savedViews.add'>();
  bridge.answer('savedViews.add', ({ name }) => (name === 'First' ? first.reply : ok({ views: [aView(2)] })));
  const adding = saved.add('First');
  expect(await saved.add('Second')).toBe(true);
  first.arrive({ views: [aView(1)] });
  await adding;
  const added = bridge.asked.filter(({ name }) => name === 'savedViews.add').map(({ input }) => input);
  expect(added).toMatchObject([{ name: 'First' }, { name: 'Second' }]);
  stop();
});

test('a view that is moved again before the reply goes on from where it came to', async () => {
  const views = [aView(1), aView(2), aView(3)];
  const { bridge, saved, stop } = await someViews(...views);
  const slow = later<'savedViews.move'>();
  bridge.answer('savedViews.move', ({ to }) =>
    to === 1 ? slow.reply : ok({ views: [views[1]!, views[2]!, views[0]!] }),
  );
  const moves = [saved.move(views[0]!, 1), saved.move(views[0]!, 1)];
  slow.arrive({ views: [views[1]!, views[0]!, views[2]!] });
  await Promise.all(moves);
  const moved = bridge.asked.filter(({ name }) => name === 'savedViews.move').map(({ input }) => input);
  expect(moved).toMatchObject([
    { id: views[0]!.id, to: 1 },
    { id: views[0]!.id, to: 2 },
  ]);
  stop();
});
