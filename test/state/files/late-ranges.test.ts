import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
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
