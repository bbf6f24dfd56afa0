// @vitest-environment jsdom
import { expect, test } from 'vitest';
import TableImportDialog from '../../src/views/bulk/TableImportDialog.svelte';
import { connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

test('the import of a table is put away with the connection', () => {
  const { app, leave } = show(fakeBridge(), TableImportDialog, {});
  const { tableImport } = app.screensOf(connectionA);
  tableImport.open();
  leave();
  expect(tableImport.isOpen).toBe(false);
});
