import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { expect, test } from 'vitest';
import { announceTo, openIpcBridge } from '../../electron/shell/ipc-bridge.ts';
import { fakeCore } from '../hosting/fake-core.ts';

type Handler = Parameters<IpcMain['handle']>[1];

function openedDoor(isTrusted: boolean, nowMs: () => number = () => 0) {
  const core = fakeCore();
  const handlers = new Map<string, Handler>();
  openIpcBridge({ handle: (name, handler) => void handlers.set(name, handler) }, core, () => isTrusted, nowMs);
  const askFrom = (sender: object, ...words: unknown[]): unknown =>
    handlers.get('pinfold:ask')!({ sender } as IpcMainInvokeEvent, ...words);
  const ask = (...words: unknown[]): unknown => askFrom({}, ...words);
  return { core, ask, askFrom };
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

test('a window that asks without end is refused, until it has been still for a while, and another window is answered', async () => {
  let nowMs = 0;
  const { core, askFrom } = openedDoor(true, () => nowMs);
  const [hostile, other] = [{}, {}];
  for (let times = 0; times < 1_000; times++) await askFrom(hostile, 'files.get', null);
  expect(() => askFrom(hostile, 'files.get', null)).toThrow('Too many questions');
  expect(await askFrom(other, 'files.get', null)).toMatchObject({ ok: true });
  expect(core.asked).toHaveLength(1_001);
  nowMs = 1_000;
  expect(await askFrom(hostile, 'files.get', null)).toMatchObject({ ok: true });
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
