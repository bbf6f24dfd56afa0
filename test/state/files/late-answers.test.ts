import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { allFiles, allSettings } from '../../../src/state/app/route.ts';
import { aView } from '../../support/a-view.ts';
import { aFileQuery, connectionA, connectionB, fileOf, uuid } from '../../support/builders.ts';
import { later } from '../../support/fake-bridge.ts';
import { core, numbered, open, rowsOf } from './files-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test('a row that arrives after the person has left for another screen takes nobody back', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge);
  await settled();
  const slow = later<'files.window'>();
  bridge.answer('files.window', () => slow.reply);
  const choosing = files.choose(900);
  await settled();
  app.router.go(allSettings);
  slow.arrive({ rows: rowsOf(numbered(100, 900)) });
  await choosing;
  expect(app.router.target).toEqual(allSettings);
  app.router.go(allFiles);
  expect(files.query.chosen).toBeNull();
});

test('a row that arrives after the person has gone to another connection is not chosen there, nor its search asked', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge, `#/c/${connectionA}/files?search=file`);
  await settled();
  const slow = later<'files.window'>();
  bridge.answer('files.window', () => slow.reply);
  const choosing = files.choose(900);
  await settled();
  app.router.go(allFiles, connectionB);
  const there = app.router.route;
  slow.arrive({ rows: rowsOf(numbered(100, 900)) });
  await choosing;
  expect(app.router.route).toEqual(there);
});

test('a list keeps the row that was chosen while the place of the one before was looked up in it', async () => {
  const bridge = core(rowsOf(numbered(300)));
  const { files } = open(bridge);
  await settled();
  bridge.answer('files.counted', () => ok({ count: 200 }));
  bridge.answer('files.open', () => ok({ viewId: 50, count: 100, isCounted: false, rows: rowsOf(numbered(100)) }));
  const rows = later<'files.window'>();
  bridge.answer('files.window', () => rows.reply);
  const place = later<'files.position'>();
  bridge.answer('files.position', () => place.reply);
  await files.choose(3);
  files.query.find('file');
  await settled();
  const choosing = files.choose(Infinity);
  await settled();
  place.arrive({ position: 3 });
  await settled();
  rows.arrive({ rows: rowsOf(numbered(100, 100)) });
  await choosing;
  expect([files.position, files.query.chosen?.id]).toEqual([199, uuid(199)]);
});

test('the place of a row that was chosen while its list was on its way is known with the list', async () => {
  const bridge = core(rowsOf(numbered(100)));
  const { files } = open(bridge);
  await settled();
  const query = { ...files.query.current, search: 'file' };
  const next = await bridge.ask('files.open', { connectionId: connectionA, query });
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  files.query.find('file');
  await files.choose(5);
  const place = later<'files.position'>();
  bridge.answer('files.position', () => place.reply);
  if (next.ok) slow.arrive(next.value);
  await settled();
  expect(files.position).toBe(5);
  place.arrive({ position: 5 });
  await settled();
  expect([files.position, files.isAnswered]).toEqual([5, true]);
});

test('the end that a person asked for is that of the list that comes meanwhile', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.window'>();
  bridge.answer('files.window', () => slow.reply);
  const choosing = files.choose(Infinity);
  await settled();
  bridge.answer('files.window', ({ from, to }) => ok({ rows: rowsOf(numbered(to - from, from)) }));
  files.query.find('file-1');
  await settled();
  slow.arrive({ rows: rowsOf(numbered(100, 900)) });
  await choosing;
  expect([files.list?.count, files.position]).toEqual([111, 110]);
});

test('keys pressed before the first rows have come move in them', async () => {
  const bridge = core(rowsOf(numbered(300)));
  const first = await bridge.ask('files.open', { connectionId: connectionA, query: aFileQuery() });
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  bridge.answer('files.nextNamed', () => ok({ position: 7 }));
  const { files } = open(bridge);
  const choosing = files.choose(Infinity);
  const named = files.names.goTo({ text: 'file-7', isNext: false });
  void files.again();
  if (first.ok) slow.arrive(first.value);
  await choosing;
  await named;
  expect([files.position, files.query.chosen?.id]).toEqual([7, uuid(7)]);
  await files.choose(299);
  expect(files.position).toBe(299);
});

test('a file that a link shows is brought into sight, although files changed while its list was on its way', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge);
  await settled();
  const slow = later<'files.open'>();
  const asked = { connectionId: connectionA, query: aFileQuery({ search: 'file' }) };
  const [first, second] = [await bridge.ask('files.open', asked), await bridge.ask('files.open', asked)];
  bridge.answer('files.open', () => slow.reply);
  app.router.go({ ...allFiles, search: 'file', file: fileOf(uuid(700)) });
  await settled();
  bridge.answer('files.open', () => second);
  bridge.announce('files.changed');
  if (first.ok) slow.arrive(first.value);
  await vi.advanceTimersByTimeAsync(1_000);
  const { from, to } = files.viewport.scroll.inSight;
  expect([files.position, from <= 700 && 700 < to]).toEqual([700, true]);
});

test('a file of the list on screen that a link shows is brought into sight in the list that comes while it is looked for', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { app, files } = open(bridge);
  await settled();
  const opened = await bridge.ask('files.open', { connectionId: connectionA, query: aFileQuery() });
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  bridge.announce('files.changed');
  const place = later<'files.position'>();
  bridge.answer('files.position', ({ viewId }) => (viewId === 1 ? place.reply : ok({ position: 700 })));
  app.router.go({ ...allFiles, file: fileOf(uuid(700)) });
  if (opened.ok) slow.arrive(opened.value);
  await vi.advanceTimersByTimeAsync(1_000);
  place.fail({ kind: 'notFound' });
  await settled();
  const { from, to } = files.viewport.scroll.inSight;
  expect([files.list?.id, files.position, from <= 700 && 700 < to]).toEqual([2, 700, true]);
});

test('a list whose rows come after something else was asked is closed, and shown to nobody', async () => {
  const bridge = core(rowsOf(numbered(300)));
  const { files } = open(bridge);
  await settled();
  const rows = later<'files.window'>();
  bridge.answer('files.open', () => ok(aView(60, 50)));
  bridge.answer('files.window', () => rows.reply);
  files.query.find('file-1');
  await settled();
  const next = later<'files.open'>();
  bridge.answer('files.open', () => next.reply);
  files.query.find('file-12');
  await settled();
  rows.arrive({ rows: rowsOf(numbered(50)) });
  await settled();
  expect([files.list?.count, bridge.asked.filter(({ name }) => name === 'files.close').length]).toEqual([300, 1]);
  expect(bridge.asked.findLast(({ name }) => name === 'files.close')?.input).toEqual({ viewId: 60 });
});

test('what fails of a list that is gone from the screen is not told of the one that is there', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.window'>();
  bridge.answer('files.window', () => slow.reply);
  files.viewport.scrollTo(28 * 900);
  await settled();
  bridge.answer('files.open', () => ok(aView(60, 50)));
  bridge.answer('files.window', () => ok({ rows: rowsOf(numbered(50)) }));
  files.query.find('file-1');
  await settled();
  slow.fail({ kind: 'hostGone' });
  await settled();
  expect([files.list?.count, files.failure]).toEqual([50, null]);
});

test('the end of an empty list chooses nothing', async () => {
  const { files } = open(core([]));
  await settled();
  expect([await files.choose(Infinity), await files.choose(0), files.query.chosen]).toEqual([false, false, null]);
});
