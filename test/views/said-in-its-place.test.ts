// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { Diagnostics } from '../../src/contract/app.ts';
import type { Updates } from '../../src/contract/updates.ts';
import type { ConnectionSummary } from '../../src/contract/connections.ts';
import { emptyLibrary } from '../../src/domain/library/contents.ts';
import { fail, ok } from '../../src/domain/core/result.ts';
import BulkDialog from '../../src/views/bulk/BulkDialog.svelte';
import TableChooser from '../../src/views/bulk/TableChooser.svelte';
import { bulkMessages } from '../../src/views/bulk/bulk-messages.ts';
import LibraryView from '../../src/views/library/LibraryView.svelte';
import { libraryMessages } from '../../src/views/library/library-messages.ts';
import { updateMessages } from '../../src/views/messages/update-messages.ts';
import AboutSettings from '../../src/views/settings/AboutSettings.svelte';
import { aboutMessages } from '../../src/views/settings/about-messages.ts';
import DiagnosticsSettings from '../../src/views/settings/diagnostics/DiagnosticsSettings.svelte';
import { diagnosticsMessages } from '../../src/views/settings/settings-messages.ts';
import UpdatesSettings from '../../src/views/settings/UpdatesSettings.svelte';
import { aConnection, connectionA } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

// A screen reader tells what changes within a live region, and not that one comes with its words (WAI-ARIA 1.2, 6.6.3).

let leave = (): void => undefined;
afterEach(() => leave());

const regions = (): Element[] => [...document.querySelectorAll('[role=status]')];

/** What the live regions say which were there before. */
async function saidIn(before: readonly Element[]): Promise<string> {
  await turn();
  flushSync();
  return before.map((one) => (one.isConnected ? one.textContent : '')).join(' ');
}

test('that a table is being read is said in a live region that was there', async () => {
  const slow = later<'table.import'>();
  const shown = show(fakeBridge({ 'table.import': () => slow.reply }), TableChooser, {});
  ({ leave } = shown);
  const before = regions();
  const reading = shown.app
    .screensOf(connectionA)
    .tableImport.read('files.csv', new TextEncoder().encode('id,name\na,b\n'));
  expect(await saidIn(before)).toContain(bulkMessages.import.reading('files.csv'));
  slow.fail({ kind: 'hostGone' });
  await reading;
  expect(await saidIn(before)).not.toContain('files.csv');
});

const ready: Updates = {
  ...{ isDaily: false, checkedAtMs: null, problem: null, filesWithEdits: 0, isWebHost: false },
  state: { kind: 'ready', version: '2.0.0', path: '/profile/pinfold.deb', notesUrl: 'https://releases.test/latest' },
};

test('that the system shows no package is said in a live region that was there', async () => {
  const bridge = fakeBridge({ 'updates.get': () => ok(ready), 'updates.show': () => ok({ isOpened: false }) });
  ({ leave } = show(bridge, UpdatesSettings, {}));
  await saidIn([]);
  const before = regions();
  button(updateMessages.show)?.click();
  expect(await saidIn(before)).toContain(updateMessages.notShown);
});

test('that this build has no licence texts is said in a live region that was there', async () => {
  const bridge = fakeBridge({
    'updates.get': () => fail({ kind: 'hostGone' }),
    'app.notices': () => ok({ text: null }),
  });
  ({ leave } = show(bridge, AboutSettings, {}));
  const before = regions();
  button(aboutMessages.showNotices)?.click();
  expect(await saidIn(before)).toContain(aboutMessages.noNotices);
});

test('that the crash reports are removed is said in a live region that was there', async () => {
  const facts: Diagnostics = { requests: [], report: '', canOpenFolder: false, crashes: [] };
  const bridge = fakeBridge({
    'diagnostics.get': () => ok({ ...facts, crashes: [{ name: 'one.dmp', atMs: 0, sizeBytes: 1 }] }),
    'diagnostics.removeCrashes': () => ok(null),
    'recovery.copies': () => ok({ copies: [] }),
  });
  const shown = show(bridge, DiagnosticsSettings, {});
  ({ leave } = shown);
  const { diagnostics } = shown.app.screensOf(connectionA).settings;
  await turn();
  await diagnostics.removeCrashes(connectionA);
  await saidIn([]);
  const before = regions();
  expect(before.map((one) => one.textContent).join('')).not.toContain(diagnosticsMessages.noCrashes);
  bridge.answer('diagnostics.get', () => ok(facts));
  await diagnostics.removeCrashes(connectionA);
  expect(await saidIn(before)).toContain(diagnosticsMessages.noCrashes);
});

test('that a bulk edit is being prepared is said in a live region that was there', async () => {
  const slow = later<'bulk.prepare'>();
  const shown = show(fakeBridge({ 'bulk.prepare': () => slow.reply }), BulkDialog, {});
  ({ leave } = shown);
  const { bulk, selection } = shown.app.screensOf(connectionA);
  bulk.openForKey(() => ({ selection: selection.chosen, count: 2 }), { key: 'rarity', value: 'epic' });
  await saidIn([]);
  const before = regions();
  const preparing = bulk.prepare();
  expect(await saidIn(before)).toContain(bulkMessages.preparing(2));
  slow.fail({ kind: 'hostGone' });
  await preparing;
  expect(await saidIn(before)).not.toContain(bulkMessages.preparing(2));
});

const status = (caughtUpAtMs: number | null): ConnectionSummary['status'] => ({
  ...({ mode: 'running', network: 'up', work: 'pull', job: null, setAside: 0 } as const),
  ...{ trouble: null, pushTrouble: null, retry: null, setAsideReason: null, caughtUpAtMs, fullCheckAtMs: null },
  replay: { current: null, ended: null },
  counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 },
});

test('that the library is of a copy that begins anew is said in a live region that was there', async () => {
  const listed = (caughtUpAtMs: number | null) => ok([{ connection: aConnection({}), status: status(caughtUpAtMs) }]);
  const unanswered = (): ReturnType<typeof fail<{ kind: 'notFound' }>> => fail({ kind: 'notFound' });
  const bridge = fakeBridge({
    'connections.list': () => listed(0),
    'library.contents': () => ok({ ...emptyLibrary, all: { files: 1, sizeBytes: 1 } }),
    ...{
      'library.news': unanswered,
      'library.arrived': unanswered,
      'keys.runOuts': unanswered,
      'keys.audit': unanswered,
    },
    ...{ 'library.look': unanswered, 'signatures.unfetched': unanswered },
  });
  const shown = show(bridge, LibraryView, {});
  ({ leave } = shown);
  await shown.app.connections.load();
  await saidIn([]);
  const before = regions();
  bridge.answer('connections.list', () => listed(null));
  await shown.app.connections.load();
  expect(await saidIn(before)).toContain(libraryMessages.copying);
});
