import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { BulkState } from '../../../src/state/bulk/bulk.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { TableExportState } from '../../../src/state/bulk/table-export.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { connectionA } from '../../support/builders.ts';
import { later } from '../../support/fake-bridge.ts';
import { aRow, core, inSight, numbered, open, rowsOf } from './files-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A search that finds 200 of 300 files: the first hundred at once, the rest when they are counted. */
async function begunSearch() {
  const bridge = core(rowsOf(numbered(300)));
  const { app, files } = open(bridge);
  await settled();
  const counting = later<'files.counted'>();
  bridge.answer('files.open', () => ok({ viewId: 50, count: 100, isCounted: false, rows: rowsOf(numbered(100, 100)) }));
  bridge.answer('files.window', ({ from, to }) => ok({ rows: rowsOf(numbered(to - from, 100 + from)) }));
  bridge.answer('files.counted', () => counting.reply);
  const begun = bridge.asked.length;
  files.query.find('file');
  await settled();
  const ports = { bridge, connectionId: connectionA, app };
  const selection = new SelectionState(ports, files);
  return { bridge, ports, files, selection, counting, asked: () => bridge.asked.slice(begun).map(({ name }) => name) };
}

/** A bulk edit and an export of all that the search finds, opened while the files are still counted. */
async function openedOnEverything() {
  const { ports, files, selection, counting } = await begunSearch();
  selection.all();
  const bulk = new BulkState(ports, selection);
  const table = new TableExportState(ports, { selection, files });
  bulk.open('metadata');
  table.open();
  await settled();
  return { files, bulk, table, counting };
}

test('the first rows of a search are shown while the others are counted', async () => {
  const { files, counting, asked } = await begunSearch();
  expect([files.list?.count, files.list?.isCounted, inSight(files)[0]]).toEqual([100, false, 'file-100']);
  expect(asked()).toEqual(['files.open', 'files.close', 'files.counted']);
  counting.arrive({ count: 200 });
  await settled();
  expect([files.list?.count, files.list?.isCounted, inSight(files)[0]]).toEqual([200, true, 'file-100']);
});

test('the last row is chosen once it is known which one it is', async () => {
  const { files, counting } = await begunSearch();
  void files.choose(Infinity);
  await settled();
  expect(files.position).toBeNull();
  counting.arrive({ count: 200 });
  await settled();
  expect([files.position, files.query.chosen?.id]).toEqual([199, aRow(299).id]);
});

test('what is still being counted is left once something else is asked', async () => {
  const { bridge, files } = await begunSearch();
  const before = bridge.asked.length;
  files.query.find('file-2');
  await settled();
  expect(bridge.asked.slice(before, before + 2)).toMatchObject([
    { name: 'files.close', input: { viewId: 50 } },
    { name: 'files.open' },
  ]);
});

test('the same question again replaces the list only when all of it is there', async () => {
  const { bridge, files, counting } = await begunSearch();
  counting.arrive({ count: 200 });
  await settled();
  const again = later<'files.counted'>();
  bridge.answer('files.counted', () => again.reply);
  void files.again();
  await settled();
  expect([files.list?.count, files.list?.isCounted]).toEqual([200, true]);
  again.arrive({ count: 201 });
  await settled();
  expect(files.list?.count).toBe(201);
});

test('a bulk edit and an export of everything wait until it is counted', async () => {
  const { bulk, table, counting } = await openedOnEverything();
  expect([bulk.isOpen, table.isOpen]).toEqual([false, false]);
  counting.arrive({ count: 200 });
  await settled();
  expect([bulk.files, table.files]).toEqual([200, 200]);
});

test('rows are selected to the end once it is known where that is', async () => {
  const { files, selection, counting } = await begunSearch();
  await files.choose(95);
  void selection.extendTo(Infinity);
  await settled();
  expect(selection.count).toBe(0);
  counting.arrive({ count: 200 });
  await settled();
  expect(selection.count).toBe(105);
});

test('rows to the end are not selected where the selection was cleared while it was counted where that is', async () => {
  const { files, selection, counting } = await begunSearch();
  await files.choose(95);
  void selection.extendTo(Infinity);
  await settled();
  selection.clear();
  counting.arrive({ count: 200 });
  await settled();
  expect(selection.count).toBe(0);
});

