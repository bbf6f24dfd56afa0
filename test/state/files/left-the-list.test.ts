import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { isSameFile } from '../../../src/domain/core/ids.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { connectionA } from '../../support/builders.ts';
import { later } from '../../support/fake-bridge.ts';
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
  return { bridge, selection, become };
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

const contentsOf = (files: number) => ({ files, cids: [], types: [], states: [], keys: [], otherKeys: 0 });

test('a late answer about rows that were taken out says nothing of a selection made since', async () => {
  const { bridge, selection, become } = await allButTwo();
  const late = later<'selection.contents'>();
  bridge.answer('selection.contents', () => late.reply);
  await become(numbered(7, 3));
  selection.all();
  late.arrive(contentsOf(7));
  await settled();
  expect([selection.count, selection.isWhole]).toEqual([7, true]);
});

test('of two answers about rows that were taken out the one about the list on screen counts, whichever comes first', async () => {
  const { bridge, selection, become } = await allButTwo();
  const [about, aboutNext] = [later<'selection.contents'>(), later<'selection.contents'>()];
  bridge.answer('selection.contents', () => about.reply);
  await become(numbered(7, 3));
  bridge.answer('selection.contents', () => aboutNext.reply);
  await become(numbered(10));
  aboutNext.arrive(contentsOf(8));
  await settled();
  about.arrive(contentsOf(7));
  await settled();
  expect([selection.count, selection.isWhole]).toEqual([8, false]);
});
