// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import TableImportDialog from '../../src/views/bulk/TableImportDialog.svelte';
import Nav from '../../src/views/frame/Nav.svelte';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show, turn } from './show-component.ts';

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
