import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { connect as connectPage, request } from './invited.ts';

const UPGRADE = 'GET /bridge HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const POLL = { timeout: 20_000, interval: 20 };

/** A web host in a process of its own, and sockets to it that know nothing of WebSockets. */
async function hostInChild(limits: object = {}) {
  const child = fork(new URL('./host-in-child.ts', import.meta.url), [JSON.stringify(limits)], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { address } = await told<{ address: string }>(child);
  const { origin, port } = new URL(address);
  const opened: Socket[] = [];
  onTestFinished(() => opened.forEach((socket) => socket.destroy()));
  return {
    origin,
    /** @returns a socket that never hangs up by itself */
    open: async (text: string): Promise<Socket> => {
      const socket = connect({ host: '127.0.0.1', port: Number(port), allowHalfOpen: true });
      socket.on('error', () => undefined);
      opened.push(socket);
      await once(socket, 'connect');
      socket.write(text);
      return socket;
    },
    sockets: async (): Promise<number> => {
      child.send('sockets');
      return (await told<{ sockets: number }>(child)).sockets;
    },
    exitCode: () => child.exitCode,
  };
}

const told = async <T>(child: ChildProcess): Promise<T> => {
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The host ended with code ${String(code)}`))),
  ])) as [T];
  return message;
};

const refused = async ({ origin }: { origin: string }) => (await request(`${origin}/`)).status;

test.each([
  ['an upgrade of nobody', `${UPGRADE}${KEY}\r\n`],
  ['an upgrade without a key', `${UPGRADE}\r\n`],
  ['an upgrade to another protocol', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'],
  ['half an upgrade', UPGRADE],
  ['a request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a tunnel', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['something else than HTTP', '\x16\x03\x01\x02\x00\x01'],
])('the host goes on when %s is reset', async (_, text) => {
  const host = await hostInChild();
  for (let round = 0; round < 20; round += 1) (await host.open(text)).resetAndDestroy();
  const answered = await host.open(text);
  answered.setTimeout(200, () => answered.resetAndDestroy());
  answered.on('data', () => answered.resetAndDestroy());
  await once(answered, 'close');
  expect(await refused(host)).toBe(403);
  expect(host.exitCode()).toBeNull();
});

test('refused upgrades keep no socket, also when the other side never hangs up', async () => {
  const host = await hostInChild();
  const texts = Array.from({ length: 150 }, () => `${UPGRADE}${KEY}\r\n`);
  await Promise.all(texts.map(host.open));
  await expect.poll(host.sockets, POLL).toBe(0);
});

test('sockets that ask nothing, ask slowly or never read are given up', async () => {
  const host = await hostInChild({ headersMs: 100, requestMs: 200, silentMs: 300 });
  const texts = ['', 'GET / HT', UPGRADE, 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'];
  await Promise.all(texts.map(host.open));
  await expect.poll(host.sockets, POLL).toBe(0);
});

test('connections are bounded, and free places are given to whoever comes next', async () => {
  const host = await hostInChild({ connections: 20 });
  const idle = await Promise.all(Array.from({ length: 60 }, () => host.open('')));
  await expect.poll(host.sockets, POLL).toBe(20);
  await expect(connectPage(host.origin, {})).rejects.toThrow();
  for (const socket of idle) socket.destroy();
  await expect.poll(host.sockets, POLL).toBe(0);
  expect(await refused(host)).toBe(403);
});
