// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import TableImportDialog from '../../src/views/bulk/TableImportDialog.svelte';
import TableChooser from '../../src/views/bulk/TableChooser.svelte';
import DryRunPane from '../../src/views/changes/dry-run/DryRunPane.svelte';
import Nav from '../../src/views/frame/Nav.svelte';
import StatusStrip from '../../src/views/frame/StatusStrip.svelte';
import UndoBar from '../../src/views/frame/UndoBar.svelte';
import { fileId } from '../../src/domain/core/ids.ts';
import { aConnection, connectionA } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

test('the import of a table is put away with the connection', () => {
  const { app, leave } = show(fakeBridge(), TableImportDialog, {});
  const { tableImport } = app.screensOf(connectionA);
  tableImport.open();
  leave();
  expect(tableImport.isOpen).toBe(false);
});

test('a tooltip with a group of the service names what would turn the writing round', async () => {
  const counts = {
    ...{ all: 1, public: 1, private: 0, edited: 0, starred: 0 },
    groups: [{ value: 'a\u202egnp', count: 1 }],
  };
  const bridge = fakeBridge({
    'files.counts': () => ok(counts as never),
    'keys.counts': () => ok({ all: 0 } as never),
    'changes.counts': () => ok({ open: 0, needsYou: 0 } as never),
  });
  const { app, leave } = show(bridge, Nav, {});
  const stop = app.screensOf(connectionA).counts.watch();
  await turn();
  expect([...document.querySelectorAll('nav a')].map((link) => link.getAttribute('title'))).toContain('aU+202Egnp');
  stop();
  leave();
});

test('the name of a table that is read names what would turn the writing round', () => {
  const bridge = fakeBridge({ 'table.import': () => later<'table.import'>().reply });
  const { app, leave } = show(bridge, TableChooser, {});
  void app.screensOf(connectionA).tableImport.read('a\u202evsc.csv', new TextEncoder().encode('id'));
  flushSync();
  expect(document.querySelector('[role=status]')?.textContent).toBe('Reading aU+202Evsc.csv…');
  leave();
});

test('a double click answers once whether more files are copied: each answer takes two million more', async () => {
  const trouble = { reason: 'fileCeiling', attempt: 1, retryAtMs: 0, detail: '' };
  const status = {
    ...{ mode: 'running', network: 'up', work: 'none', trouble, pushTrouble: null, retry: null, caughtUpAtMs: null },
    ...{ counts: { waiting: 0, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 }, job: null, setAside: 0 },
    ...{ setAsideReason: null, fullCheckAtMs: null, replay: { current: null, ended: null } },
  };
  const bridge = fakeBridge({
    'connections.list': () => ok([{ connection: aConnection(), status }] as never),
    'connections.answerCeiling': () => ok(aConnection() as never),
  });
  const { app, leave } = show(bridge, StatusStrip, {});
  await app.connections.load();
  flushSync();
  for (const detail of [1, 2]) {
    button('Go on')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await turn();
  }
  expect(bridge.asked.filter(({ name }) => name === 'connections.answerCeiling')).toHaveLength(1);
  leave();
});

test('a double click undoes one change: its second press falls on the change before, which came in the place', async () => {
  const left = ['Rename a.png', 'Rename b.png', 'Rename c.png', 'Rename d.png'];
  const steps = (redo: string | null) => ({ undo: left.at(-1) ?? null, undoId: left.at(-1) ?? null, redo });
  const bridge = fakeBridge({
    'undo.state': () => ok(steps(null)),
    'undo.undo': () => {
      const title = left.pop() ?? '';
      return ok({ ...steps(title), step: { title, isChanged: true } });
    },
  });
  const { app, leave } = show(bridge, UndoBar, {});
  const stop = app.screensOf(connectionA).undo.watch();
  await turn();
  const press = async (detail: number): Promise<void> => {
    button('Undo')?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    await turn();
  };
  for (const detail of [1, 2]) await press(detail);
  expect(left).toHaveLength(3);
  // Neither a person who goes on, nor one at the keyboard, means a double click.
  for (const detail of [3, 0, 0]) await press(detail);
  expect(left).toEqual([]);
  stop();
  leave();
});

test('the first file that more of a dry run brings takes the focus of the button that brought it', async () => {
  const files = Array.from({ length: 14 }, (_, place) => ({
    key: { network: 'public', id: fileId.parse(`f${place}`) },
    ...{ fileName: `${place}.png`, verdict: 'wouldApply', reason: null, fields: [] },
  }));
  const result = { against: 'service', cannotRead: false, asOfMs: 5, files, counts: { wouldApply: 14 } };
  const bridge = fakeBridge({ 'changes.dryRun': () => ok(result as never) });
  const { app, leave } = show(bridge, DryRunPane, { onclose: () => undefined });
  await app.screensOf(connectionA).changes.dryRun.run(null);
  flushSync();
  button('Show 2 more')?.focus();
  button('Show 2 more')?.click();
  await turn();
  expect(document.activeElement?.getAttribute('aria-label')).toContain('12.png');
  leave();
});
