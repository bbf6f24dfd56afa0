import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket as NodeSocket } from 'ws';
import { openWebHost } from '../../electron/web-host/web-host.ts';
import { type Socket, SocketBridge } from '../../src/bridge/bridge.ts';
import { fakeCore, silentLog } from '../hosting/fake-core.ts';
import { enter } from '../web-host/invited.ts';

/** The real bridge on a real web host that can be taken away and brought back on the same port. */
async function bridged() {
  const core = fakeCore();
  const files = { read: () => Promise.resolve(null) };
  let host = await openWebHost({ core, files, log: silentLog }, 0);
  let entered = await enter(host.newAddress());
  const { port } = new URL(entered.origin);
  const bridge = new SocketBridge(() => {
    const { secret, ...headers } = entered;
    const socket = new NodeSocket(`ws://127.0.0.1:${port}/bridge`, ['pinfold', secret], { headers });
    socket.on('error', () => undefined); // as in a browser: the close follows
    return socket as unknown as Socket;
  });
  const bringBack = async (): Promise<void> => {
    host = await openWebHost({ core, files, log: silentLog }, Number(port));
    entered = await enter(host.newAddress());
  };
  onTestFinished(async () => {
    await host.close();
  });
  return { core, bridge, takeAway: () => host.close(), bringBack };
}

const hostGone = { ok: false, failure: { kind: 'hostGone' } };

test('a question asked before the socket is open waits for it', async () => {
  const { bridge } = await bridged();
  expect(await bridge.ask('app.info', null)).toEqual({ ok: true, value: { name: 'app.info', input: null } });
});

test('an announcement reaches its listeners, until they stop', async () => {
  const { bridge, core } = await bridged();
  const received: string[] = [];
  const listener = (): void => void received.push('files');
  const stop = bridge.listen('files.changed', listener);
  bridge.listen('files.changed', listener);
  bridge.listen('keys.changed', () => void received.push('keys'));
  await bridge.ask('app.info', null);
  core.announce('files.changed');
  await expect.poll(() => received).toEqual(['files', 'files']);
  stop();
  core.announce('files.changed');
  core.announce('keys.changed');
  await expect.poll(() => received).toEqual(['files', 'files', 'files', 'keys']);
});

test('a question whose answer is lost with the socket is answered with hostGone, and so is one asked meanwhile', async () => {
  const { bridge, takeAway } = await bridged();
  await bridge.ask('app.info', null);
  const lost = bridge.ask('held' as 'app.info', null);
  await takeAway();
  expect(await lost).toEqual(hostGone);
  expect(await bridge.ask('app.info', null)).toEqual(hostGone);
});

test('a question to a host that was never there is answered with hostGone', async () => {
  const bridge = new SocketBridge(() => {
    const socket = new NodeSocket('ws://127.0.0.1:9/bridge');
    socket.on('error', () => undefined);
    return socket as unknown as Socket;
  });
  expect(await bridge.ask('app.info', null)).toEqual(hostGone);
});

test('when the host is back questions are answered again, and every listener is told to look', async () => {
  const { bridge, takeAway, bringBack } = await bridged();
  const received: string[] = [];
  bridge.listen('files.changed', () => void received.push('files'));
  bridge.listen('status.changed', () => void received.push('status'));
  await bridge.ask('app.info', null);
  expect(received).toEqual([]);
  await takeAway();
  await bringBack();
  await expect.poll(() => received, { timeout: 10_000 }).toEqual(['files', 'status']);
  expect(await bridge.ask('app.info', null)).toMatchObject({ ok: true });
});

test('the pause is taken as a browser allows it: its clock is no method of the bridge', () => {
  const pauses: number[] = [];
  vi.stubGlobal('setTimeout', function (this: unknown, _work: () => void, pauseMs: number) {
    if (this !== undefined && this !== globalThis) throw new TypeError('Illegal invocation');
    pauses.push(pauseMs);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const closings: (() => void)[] = [];
  new SocketBridge(() => fakeSocket((close) => closings.push(close)));
  closings.shift()!();
  expect(pauses).toEqual([250]);
});

test('a host that stays away is tried at ever longer intervals, up to five seconds', () => {
  const pauses: number[] = [];
  const closings: (() => void)[] = [];
  new SocketBridge(
    () => fakeSocket((close) => closings.push(close)),
    (work, pauseMs) => {
      pauses.push(pauseMs);
      if (pauses.length < 7) work();
    },
  );
  while (closings.length > 0) closings.shift()!();
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
});

/** A socket that never opens. @param closes told how to close it */
function fakeSocket(closes: (close: () => void) => void): Socket {
  const addEventListener = (name: string, listener: () => void): void => {
    if (name === 'close') closes(listener);
  };
  return { readyState: 0, send: () => undefined, addEventListener } as unknown as Socket;
}
