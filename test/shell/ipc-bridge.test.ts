import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { expect, test } from 'vitest';
import { announceTo, openIpcBridge } from '../../electron/shell/ipc-bridge.ts';
import { fakeCore } from '../hosting/fake-core.ts';

type Handler = Parameters<IpcMain['handle']>[1];

function openedDoor(isTrusted: boolean) {
  const core = fakeCore();
  const handlers = new Map<string, Handler>();
  openIpcBridge({ handle: (name, handler) => void handlers.set(name, handler) }, core, () => isTrusted);
  const ask = (...words: unknown[]): unknown => handlers.get('pinfold:ask')!({} as IpcMainInvokeEvent, ...words);
  return { core, ask };
}

test('our page is answered by the core', async () => {
  const { ask } = openedDoor(true);
  expect(await ask('files.get', { id: 'a' })).toEqual({ ok: true, value: { name: 'files.get', input: { id: 'a' } } });
});

test('a request from another sender is refused before it reaches the core', () => {
  const { core, ask } = openedDoor(false);
  expect(() => ask('files.get', null)).toThrow('for the page of this app only');
  expect(core.asked).toEqual([]);
});

test('a request without a name is refused', () => {
  const { ask } = openedDoor(true);
  expect(() => ask({ toString: () => 'files.get' }, null)).toThrow('has a name');
});

test('announcements reach the window by name, until it is destroyed or nobody wants them', () => {
  const core = fakeCore();
  const sent: unknown[] = [];
  let destroyed = false;
  const stop = announceTo({ send: (...words: unknown[]) => sent.push(words), isDestroyed: () => destroyed }, core);
  core.announce('files.changed');
  destroyed = true;
  core.announce('keys.changed');
  stop();
  expect(sent).toEqual([['pinfold:announce', 'files.changed']]);
  expect(core.listeners()).toBe(0);
});
