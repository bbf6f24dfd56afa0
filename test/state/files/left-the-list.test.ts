import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { isSameFile } from '../../../src/domain/core/ids.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { connectionA } from '../../support/builders.ts';
import { core, numbered, open, rowsOf } from './files-list.ts';

/** Beyond the rest between two questions. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list of ten files, all of which are selected but the second and the third. */
async function allButTwo() {
  const bridge = core(rowsOf(numbered(10)));
  bridge.answer('selection.contents', ({ files }) => {
    const except = files.kind === 'list' ? files.except : [];
    const selected = bridge.list.filter((row) => !except.some((key) => isSameFile(row, key)));
    return ok({ files: selected.length, cids: [], types: [], states: [], keys: [], otherKeys: 0 });
  });
  const { app, files } = open(bridge);
  await settled();
  const selection = new SelectionState({ bridge, connectionId: connectionA, app }, files);
  selection.all();
  await selection.toggle(1);
  await selection.toggle(2);
  const become = async (numbers: readonly number[]): Promise<void> => {
    bridge.list = rowsOf(numbers);
    bridge.announce('files.changed');
    await settled();
  };
  return { files, selection, become };
}

test('a row that was taken out of the whole list counts as taken out no more once it has left the list', async () => {
  const { selection, become } = await allButTwo();
  const before = selection.count;
  await become(numbered(10).filter((number) => number !== 1));
  expect([before, selection.count, selection.isWhole]).toEqual([8, 8, false]);
  await selection.toggle(4);
  expect(selection.count).toBe(7);
  await become(numbered(10));
  expect(selection.count).toBe(7);
});

test('the whole list is selected once every row that was taken out has left it', async () => {
  const { selection, become } = await allButTwo();
  await become(numbered(7, 3));
  expect([selection.count, selection.isWhole]).toEqual([7, true]);
  selection.all();
  expect([selection.count, selection.isWhole]).toEqual([7, true]);
});
