// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ok } from '../../src/domain/core/result.ts';
import { savedViewId, type SavedView } from '../../src/domain/files/queries.ts';
import type { KnownSigner } from '../../src/domain/signatures/known-signer.ts';
import GroupNameDialog from '../../src/views/files/local-words/GroupNameDialog.svelte';
import SavedViewItem from '../../src/views/saved-views/SavedViewItem.svelte';
import ConnectionIdentity from '../../src/views/settings/connections/ConnectionIdentity.svelte';
import SignerItem from '../../src/views/settings/signers/SignerItem.svelte';
import { portsOf } from '../state/ports.ts';
import { aConnection, aFileQuery, connectionA, uuid } from '../support/builders.ts';
import { fakeBridge, later } from '../support/fake-bridge.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

const field = (): HTMLInputElement | null => document.querySelector('input');

async function type(text: string): Promise<void> {
  await expect.poll(field).not.toBeNull();
  field()!.value = text;
  field()!.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}

const submit = (): void => document.querySelector('form')!.requestSubmit();

const view: SavedView = { id: savedViewId.parse(uuid(1)), name: 'Pictures', about: 'files', query: aFileQuery() };

test('a name of a saved view that is typed while another is on its way stays', async () => {
  const slow = later<'savedViews.rename'>();
  const bridge = fakeBridge({ 'savedViews.rename': () => slow.reply });
  bridge.answer('files.count', () => ok({ count: 1 }));
  ({ leave } = show(bridge, SavedViewItem, { view, place: 0, isLast: true }));
  button('Rename Pictures')?.click();
  await type('Photos');
  submit();
  await type('Photos of May');
  slow.arrive({ views: [{ ...view, name: 'Photos' }] });
  await turn();
  expect(field()?.value).toBe('Photos of May');
});

test('a label of a signer that is typed while another is on its way stays', async () => {
  const slow = later<'signers.put'>();
  const address = `0x${'ab'.repeat(20)}`;
  const signer = { address, label: 'Printer', addedAtMs: 0 } as unknown as KnownSigner;
  ({ leave } = show(fakeBridge({ 'signers.put': () => slow.reply }), SignerItem, { signer }));
  button('Rename Printer')?.click();
  await type('Press');
  submit();
  await type('Press of the studio');
  slow.arrive({ signers: [{ ...signer, label: 'Press' }] });
  await turn();
  expect(field()?.value).toBe('Press of the studio');
});

test('a name of a connection that is typed while another is on its way stays', async () => {
  const slow = later<'connections.change'>();
  const summaryOf = (name: string) => ({
    connection: aConnection({ id: connectionA, kind: 'practice', name }),
    status: { mode: 'running', counts: {} } as never,
  });
  const bridge = fakeBridge({ 'connections.change': () => slow.reply });
  bridge.answer('connections.list', () => ok([summaryOf('Studio')]));
  const { app } = portsOf(bridge);
  await app.connections.load();
  const props = {
    get summary() {
      return app.connections.summaryOf(connectionA) ?? summaryOf('Nowhere');
    },
  };
  ({ leave } = show(bridge, ConnectionIdentity, props, app));
  await type('Dark');
  submit();
  await type('Darkroom');
  bridge.answer('connections.list', () => ok([summaryOf('Dark')]));
  slow.arrive(summaryOf('Dark').connection);
  await app.connections.load();
  await turn();
  flushSync();
  expect([props.summary.connection.name, field()?.value]).toEqual(['Dark', 'Darkroom']);
});

test('a name of a group that is typed while another is on its way stays, and its dialog with it', async () => {
  const slow = later<'groupNames.put'>();
  const bridge = fakeBridge({ 'groupNames.put': () => slow.reply, 'groupNames.list': () => ok([]) });
  ({ leave } = show(bridge, GroupNameDialog, { open: true, group: 'g-1' }));
  await type('Ember');
  submit();
  await type('Ember Court');
  slow.arrive(null);
  await turn();
  flushSync();
  expect(field()?.value).toBe('Ember Court');
  submit();
  await expect.poll(field).toBeNull();
});
