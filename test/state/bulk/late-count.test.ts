import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { BulkState } from '../../../src/state/bulk/bulk.svelte.ts';
import { TableExportState } from '../../../src/state/bulk/table-export.svelte.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { aView } from '../../support/a-view.ts';
import { fakeBridge, later } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list, all of it selected, whose count is on its way. */
async function uncounted() {
  const counted = later<'files.counted'>();
  const bridge = fakeBridge({
    'files.open': () => ok({ ...aView(1, 100), isCounted: false }),
    'files.window': () => ok({ rows: [] }),
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
  return { bulk, table, group, arrive: () => (counted.arrive({ count: 320 }), settled()) };
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
