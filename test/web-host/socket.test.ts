import { expect, test, vi } from 'vitest';
import { largestMessageBytes } from '../../electron/web-host/socket.ts';
import { readSocketMessage } from '../../src/bridge/bridge.ts';
import { LONGEST_TABLE } from '../../src/domain/files/table-size.ts';
import { openWebHost, PortRefusedError } from '../../electron/web-host/web-host.ts';
import { fakeCore, silentLog } from '../hosting/fake-core.ts';
import { closing, connect, invitedHost, nextMessage } from './invited.ts';

test('a request is answered under its number', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  const answered = nextMessage(socket);
  socket.send(JSON.stringify({ id: 7, name: 'files.get', input: { __proto__: null, id: 'a' } }));
  expect(await answered).toEqual({
    kind: 'reply',
    id: 7,
    reply: { ok: true, value: { name: 'files.get', input: { id: 'a' } } },
  });
  expect(core.asked).toEqual([{ name: 'files.get', input: { id: 'a' } }]);
});

test('an announcement reaches every page, until its socket closes', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const sockets = [
    await connect(origin, { cookie, origin, secret }),
    await connect(origin, { cookie, origin, secret }),
  ];
  const received = Promise.all(sockets.map(nextMessage));
  core.announce('files.changed');
  const announcement = { kind: 'announcement', name: 'files.changed', payload: null };
  expect(await received).toEqual([announcement, announcement]);
  for (const socket of sockets) {
    socket.close();
    await closing(socket);
  }
  await expect.poll(core.listeners).toBe(0);
});

test('a page that loads itself a thousand times leaves no listener behind', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  let most = 0;
  for (let reload = 0; reload < 1_000; reload++) {
    const socket = await connect(origin, { cookie, origin, secret });
    most = Math.max(most, core.listeners());
    socket.close();
    await closing(socket);
  }
  await expect.poll(core.listeners).toBe(0);
  // The host may hear of a closed socket after the next one has opened.
  expect(most).toBeLessThanOrEqual(3);
});

test('a slow answer holds back no other', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  const first = nextMessage(socket);
  socket.send(JSON.stringify({ id: 1, name: 'held', input: null }));
  socket.send(JSON.stringify({ id: 2, name: 'quick', input: null }));
  expect(await first).toMatchObject({ id: 2 });
  const second = nextMessage(socket);
  core.release();
  expect(await second).toMatchObject({ id: 1 });
});

test('the socket opens to nobody but a page of this host in an invited browser', async () => {
  const { origin, cookie, secret } = await invitedHost();
  const { port } = new URL(origin);
  const foreignRequests: Record<string, string>[] = [
    {},
    { cookie },
    { origin },
    { cookie, origin },
    { origin, secret },
    { cookie, secret },
    { cookie, origin, secret: `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` },
    { cookie, origin, secret: cookie.split('=')[1] ?? '' },
    { cookie, secret, origin: 'https://elsewhere.example' },
    { cookie, secret, origin: `http://localhost:${port}` },
    { cookie, secret, origin, host: `localhost:${port}` },
  ];
  for (const headers of foreignRequests) await expect(connect(origin, headers)).rejects.toThrow('403');
  await expect(connect(origin, { cookie, origin, secret }, '/')).rejects.toThrow('403');
});

