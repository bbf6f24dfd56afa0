import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { fail, ok } from '../../src/domain/result.ts';
import { savedViewId, type SavedView } from '../../src/domain/saved-view.ts';
import { FilesState } from '../../src/state/files.svelte.ts';
import { SavedViewsState } from '../../src/state/saved-views.svelte.ts';
import { aFileQuery, uuid } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { portsOf } from './ports.ts';

const aView = (number: number, query = aFileQuery()): SavedView => ({
  id: savedViewId.parse(uuid(number)),
  name: `View ${number}`,
  query,
});
const open = (view: SavedView) => ({ ...view, query: { ...view.query, metadata: [...view.query.metadata] } });

async function someViews(...views: readonly SavedView[]) {
  const bridge = fakeBridge({
    'savedViews.list': () => ok({ views: views.map(open) }),
    'savedViews.move': () => ok({ views: views.map(open) }),
    'files.count': ({ query }) => ok({ count: query.search === '' ? 7 : null }),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  const saved = new SavedViewsState(ports, files);
  const stop = saved.watch();
  await new Promise(process.nextTick);
  return { bridge, files, saved, stop, place: () => ports.app.router.place };
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
  const { files, place, saved, stop } = await someViews(aView(9), view);
  saved.open = 'list';
  saved.showAt(2);
  expect([files.search, files.sort, saved.open]).toEqual(['x', sort, null]);
  expect(place()).toMatchObject({ kind: 'files', type: 'image/*', metadata: [{ op: 'has', key: 'a' }] });
  saved.showAt(3);
  expect(files.search).toBe('x');
  stop();
});

test('the present question is recognised among the views', async () => {
  const { files, saved, stop } = await someViews(aView(1, aFileQuery({ search: 'x' })), aView(2));
  flushSync();
  expect(saved.current?.name).toBe('View 2');
  files.show(aFileQuery({ search: 'y' }));
  expect(saved.current).toBeNull();
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

test('a view that could not be saved is said, and the list stays', async () => {
  const { bridge, saved, stop } = await someViews(aView(1));
  const failure = { kind: 'notSaved', reason: 'diskFull', detail: '' } as const;
  bridge.answer('savedViews.add', () => fail(failure));
  expect([await saved.add('Mine'), saved.failure, saved.views.length]).toEqual([false, failure, 1]);
  expect(bridge.asked.at(-1)?.input).toMatchObject({ name: 'Mine', query: aFileQuery() });
  stop();
});