test('the first file found is chosen once the answer is here, unless the chosen one is among them', async () => {
  const bridge = core(rowsOf(numbered(30)));
  const { files } = open(bridge);
  await settled();
  const slow = later<'files.open'>();
  bridge.answer('files.open', () => slow.reply);
  files.query.find('file-1');
  void files.chooseFirst();
  await settled();
  expect(files.query.chosen).toBeNull();
  bridge.answer('files.window', () => ok({ rows: rowsOf(numbered(7)) }));
  slow.arrive(aView(9, 7));
  await settled();
  expect([files.position, files.query.chosen?.id]).toEqual([0, rowsOf(numbered(7))[0]?.id]);
  await files.choose(3);
  await files.chooseFirst();
  expect(files.position).toBe(3);
});

test('a count that failed is said, and no bulk edit or export goes on with a part of the files', async () => {
  const { files, bulk, table, counting } = await openedOnEverything();
  counting.fail({ kind: 'unexpected', reference: 'r-1' });
  await settled();
  expect([bulk.isOpen, table.isOpen]).toEqual([false, false]);
  expect(files.failure).toEqual({ kind: 'unexpected', reference: 'r-1' });
});

test('a count that failed is asked again', async () => {
  const { bridge, files, counting } = await begunSearch();
  counting.fail({ kind: 'unexpected', reference: 'r-1' });
  await settled();
  bridge.answer('files.counted', () => ok({ count: 200 }));
  await files.choose(Infinity);
  expect([files.list?.count, files.position]).toEqual([200, 199]);
});

test('a list that the core closed before it was counted is opened anew', async () => {
  const { bridge, files, counting } = await begunSearch();
  bridge.answer('files.open', () => ok(aView(51, 120)));
  counting.fail({ kind: 'notFound' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([files.list?.id, files.list?.count, files.failure]).toEqual([51, 120, null]);
});

test('a list stays where the count of the next one to the same question fails', async () => {
  const { bridge, files, counting } = await begunSearch();
  counting.arrive({ count: 200 });
  await settled();
  bridge.answer('files.counted', () => fail({ kind: 'unexpected', reference: 'r-1' }));
  await files.again();
  expect([files.list?.count, files.list?.isCounted]).toEqual([200, true]);
  expect(files.failure).toEqual({ kind: 'unexpected', reference: 'r-1' });
});

/** A search that finds 200 files, of which the first page holds 137. */
async function begunWithinABlock() {
  const { bridge, files } = await begunSearch();
  const counting = later<'files.counted'>();
  bridge.answer('files.open', () => ok({ viewId: 51, count: 137, isCounted: false, rows: rowsOf(numbered(100, 100)) }));
  bridge.answer('files.counted', () => counting.reply);
  files.query.find('file-1');
  await settled();
  return { bridge, files, counting };
}

test('rows after a first page that ends within a block arrive once the files are counted', async () => {
  const { files, counting } = await begunWithinABlock();
  await files.choose(136);
  expect(inSight(files).slice(-2)).toEqual(['file-235', 'file-236']);
  counting.arrive({ count: 200 });
  await settled();
  await files.choose(150);
  expect(files.rowAt(150)?.name).toBe('file-250');
});

test('they arrive also where the files were counted while that block was on its way', async () => {
  const { bridge, files, counting } = await begunWithinABlock();
  const slow = later<'files.window'>();
  bridge.answer('files.window', ({ from, to }) =>
    to === 137 ? slow.reply : ok({ rows: rowsOf(numbered(to - from, 100 + from)) }),
  );
  void files.choose(136);
  counting.arrive({ count: 200 });
  await settled();
  slow.arrive({ rows: rowsOf(numbered(37, 200)) });
  await settled();
  expect([files.rowAt(136)?.name, files.rowAt(199)?.name]).toEqual(['file-236', 'file-299']);
});

test('of that block the rows are asked for once more, and not at each look at them', async () => {
  const { bridge, files, counting } = await begunWithinABlock();
  await files.choose(136);
  counting.arrive({ count: 200 });
  await settled();
  await files.choose(150);
  const before = bridge.asked.length;
  await files.choose(199);
  await files.choose(120);
  await settled();
  expect(bridge.asked.slice(before)).toEqual([]);
});
