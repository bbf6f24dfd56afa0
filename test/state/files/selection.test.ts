import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MOST_SELECTED_FILES } from '../../../src/domain/files/queries.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { uuid } from '../../support/builders.ts';
import { aView } from '../../support/a-view.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { aRow } from './files-list.ts';
import { portsOf } from '../ports.ts';

const key = (number: number) => ({ network: 'public', id: uuid(number) });
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list of so many files, which a search for anything narrows to half. */
async function listOf(count: number) {
  const bridge = fakeBridge({
    'files.open': ({ query }) => ok(query.search === '' ? aView(1, count) : aView(2, count / 2)),
    'files.window': ({ from, to }) =>
      ok({ rows: Array.from({ length: Math.min(to, count) - from }, (_, place) => aRow(from + place)) }),
    'files.position': () => ok({ position: null }),
    'files.close': () => ok(null),
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.viewport.openingIs(280);
  files.watch();
  await settled();
  return { bridge, files, selection: new SelectionState(ports, files) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('rows are taken in and out one by one, and go out in the order of the list', async () => {
  const { selection } = await listOf(300);
  for (const position of [7, 3, 250, 7, 7]) await selection.toggle(position);
  expect([selection.count, selection.chosen, selection.isSelected(aRow(3)), selection.isSelected(aRow(4))]).toEqual([
    3,
    { kind: 'keys', keys: [key(3), key(7), key(250)] },
    true,
    false,
  ]);
});

test('Shift grows a stretch and shrinks it again, and leaves what was picked before', async () => {
  const { files, selection } = await listOf(300);
  const extend = async (to: number): Promise<void> => {
    const picked = selection.extendTo(to);
    await Promise.all([picked, files.choose(to)]);
  };
  await selection.toggle(20);
  await files.choose(5);
  await extend(6);
  await extend(8);
  await extend(4);
  expect(selection.chosen).toEqual({ kind: 'keys', keys: [key(4), key(5), key(20)] });
  await files.choose(100);
  await extend(101);
  expect(selection.count).toBe(5);
});

test('a stretch far beyond what is in sight is fetched', async () => {
  const { files, selection } = await listOf(3_000);
  await files.choose(10);
  await selection.extendTo(2_509);
  expect([selection.count, selection.isSelected(aRow(2_509))]).toEqual([2_500, true]);
});

test('a stretch longer than the core takes by name is not taken, and says so', async () => {
  const { bridge, files, selection } = await listOf(MOST_SELECTED_FILES + 100);
  await files.choose(0);
  const asked = bridge.asked.length;
  await selection.extendTo(MOST_SELECTED_FILES + 50);
  expect([selection.count, selection.isTooLong, bridge.asked.length]).toEqual([0, true, asked]);
  selection.all();
  expect([selection.count, selection.isTooLong]).toEqual([MOST_SELECTED_FILES + 100, false]);
});

test('a stretch that is too long says so no more once the selection was cleared at once after it', async () => {
  const { files, selection } = await listOf(MOST_SELECTED_FILES + 100);
  await files.choose(0);
  const extending = selection.extendTo(MOST_SELECTED_FILES + 50);
  selection.clear();
  await extending;
  expect(selection.isTooLong).toBe(false);
});

test('a row that is taken out of a stretch stays out when Shift goes on from there', async () => {
  const { files, selection } = await listOf(30);
  await files.choose(2);
  await selection.extendTo(5);
  await files.choose(5);
  await selection.toggle(3);
  await selection.extendTo(6);
  expect([selection.count, selection.isSelected(aRow(3))]).toEqual([4, false]);
});

test('the whole view is one question, but for the rows taken out of it', async () => {
  const { files, selection } = await listOf(128_412);
  selection.all();
  expect([selection.isWhole, selection.count]).toEqual([true, 128_412]);
  for (const position of [2, 1, 0]) await selection.toggle(position);
  expect([selection.isWhole, selection.count, selection.isSelected(aRow(1)), selection.isSelected(aRow(9))]).toEqual([
    false,
    128_409,
    false,
    true,
  ]);
  expect(selection.chosen).toEqual({ kind: 'view', query: files.query.current, except: [key(0), key(1), key(2)] });
});

test('with nothing selected, the whole view is meant', async () => {
  const { files, selection } = await listOf(10);
  await selection.toggle(1);
  selection.clear();
  expect([selection.isEmpty, selection.chosen]).toEqual([
    true,
    { kind: 'view', query: files.query.current, except: [] },
  ]);
});

test('another search has a selection of its own, another order has not', async () => {
  const { files, selection } = await listOf(300);
  await selection.toggle(3);
  files.query.sortBy('size');
  expect(selection.count).toBe(1);
  files.query.find('aurora');
  expect(selection.count).toBe(0);
  files.query.find('');
  expect(selection.count).toBe(1);
});

test('another order keeps the selection of a search whose names come first', async () => {
  const { files, selection } = await listOf(300);
  files.query.find('aurora');
  await settled();
  await selection.toggle(3);
  files.query.sortBy('size');
  expect([files.query.isRanked, selection.count]).toEqual([false, 1]);
});

test('Ctrl+click beside the chosen row selects both', async () => {
  const { files, selection } = await listOf(300);
  await files.choose(4);
  await selection.toggleBeside(9);
  expect(selection.chosen).toEqual({ kind: 'keys', keys: [key(4), key(9)] });
});

test('rows that cannot be had are not picked', async () => {
  const { bridge, selection } = await listOf(300);
  bridge.answer('files.window', () => fail({ kind: 'hostGone' }));
  await selection.toggle(250);
  expect(selection.isEmpty).toBe(true);
});
