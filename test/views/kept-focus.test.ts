// @vitest-environment jsdom
import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Updates } from '../../src/contract/updates.ts';
import { fail, ok } from '../../src/domain/core/result.ts';
import ConnectForm from '../../src/views/first-run/ConnectForm.svelte';
import { firstRunMessages } from '../../src/views/first-run/first-run-messages.ts';
import FilePicture from '../../src/views/gateways/FilePicture.svelte';
import GuideView from '../../src/views/guide/GuideView.svelte';
import { gatewayMessages } from '../../src/views/gateways/gateway-messages.ts';
import { glanceMessages } from '../../src/views/keys/glance-messages.ts';
import KeysView from '../../src/views/keys/KeysView.svelte';
import { updateMessages } from '../../src/views/messages/update-messages.ts';
import { aboutMessages } from '../../src/views/settings/about-messages.ts';
import { connectionMessages, settingsMessages } from '../../src/views/settings/settings-messages.ts';
import ConnectionIdentity from '../../src/views/settings/connections/ConnectionIdentity.svelte';
import SettingsView from '../../src/views/settings/SettingsView.svelte';
import UpdatesSettings from '../../src/views/settings/UpdatesSettings.svelte';
import { aConnection, aFile, connectionA } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { portsOf } from '../state/ports.ts';
import { button, show, turn } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

// jsdom lays nothing out, and so has nothing to scroll.
beforeAll(() => void (Element.prototype.scrollTo ??= () => undefined));

test('a link of the guide that leads to another page leaves the focus in its text', async () => {
  const bridge = fakeBridge();
  const { app, ...shown } = show(bridge, GuideView, {});
  ({ leave } = shown);
  const go = (page: string): void => {
    app.router.go({ kind: 'guide', page });
    flushSync();
  };
  go('conflicts');
  await expect.poll(() => document.querySelector('h1')?.textContent).toBe('Conflicts');
  const article = document.querySelector('article');
  const next = [...(article?.querySelectorAll('a') ?? [])].at(-1);
  next?.focus();
  expect(document.activeElement).toBe(next);
  go('many-files');
  expect(document.activeElement).toBe(article);
  const listed = document.querySelector<HTMLElement>('nav a');
  listed?.focus();
  go('conflicts');
  expect(document.activeElement).toBe(listed);
});

test('an update that is downloaded leaves the focus where the next step is', async () => {
  const [version, notesUrl] = ['2.0.0', 'https://releases.test/latest'];
  const rest = { problem: null, isDaily: false, checkedAtMs: 0, isWebHost: false, filesWithEdits: 0 };
  const steps = {
    available: { kind: 'available', version, sizeBytes: 1, notesUrl },
    downloading: { kind: 'downloading', version, doneBytes: 0, sizeBytes: 1 },
    ready: { kind: 'ready', version, path: '/pinfold.deb', notesUrl },
  } as const satisfies Record<string, Updates['state']>;
  const replyOf = (step: keyof typeof steps) => ok({ ...rest, state: steps[step] });
  const bridge = fakeBridge({ 'updates.get': () => replyOf('available') });
  bridge.answer('updates.download', () => {
    bridge.answer('updates.get', () => replyOf('downloading'));
    return replyOf('downloading');
  });
  ({ leave } = show(bridge, UpdatesSettings, {}));
  const download = updateMessages.download(1);
  await expect.poll(() => button(download)).not.toBeNull();
  button(download)?.focus();
  button(download)?.click();
  await expect.poll(() => button(download)).toBeNull();
  expect(document.activeElement).toBe(button(updateMessages.check));
  bridge.answer('updates.get', () => replyOf('ready'));
  bridge.announce('updates.changed');
  await expect.poll(() => button(updateMessages.show)).not.toBeNull();
  expect(document.activeElement).toBe(button(updateMessages.show));
});

