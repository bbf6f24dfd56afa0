import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';
import { aRow, core, numbered, open, rowsOf } from './files-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list on whose far rows the person has extended the selection, and which have yet to come. */
async function extended() {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const selection = new SelectionState(portsOf(bridge), files);
  await files.choose(2);
  const rows = later<'files.window'>();
  bridge.answer('files.window', () => rows.reply);
  const extending = selection.extendTo(150);
  await settled();
  const arrive = async (): Promise<void> => {
    bridge.answer('files.window', ({ from, to }) => ok({ rows: rowsOf(numbered(to - from, from)) }));
    rows.arrive({ rows: rowsOf(numbered(51, 100)) });
    await extending;
  };
  return { arrive, bridge, files, selection };
}

test('a range whose rows come late is selected where nothing else was', async () => {
  const { arrive, selection } = await extended();
  await arrive();
  expect(selection.count).toBe(149);
});

test('a selection that was cleared while the rows of a range were on their way stays empty', async () => {
  const { arrive, selection } = await extended();
  selection.clear();
  await arrive();
  expect(selection.isEmpty).toBe(true);
});

test('a whole list that was selected while the rows of a range were on their way stays whole', async () => {
  const { arrive, selection } = await extended();
  selection.all();
  await arrive();
  expect([selection.isWhole, selection.count]).toEqual([true, 1_000]);
});

test('a row that was toggled while the rows of a range were on their way is toggled in the range', async () => {
  const { arrive, selection } = await extended();
  const toggling = selection.toggle(90);
  await arrive();
  await toggling;
  expect([selection.count, selection.isSelected(aRow(90))]).toEqual([148, false]);
});

test('a row that comes late is not selected once the selection was cleared', async () => {
  const { bridge, selection, arrive } = await extended();
  await arrive();
  const row = later<'files.window'>();
  bridge.answer('files.window', () => row.reply);
  const toggling = selection.toggle(700);
  selection.clear();
  row.arrive({ rows: [aRow(700)] });
  await toggling;
  expect(selection.isEmpty).toBe(true);
});

test('a row is toggled after the selection was cleared, although a range still waits for its rows', async () => {
  const { selection } = await extended();
  selection.clear();
  await selection.toggle(90);
  expect(selection.count).toBe(1);
});

/** A range from row 2 to row 400, whose last rows are on their way. */
async function halfRead() {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const selection = new SelectionState(portsOf(bridge), files);
  await files.choose(2);
  const rows = later<'files.window'>();
  const listed = await bridge.ask('files.window', { viewId: 1, from: 100, to: 300 });
  bridge.answer('files.window', ({ from }) => (from < 300 ? listed : rows.reply));
  const extending = selection.extendTo(400);
  await settled();
  const answer = (list: readonly FileRow[]): void =>
    bridge.answer('files.window', ({ viewId, from, to }) =>
      viewId === 1 ? fail({ kind: 'notFound' }) : ok({ rows: list.slice(from, to) }),
    );
  return { bridge, files, selection, rows, extending, answer };
}

test('a range is selected whole where the list is replaced while its rows are read, from the row where it began', async () => {
  const { bridge, files, selection, rows, extending, answer } = await halfRead();
  const list = rowsOf([5_000, 5_001, ...numbered(998)]);
  bridge.list = list;
  answer(list);
  bridge.announce('files.changed');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(files.list?.id).toBe(2);
  rows.fail({ kind: 'notFound' });
  await extending;
  expect([selection.isSelected(aRow(1)), selection.isSelected(aRow(2)), selection.count]).toEqual([false, true, 397]);
});

test('a range is selected whole where the core has closed the list', async () => {
  const { bridge, selection, rows, extending, answer } = await halfRead();
  answer(bridge.list);
  rows.fail({ kind: 'notFound' });
  await extending;
  expect(selection.count).toBe(399);
});

test('a range whose rows cannot be had leaves the selection as it was, and says why', async () => {
  const { bridge, files, selection, rows, extending } = await halfRead();
  bridge.answer('files.open', () => fail({ kind: 'interrupted' }));
  rows.fail({ kind: 'interrupted' });
  await extending;
  expect([selection.count, files.failure]).toEqual([0, { kind: 'interrupted' }]);
});

test('a range goes on behind rows that have all gone since', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const selection = new SelectionState(portsOf(bridge), files);
  await files.choose(2);
  bridge.answer('files.window', ({ from, to }) => ok({ rows: from === 100 ? [] : rowsOf(numbered(to - from, from)) }));
  await selection.extendTo(400);
  expect(selection.count).toBe(199);
});

test('a range that Shift has made grows and shrinks from its beginning after files came above it', async () => {
  const bridge = core(rowsOf(numbered(1_000)));
  const { files } = open(bridge);
  await settled();
  const selection = new SelectionState(portsOf(bridge), files);
  const extend = (to: number): Promise<unknown> => Promise.all([selection.extendTo(to), files.choose(to)]);
  await files.choose(5);
  await extend(10);
  bridge.list = rowsOf([5_000, ...numbered(1_000)]);
  bridge.announce('files.changed');
  await vi.advanceTimersByTimeAsync(1_000);
  const moved = files.position;
  await Promise.all([extend(9), extend(8)]);
  const { chosen } = selection;
  await extend(400);
  expect([moved, chosen, selection.isSelected(aRow(5)), selection.count]).toEqual([
    11,
    { kind: 'keys', keys: [5, 6, 7].map(aRow).map(({ network, id }) => ({ network, id })) },
    true,
    395,
  ]);
});
