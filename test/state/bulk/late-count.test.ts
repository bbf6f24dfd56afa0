import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { BulkState } from '../../../src/state/bulk/bulk.svelte.ts';
import { TableExportState } from '../../../src/state/bulk/table-export.svelte.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { uuid } from '../../support/builders.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { aRow } from '../files/files-list.ts';
import { portsOf } from '../ports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list, all of it selected, whose count is on its way. */
async function uncounted() {
  const counted = later<'files.counted'>();
  const bridge = fakeBridge({
    'files.open': () => ok({ ...aView(1, 100), isCounted: false }),
    'files.window': () => ok({ rows: [aRow(0)] }),
    'files.close': () => ok(null),
    'files.counted': () => counted.reply,
  });
  const ports = portsOf(bridge);
  const files = new FilesState(ports);
  files.watch();
  await settled();
  const selection = new SelectionState(ports, files);
  const bulk = new BulkState(ports, selection);
  const table = new TableExportState(ports, { selection, files });
  const group = (): void =>
    bulk.openForKey(() => ({ selection: selection.chosen, count: 320 }), { key: 'group', value: 'Ember Court' });
  selection.all();
  return { bridge, bulk, table, group, selection, arrive: (count = 320) => (counted.arrive({ count }), settled()) };
}

test('a dialog about all files opens once they are counted', async () => {
  const { bulk, table, arrive } = await uncounted();
  bulk.open('metadata');
  table.open();
  const before = [bulk.isOpen, table.isOpen];
  await arrive();
  expect([before, bulk.isOpen, bulk.files, table.isOpen, table.files]).toEqual([[false, false], true, 320, true, 320]);
});

test('a count that arrives after the person has left opens no dialog', async () => {
  for (const open of ['bulk', 'group', 'table'] as const) {
    const { bulk, table, group, arrive } = await uncounted();
    if (open === 'bulk') bulk.open('names');
    else if (open === 'group') group();
    else table.open();
    bulk.close();
    table.close();
    await arrive();
    expect([open, bulk.isOpen, table.isOpen]).toEqual([open, false, false]);
  }
});

test('a count that arrives late leaves the dialog as it is that was opened about fewer files meanwhile', async () => {
  const { bulk, table, selection, arrive } = await uncounted();
  bulk.open('metadata');
  table.open();
  selection.clear();
  await selection.toggle(0);
  bulk.open('names');
  table.open();
  await arrive();
  expect([bulk.kind, bulk.files, table.files]).toEqual(['names', 1, 1]);
});

test('a copy that begins late leaves the dialog open that is about other files by then', async () => {
  const { bridge, table, selection, arrive } = await uncounted();
  const begun = later<'export.start'>();
  bridge.answer('export.start', () => begun.reply);
  bridge.answer('export.state', () => ok({ kind: 'idle' }));
  table.open();
  await arrive();
  const keeping = table.keep();
  table.close();
  selection.clear();
  await selection.toggle(0);
  table.open();
  begun.arrive({ exportId: uuid(5) });
  await keeping;
  expect([table.isOpen, table.files]).toEqual([true, 1]);
});

test('with nothing selected a bulk edit does not open', async () => {
  const { bulk, selection, arrive } = await uncounted();
  selection.clear();
  bulk.open('metadata');
  await arrive();
  expect([bulk.isOpen, bulk.files]).toEqual([false, 0]);
});

test('a list that turns out empty opens no bulk edit', async () => {
  const { bulk, arrive } = await uncounted();
  bulk.open('metadata');
  await arrive(0);
  expect(bulk.isOpen).toBe(false);
});