test('a picture that is asked for once more leaves the focus in the screen', async () => {
  const gateway = { address: 'https://gateway.example', showsImages: true };
  const connection = aConnection({ id: connectionA, gateway });
  const bridge = fakeBridge({ 'connections.list': () => ok([{ connection, status: {} as never }]) });
  bridge.answer('gateways.image', () => ok({ kind: 'none', problem: 'private' }));
  const { app } = portsOf(bridge);
  await app.connections.load();
  const seal = createRawSnippet(() => ({ render: () => '<a href="#seal">seal</a>' }));
  ({ leave } = show(bridge, FilePicture, { file: aFile(), low: false, seal }, app));
  const all = gatewayMessages.showPrivate;
  await expect.poll(() => button(all)).not.toBeNull();
  button(all)?.focus();
  button(all)?.click();
  await turn();
  expect(document.activeElement?.textContent).toBe('seal');
});

test('a form whose button is disabled by what it did leaves the focus in its field', async () => {
  const connection = aConnection({ id: connectionA, kind: 'service', name: 'Studio' });
  const status = { mode: 'running', counts: {} } as never;
  const bridge = fakeBridge({ 'connections.change': () => ok(connection) });
  bridge.answer('connections.list', () => ok([{ connection, status }]));
  ({ leave } = show(bridge, ConnectionIdentity, { summary: { connection, status } }));
  const name = document.querySelector('input');
  const rename = button(connectionMessages.rename);
  const sendTyped = async (text: string): Promise<void> => {
    name!.value = text;
    name!.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    rename?.focus();
    rename?.click();
    await turn();
  };
  await sendTyped('Darkroom');
  expect(document.activeElement).toBe(name);
  bridge.answer('connections.change', () => fail({ kind: 'hostGone' }));
  await sendTyped('Studio 2');
  expect(document.activeElement).toBe(rename);
});

test('a link of a section of the settings leaves the focus in the one that it leads to', async () => {
  const bridge = fakeBridge({ 'app.info': () => fail({ kind: 'hostGone' }) });
  bridge.answer('updates.get', () => fail({ kind: 'hostGone' }));
  const { app } = portsOf(bridge);
  app.router.go({ kind: 'settings', section: 'about' });
  ({ leave } = show(bridge, SettingsView, {}, app));
  await turn();
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === aboutMessages.shortcuts);
  link?.focus();
  expect(document.activeElement).toBe(link);
  app.router.go({ kind: 'settings', section: 'keyboard' });
  flushSync();
  expect(document.activeElement?.textContent).toBe(settingsMessages.sections.keyboard);
  await turn();
});

test('a version that is put behind an address leaves the focus in the address', () => {
  const { app, ...shown } = show(fakeBridge(), ConnectForm, { isFirst: true, onconnect: turn, onuntested: turn });
  ({ leave } = shown);
  app.firstRun.baseUrl = 'https://files.example';
  flushSync();
  const address = document.querySelector<HTMLInputElement>('[inputmode=url]');
  address?.focus();
  address?.blur();
  flushSync();
  const add = button(firstRunMessages.addVersion);
  add?.focus();
  add?.click();
  flushSync();
  expect([document.activeElement, address?.value]).toEqual([address, 'https://files.example/v3']);
});

test('keys that are sorted by what needs a look leave the focus in their list', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = (): void => undefined;
      unobserve = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  const bridge = fakeBridge({ 'keys.page': () => ok({ rows: [], count: 1 }) });
  for (const channel of ['keys.counts', 'keys.runOuts', 'keys.audit'] as const)
    bridge.answer(channel, () => fail({ kind: 'hostGone' }));
  const { app } = portsOf(bridge);
  app.router.go({ kind: 'keys', id: null, condition: null });
  ({ leave } = show(bridge, KeysView, {}, app));
  await expect.poll(() => document.querySelector('[role=grid]')).not.toBeNull();
  await app.screensOf(connectionA).keys.sortBy('name');
  flushSync();
  const sort = button(glanceMessages.sortByLook);
  sort?.focus();
  expect(document.activeElement).toBe(sort);
  sort?.click();
  await turn();
  expect(document.activeElement?.getAttribute('role')).toBe('grid');
});
