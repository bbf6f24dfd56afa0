import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Input, Output } from '../../../src/contract/index.ts';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { SelectionContents, SelectionSizes } from '../../../src/domain/files/selection-summary.ts';
import { SelectionSummaryState } from '../../../src/state/files/selection-summary.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { aConnection, connectionA } from '../../support/builders.ts';
import { later } from '../../support/fake-bridge.ts';
import { core, numbered, open, rowsOf } from './files-list.ts';

const FILES = 300;
const hostGone = { kind: 'hostGone' } as const;
const contentsOf = (files: number): SelectionContents => ({
  ...{ files, cids: [], types: [], states: [], keys: [], otherKeys: 0 },
});
const sizesOf = (sizeBytes: number): SelectionSizes => ({
  ...{ files: 1, sizeBytes, unknownSizes: 0, full: 0 },
  ...{ leastBytes: 1, mostBytes: 1, halfUnderBytes: 1, firstAddedAt: null, lastAddedAt: null },
});
/** Beyond the rest between two looks. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1_000);

/** A summary of two selected files of a list, with their sizes. */
async function summed() {
  const bridge = core(rowsOf(numbered(FILES)));
  bridge.answer('selection.contents', ({ files }) =>
    ok(contentsOf(files.kind === 'keys' ? files.keys.length : FILES - files.except.length)),
  );
  bridge.answer('selection.sizes', () => ok(sizesOf(3_000_000)));
  const { app, files } = open(bridge);
  await settled();
  const ports = { bridge, connectionId: connectionA, app };
  const selection = new SelectionState(ports, files);
  const summary = new SelectionSummaryState(ports, selection);
  const stop = summary.watch();
  await selection.toggle(0);
  await selection.toggle(1);
  summary.look();
  await settled();
  return { bridge, app, files, selection, summary, stop };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sizes of one selection never stand under another', async () => {
  const { bridge, selection, summary } = await summed();
  const first = [summary.contents?.files, summary.sizes?.sizeBytes];
  const slow = later<'selection.sizes'>();
  bridge.answer('selection.sizes', () => slow.reply);
  selection.all();
  summary.look();
  await settled();
  const second = [summary.contents?.files, summary.sizes];
  slow.arrive(sizesOf(639_000_000));
  await settled();
  expect([first, second, summary.sizes?.sizeBytes]).toEqual([[2, 3_000_000], [FILES, null], 639_000_000]);
});

test('sizes stay while those of the same selection are added up anew, also for a list that was opened anew or is in another order', async () => {
  const { bridge, files, selection, summary } = await summed();
  selection.all();
  summary.look();
  await settled();
  bridge.answer('selection.sizes', () => later<'selection.sizes'>().reply);
  const asked = (): number => bridge.asked.filter(({ name }) => name === 'selection.sizes').length;
  const before = asked();
  bridge.announce('files.changed');
  await settled();
  expect([asked() > before, summary.sizes?.sizeBytes]).toEqual([true, 3_000_000]);
  files.query.sortBy('name');
  await settled();
  summary.look();
  await settled();
  expect([selection.isWhole, summary.sizes?.sizeBytes]).toEqual([true, 3_000_000]);
});

test('sizes that cannot be added up say why, until another try has them', async () => {
  const { bridge, summary } = await summed();
  bridge.answer('selection.sizes', () => fail(hostGone));
  summary.look();
  await settled();
  const failed = [summary.failure, summary.sizes];
  bridge.answer('selection.sizes', () => ok(sizesOf(5)));
  summary.look();
  await settled();
  expect([failed, summary.failure, summary.sizes?.sizeBytes]).toEqual([[hostGone, null], null, 5]);
});

test('sizes stay with the selection that is still summed up where the next one cannot be', async () => {
  const { bridge, selection, summary } = await summed();
  bridge.answer('selection.contents', () => fail(hostGone));
  bridge.answer('selection.sizes', () => ok(sizesOf(639_000_000)));
  selection.all();
  summary.look();
  await settled();
  expect([summary.failure, summary.contents?.files, summary.sizes?.sizeBytes]).toEqual([hostGone, 2, 3_000_000]);
});

test('full files are counted again by the limit of pairs that the list of connections brings', async () => {
  const { bridge, app, stop } = await summed();
  const asked = () =>
    bridge.asked.flatMap(({ name, input }) =>
      name === 'selection.sizes' ? [(input as Input<'selection.sizes'>).fullPairs] : [],
    );
  const connection = aConnection({ id: connectionA });
  const { limits } = connection.learnt;
  const learnt = { ...connection.learnt, limits: { ...limits, refused: { ...limits.refused, pairs: 11 } } };
  const list = [{ connection: { ...connection, learnt }, status: {} }];
  bridge.answer('connections.list', () => ok(list as unknown as Output<'connections.list'>));
  expect(asked()).toEqual([null]);
  for (let answers = 0; answers < 3; answers++) {
    await app.connections.load();
    await settled();
  }
  expect(asked()).toEqual([null, 10]);
  stop();
  bridge.answer('connections.list', () => ok([] as Output<'connections.list'>));
  await app.connections.load();
  await settled();
  expect(asked()).toEqual([null, 10]);
});
