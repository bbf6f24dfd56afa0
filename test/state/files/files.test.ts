import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { aRow, core, inSight, numbered, open, rowsOf } from './files-list.ts';
import { allFiles } from '../../../src/state/app/route.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { aView } from '../../support/a-view.ts';
import { later } from '../../support/fake-bridge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('rows are fetched where one looks, in windows the core takes', async () => {
  const bridge = core(rowsOf(numbered(10_000)));
  const { files } = open(bridge);
  await settled();
  files.viewport.scrollTo(28 * 5_000);
  await settled();
  const sizes = bridge.asked.flatMap(({ name, input }) =>
    name === 'files.window' ? [(input as { to: number }).to - (input as { from: number }).from] : [],
  );
  expect({
    count: files.list?.count,
    first: inSight(files)[0],
    most: Math.max(...sizes),
    windows: sizes.length,
  }).toEqual({
    count: 10_000,
    first: 'file-5000',
    most: 100,
    windows: 3,
  });
});

test('the answer before stays until the next is here, and one that comes too late is dropped', async () => {
  const bridge = core(rowsOf(numbered(30)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  files.query.find('file-1');
  await settled();
  expect([files.query.search, files.list?.count]).toEqual(['file-1', 30]);
  bridge.answer('files.open', () => ok(aView(1, 7)));
  bridge.answer('files.window', () => ok({ rows: rowsOf(numbered(7)) }));
  files.query.find('file-12');
  await settled();
  slow.arrive(aView(9, 11));
  await settled();
  expect(files.list?.count).toBe(7);
});

test('a question taken back while it is answered leaves the list on screen', async () => {
  const bridge = core(rowsOf(numbered(30)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  files.query.find('file-1');
  await settled();
  bridge.answer('files.open', () => ok(aView(1, 30)));
  bridge.answer('files.window', () => ok({ rows: rowsOf(numbered(30)) }));
  files.query.find('');
  slow.arrive(aView(9, 11));
  await settled();
  expect([files.query.search, files.list?.count]).toEqual(['', 30]);
});

test('of questions typed while one is answered only the last is asked', async () => {
  const bridge = core(rowsOf(numbered(30)));
  const { files } = open(bridge);
  await settled();
  const answer = bridge.asked.length;
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  for (const search of ['f', 'fi', 'fil', 'file-2']) {
    files.query.find(search);
    await settled();
  }
  bridge.answer('files.open', () => ok(aView(1, 7)));
  slow.arrive(aView(9, 30));
  await settled();
  const asked = bridge.asked.slice(answer).filter(({ name }) => name === 'files.open');
  expect(asked.map(({ input }) => (input as { query: FileQuery }).query.search)).toEqual(['f', 'file-2']);
  expect(bridge.asked.at(-1)).not.toMatchObject({ name: 'files.open' });
  expect(files.list?.count).toBe(7);
});

test('a question that is still being answered is given up once something else is asked, and not for the same again', async () => {
  const bridge = core(rowsOf(numbered(30)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  const givenUp = (): readonly unknown[] =>
    bridge.asked.filter(({ name }) => name === 'files.giveUp').map(({ input }) => input);
  files.query.find('f');
  await settled();
  bridge.announce('files.changed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(givenUp()).toEqual([]);
  const asked = bridge.asked.findLast(({ name }) => name === 'files.open');
  files.query.find('');
  files.query.find('fi');
  await settled();
  expect(givenUp()).toEqual([{ ticket: (asked?.input as { ticket: string }).ticket }]);
});

test('files that arrive above do not move what is being read', async () => {
  const bridge = core(rowsOf(numbered(1_000, 500)));
  const { files } = open(bridge);
  await settled();
  files.viewport.scrollTo(28 * 100 + 13);
  await settled();
  const before = inSight(files);
  bridge.list = rowsOf(numbered(1_200, 300));
  bridge.announce('files.changed');
  await settled();
  expect([inSight(files), files.viewport.scroll.topPx]).toEqual([before, 28 * 300 + 13]);
});

test('at the very top, files that arrive above are shown', async () => {
  const bridge = core(rowsOf(numbered(100, 500)));
  const { files } = open(bridge);
  await settled();
  bridge.list = rowsOf(numbered(200, 400));
  bridge.announce('files.changed');
  await settled();
  expect([inSight(files)[0], files.viewport.scroll.topPx]).toEqual(['file-400', 0]);
});

test('the chosen file stays chosen when it moves, and the list does not follow it', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge);
  await settled();
  files.viewport.scrollTo(28 * 100);
  await files.choose(100);
  const row = aRow(100);
  bridge.list = [...bridge.list.filter(({ id }) => id !== row.id), { ...row, name: 'z-renamed' }];
  bridge.announce('files.changed');
  await settled();
  expect([files.query.chosen, files.position, files.viewport.scroll.topPx, inSight(files)[0]]).toEqual([
    { network: 'public', id: row.id },
    999,
    28 * 99,
    'file-99',
  ]);
  expect(app.router.target).toMatchObject({ file: { id: row.id } });
});

test('a link to a file shows it', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge, `#/c/${connectionA}/files/public/${uuid(700)}`);
  await settled();
  expect([files.position, inSight(files).includes('file-700')]).toEqual([700, true]);
});

test('a link to the file of the same id on the other network shows that one', async () => {
  const twin = { ...aRow(1), network: 'private' as const };
  const bridge = core([...rowsOf(numbered(100)), twin]);
  const { app, files, stop } = open(bridge, `#/c/${connectionA}/files/public/${uuid(1)}`);
  await settled();
  await files.focusAt(3);
  app.router.go({ ...allFiles, file: { network: 'private', id: twin.id } });
  await settled();
  expect([files.position, files.isAway, inSight(files).includes(twin.name)]).toEqual([100, false, true]);
  stop();
});

test('of keys held down, only the last row is chosen', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge);
  await settled();
  const chosen: unknown[] = [];
  app.router.follow(() => chosen.push(files.query.chosen?.id));
  await Promise.all([files.choose(300), files.choose(301), files.choose(302)]);
  expect([chosen, files.position]).toEqual([[uuid(302)], 302]);
});

test('a storm of announcements is one question at a time', async () => {
  const bridge = core(rowsOf(numbered(10)));
  open(bridge);
  await settled();
  const opened = (): number => bridge.asked.filter(({ name }) => name === 'files.open').length;
  const before = opened();
  for (let time = 0; time < 50; time += 1) bridge.announce('files.changed');
  await settled();
  expect(opened() - before).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(opened() - before).toBe(2);
});

test('a view the core no longer keeps is opened again', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  await bridge.ask('files.close', { viewId: files.list?.id ?? 0 });
  files.viewport.scrollTo(28 * 600);
  await settled();
  expect([inSight(files)[0], files.failure]).toEqual(['file-600', null]);
});

test('a list that cannot be had says why and keeps what was there', async () => {
  const bridge = core(rowsOf(numbered(10)));
  const { files } = open(bridge);
  await settled();
  bridge.answer('files.open', () => fail({ kind: 'hostGone' }));
  bridge.announce('files.changed');
  await settled();
  expect([files.failure, files.list?.count]).toEqual([{ kind: 'hostGone' }, 10]);
});

test('nothing listens after the screen is left', async () => {
  const bridge = core(rowsOf(numbered(10)));
  const { stop } = open(bridge);
  await settled();
  stop();
  expect(bridge.listeners()).toBe(0);
});

test('a row chosen while the list is asked for again stays the one the keys move from', async () => {
  const bridge = core(rowsOf(numbered(100)));
  const { files } = open(bridge);
  await settled();
  await files.choose(4);
  const next = await bridge.ask('files.open', { connectionId: connectionA, query: files.query.current });
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  bridge.announce('files.changed');
  await files.choose(5);
  if (next.ok) slow.arrive(next.value);
  await settled();
  expect([files.position, files.query.chosen?.id]).toEqual([5, uuid(5)]);
});
