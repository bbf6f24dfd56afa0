import { expect, test } from 'vitest';
import { fail, ok } from '../../../src/domain/core/result.ts';
import type { ExportState } from '../../../src/domain/exports/library-export.ts';
import { FilesState } from '../../../src/state/files/files.svelte.ts';
import { SelectionState } from '../../../src/state/files/selection.svelte.ts';
import { TableExportState } from '../../../src/state/bulk/table-export.svelte.ts';
import { exportAnnouncement, exportMessage } from '../../../src/views/export/export-messages.ts';
import { connectionA, uuid } from '../../support/builders.ts';
import { fakeBridge } from '../../support/fake-bridge.ts';
import { portsOf } from '../ports.ts';

const which = { exportId: uuid(1), connectionId: connectionA, format: 'csv' as const };
const running: ExportState = { kind: 'running', ...which, done: 1_200, total: 30_000, stopping: false };
const done: ExportState = { kind: 'done', ...which, path: '/home/x.csv', files: 30_000, sizeBytes: 14_300_000 };
const failed: ExportState = { kind: 'failed', ...which, trouble: 'diskFull', detail: 'ENOSPC' };

/** A core whose export stands as the test says. */
function coreWith(state: ExportState) {
  const core = { state };
  const bridge = fakeBridge({
    'export.state': () => ok(core.state),
    'export.start': () => {
      core.state = running;
      return ok({ exportId: which.exportId });
    },
    'export.cancel': () => {
      core.state = { kind: 'idle' };
      return ok(null);
    },
  });
  return { core, bridge, ports: portsOf(bridge) };
}

test('an export begins with the format that was chosen, and no second one beside it', async () => {
  const { bridge, ports } = coreWith({ kind: 'idle' });
  const { exports } = ports.app;
  exports.format = 'jsonl';
  expect([await exports.startAll(connectionA), exports.state, exports.isRunning]).toEqual([true, running, true]);
  expect(await exports.startAll(connectionA)).toBe(false);
  expect(bridge.asked.map(({ name }) => name)).toEqual(['export.start', 'export.state']);
  expect(bridge.asked[0]!.input).toMatchObject({
    connectionId: connectionA,
    format: 'jsonl',
    selection: { kind: 'view', except: [], query: { search: '', network: null } },
  });
  await exports.cancel();
  expect([exports.state, exports.isRunning]).toEqual([{ kind: 'idle' }, false]);
});

test('an export that is refused says why, and may be tried again', async () => {
  const { bridge, ports } = coreWith({ kind: 'idle' });
  bridge.answer('export.start', () => fail({ kind: 'notFound' }));
  const { exports } = ports.app;
  expect([await exports.startAll(connectionA), exports.failure, exports.isRunning]).toEqual([
    false,
    { kind: 'notFound' },
    false,
  ]);
});

test('a copy of what is on screen is begun from the dialog, which closes; a long list is no table to edit', async () => {
  const { bridge, ports } = coreWith({ kind: 'idle' });
  const files = new FilesState(ports);
  const selection = new SelectionState(ports, files);
  const few = new TableExportState(ports, { selection, files });
  few.open();
  expect([few.purpose, few.isTooManyForATable]).toEqual(['table', false]);
  await few.keep();
  expect([few.isOpen, bridge.asked[0]]).toEqual([
    false,
    {
      name: 'export.start',
      input: {
        connectionId: connectionA,
        format: 'csv',
        selection: { kind: 'view', query: files.query.current, except: [] },
      },
    },
  ]);
  const many = { isEmpty: false, isCounted: true, count: 20_001, chosen: selection.chosen } as SelectionState;
  const large = new TableExportState(ports, { selection: many, files });
  large.open();
  expect([large.purpose, large.isTooManyForATable]).toEqual(['copy', true]);
});

test('why a copy did not begin is no longer said once the dialog opens again', async () => {
  const { bridge, ports } = coreWith({ kind: 'idle' });
  bridge.answer('export.start', () => fail({ kind: 'notFound' }));
  const files = new FilesState(ports);
  const table = new TableExportState(ports, { selection: new SelectionState(ports, files), files });
  table.open();
  await table.keep();
  expect([table.isOpen, ports.app.exports.failure]).toEqual([true, { kind: 'notFound' }]);
  table.close();
  table.open();
  expect(ports.app.exports.failure).toBeNull();
});

test.each([
  [{ ...running, total: null } as const, 'Looking at the files to export…', 'Exporting'],
  [running, 'Exporting: 1,200 of 30,000 files', 'Exporting'],
  [{ ...running, stopping: true } as const, 'Stopping the export…', 'Exporting'],
  [done, '30,000 files exported · 14.3\u00a0MB', '30,000 files exported · 14.3\u00a0MB'],
  [
    failed,
    'The export came to nothing: the disk is full. What was written of it is removed.',
    'The export came to nothing: the disk is full. What was written of it is removed.',
  ],
] as const)('%o is told in words, and read out without what counts up', (state, words, said) => {
  expect([exportMessage(state as never), exportAnnouncement(state)]).toEqual([words, said]);
});