test.each([
  ['no JSON', 'hello'],
  ['no question', '[]'],
  ['no number', JSON.stringify({ name: 'files.get', input: null })],
  ['a number that counts nothing', JSON.stringify({ id: 1.5, name: 'files.get', input: null })],
  ['a number below nothing', JSON.stringify({ id: -1, name: 'files.get', input: null })],
  ['no name', JSON.stringify({ id: 1, name: '', input: null })],
  ['a name too long', JSON.stringify({ id: 1, name: 'x'.repeat(101), input: null })],
  ['more than a question', JSON.stringify({ id: 1, name: 'files.get', input: null, extra: true })],
  ['more under the name of every prototype', '{"id":1,"name":"files.get","__proto__":{}}'],
  ['ten kilobytes of brackets', `{"id":1,"name":"files.get","input":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
  ['bytes', Buffer.from([0, 1, 2])],
])('a message that is %s closes the socket and reaches nobody', async (_what, message) => {
  const { origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  const closed = closing(socket);
  socket.send(message);
  expect(await closed).toBe(1007);
  expect(core.asked).toEqual([]);
});

test('a message too large for a request closes the socket', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  socket.on('error', () => undefined);
  const closed = closing(socket);
  socket.send(Buffer.alloc(largestMessageBytes + 1));
  expect([1006, 1009]).toContain(await closed);
  expect(core.asked).toEqual([]);
});

test('the longest table that may be imported arrives, also where each of its letters takes several bytes', async () => {
  expect(largestMessageBytes).toBeGreaterThan(3 * LONGEST_TABLE);
  const { origin, cookie, secret, core } = await invitedHost();
  Object.assign(core, { ask: (_name: string, { text }: { text: string }) => Promise.resolve(text.length) });
  const socket = await connect(origin, { cookie, origin, secret });
  socket.on('error', () => undefined);
  const outcome = Promise.race([nextMessage(socket), closing(socket)]);
  socket.send(JSON.stringify({ id: 1, name: 'table.import', input: { text: 'ü'.repeat(34_000_000) } }));
  expect(await outcome).toMatchObject({ id: 1, reply: 34_000_000 });
});

test('a page that is sent one long answer has not stopped reading: what comes after it waits', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const text = 'x'.repeat(70_000_000);
  const ask = (): Promise<string> => {
    setImmediate(() => core.announce('status.changed'));
    return Promise.resolve(text);
  };
  Object.assign(core, { ask });
  const socket = await connect(origin, { cookie, origin, secret });
  const received: (readonly [kind: string, characters: number])[] = [];
  socket.on('message', (message) => {
    const said = Buffer.isBuffer(message) ? message.toString() : '';
    received.push([readSocketMessage(said).kind, said.length]);
  });
  const closed = closing(socket);
  socket.send(JSON.stringify({ id: 1, name: 'table.export', input: null }));
  await Promise.race([closed, vi.waitUntil(() => received.length === 2, { timeout: 20_000 })]);
  expect(received).toEqual([
    ['reply', expect.closeTo(text.length, -3)],
    ['announcement', expect.any(Number)],
  ]);
});

test('a page that reads nothing any more is cut off, and not kept in memory', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  Object.assign(core, { ask: () => Promise.resolve('x'.repeat(12_000_000)) });
  const socket = await connect(origin, { cookie, origin, secret });
  socket.on('error', () => undefined);
  socket.pause();
  for (let id = 1; id <= 8; id += 1) socket.send(JSON.stringify({ id, name: 'table.export', input: null }));
  await expect.poll(core.listeners, { timeout: 10_000 }).toBe(0);
});

test('a page that sends requests without end is cut off', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  socket.on('error', () => undefined);
  const closed = closing(socket);
  for (let id = 0; id < 5_000; id += 1) socket.send(JSON.stringify({ id, name: 'quick', input: null }));
  expect(await closed).toBe(1008);
  expect(core.asked.length).toBeLessThan(3_000);
});

test('closing frees the port and ends every connection', async () => {
  const { host, origin, cookie, secret, core } = await invitedHost();
  const socket = await connect(origin, { cookie, origin, secret });
  const closed = closing(socket);
  await host.close();
  await closed;
  await expect(connect(origin, { cookie, origin, secret })).rejects.toThrow('ECONNREFUSED');
  expect(core.listeners()).toBe(0);
});

test('a port that is taken is named in the error', async () => {
  const { origin, core } = await invitedHost();
  const port = Number(new URL(origin).port);
  const again = openWebHost({ core, files: { read: () => Promise.resolve(null) }, log: silentLog }, port);
  await expect(again).rejects.toThrow(PortRefusedError);
  await expect(again).rejects.toThrow(`Port ${port} cannot be used`);
});

test('a request that cannot be carried to the core is answered, and the socket stays open', async () => {
  const { origin, cookie, secret, core } = await invitedHost();
  Object.assign(core, { ask: () => Promise.reject(new RangeError('Maximum call stack size exceeded')) });
  const socket = await connect(origin, { cookie, origin, secret });
  const answered = nextMessage(socket);
  socket.send(JSON.stringify({ id: 7, name: 'files.get', input: null }));
  expect(await answered).toMatchObject({ id: 7, reply: { ok: false, failure: { kind: 'invalidRequest' } } });
  expect(socket.readyState).toBe(socket.OPEN);
});

/** What Node's own `fetch` says of a port, which keeps to the list of browsers (Fetch Standard, "Port blocking"). */
async function isBlocked(port: number): Promise<boolean> {
  const refused: unknown = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
  return refused instanceof Error && refused.cause instanceof Error && refused.cause.message === 'bad port';
}

test.each([6000, 5060, 6667, 10_080])(
  'port %i, on which no browser opens a page, is refused with the reason',
  async (port) => {
    expect(await isBlocked(port)).toBe(true);
    const opened = openWebHost(
      { core: fakeCore(), files: { read: () => Promise.resolve(null) }, log: silentLog },
      port,
    );
    const outcome = opened.then(
      (host) => host.close().then(() => 'opened'),
      (error: unknown) => error,
    );
    expect(await outcome).toBeInstanceOf(PortRefusedError);
    expect(String(await outcome)).toContain(`Port ${port} cannot be used (no browser opens a page on it).`);
  },
);
