import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { httpService } from '../../electron/remote/http-service.ts';
import { requestLog } from '../../electron/remote/request-log.ts';
import type { Service } from '../../electron/remote/service.ts';
import { fakeId } from '../support/fake-service.ts';
import { answering, closedPort, httpServer, socketServer, type Script } from '../support/http-server.ts';
import { never } from './asking.ts';

const payload = Buffer.from('{"scopedKeySecret":"canary-of-the-secret"}').toString('base64url');
const token = `eyJhbGciOiJIUzI1NiJ9.${payload}.canary-signature-0123456789`;
const traces = [token, payload, 'canary-signature', encodeURIComponent(token)];

/** Says the token back in every place an answer has. */
const echo =
  (status: number, body: (token: string) => string): Script =>
  ({ headers }, response) => {
    const received = headers.authorization ?? '';
    response
      .writeHead(status, received, {
        'Content-Type': 'application/json',
        'X-Request-Id': received,
        'Retry-After': received,
        Location: `/${token}`,
      })
      .end(body(received));
  };

const bodies = [
  (received: string) => JSON.stringify({ error: { message: `bad token: ${received}` } }),
  (received: string) => JSON.stringify({ error: { reason: received, details: { given: received } } }),
  (received: string) =>
    JSON.stringify({
      error: [...received]
        .map((one) => `\u0000${one}`)
        .join('')
        .replaceAll('\u0000', ''),
    }),
  (received: string) => `{"error":"${received.replaceAll('c', '\\u0063')}"}`,
  (received: string) => `<html>${received}`,
  (received: string) => received,
  () => payload,
  () => JSON.stringify({ error: 'canary-signature-0123456789 does not match' }),
];

const everyCall = (service: Service) => [
  service.updateFile('public', fakeId(1), '{}', never),
  service.readFile('public', fakeId(1), never),
  service.listFiles('public', token, 10, never),
  service.listKeys(0, true, never),
  service.signature('public', token, never),
];

async function addresses(): Promise<readonly string[]> {
  const scripts = [200, 302, 400, 401, 404, 429, 500, 502].flatMap((status) =>
    bodies.map((body) => echo(status, body)),
  );
  const servers = await Promise.all(scripts.map(httpServer));
  const sockets = await Promise.all([
    socketServer((socket) => socket.resetAndDestroy()),
    socketServer((socket) => socket.pipe(socket)),
    socketServer((socket) => socket.once('data', (bytes) => socket.end(`HTTP/1.1 200 ${bytes.toString('latin1')}`))),
  ]);
  return [...servers, ...sockets].map(({ baseUrl }) => baseUrl).concat(`http://127.0.0.1:${await closedPort()}`);
}

test('no failure and no log entry holds the token or a part of it', async () => {
  const log = requestLog(() => 0);
  let failures = 0;
  for (const baseUrl of await addresses()) {
    const service = httpService({ baseUrl, token, record: log.record });
    for (const answer of await Promise.all(everyCall(service))) {
      if (!answer.ok) failures++;
      const seen = inspect([answer.ok ? null : answer, log.latest()[0]], { depth: 9, showHidden: true });
      for (const trace of traces) expect(seen).not.toContain(trace);
    }
  }
  expect(failures).toBeGreaterThan(200);
});

test.each([token, 'an-opaque/token-0123456789'])(
  'of a service that lists its tokens as keys no key holds this one: %s',
  async (listed) => {
    const row = {
      id: 'k1',
      name: `made with Bearer ${listed}`,
      key: listed,
      user_id: listed,
      scopes: { [listed]: true, admin: [listed] },
      createdAt: listed,
      updatedAt: listed,
      more: { self: listed },
    };
    const body = JSON.stringify({ keys: [row, { id: 'k2', key: 'ab12' }], count: 2 }).replaceAll('/', '\\/');
    const { baseUrl } = await httpServer(answering(200, body));
    const page = await httpService({ baseUrl, token: listed }).listKeys(0, null, never);
    expect(page).toMatchObject({
      ok: true,
      value: { items: [{ key: { key: '[removed]' } }, { key: { key: 'ab12' } }] },
    });
    expect(JSON.stringify(page)).not.toContain(listed);
  },
);

test('a redirect to an address with the token in the place of its host is told without it', async () => {
  for (const location of [`sso://${token}/login`, `sso://${token}@${payload}:1/`, `sso://${'x'.repeat(20_000)}/`]) {
    const { baseUrl } = await httpServer((_arrived, response) => response.writeHead(302, { Location: location }).end());
    const answer = await httpService({ baseUrl, token }).readFile('public', fakeId(1), never);
    const told = inspect(answer, { depth: 9, showHidden: true, maxStringLength: null });
    for (const trace of traces) expect(told).not.toContain(trace);
    expect(told.length).toBeLessThan(1_000);
  }
});

test('no error that is thrown holds it either', async () => {
  const thrown: unknown[] = [];
  const keep = (error: unknown): void => void thrown.push(error);
  for (const bad of [`${token}\n`, ` ${token}`, `Bearer ${token}`, `${token}\u00e9`]) {
    try {
      httpService({ baseUrl: 'https://example.com', token: bad });
    } catch (error) {
      keep(error);
    }
  }
  const broken: typeof fetch = (_input, init) =>
    Promise.reject(new TypeError(`Invalid header: ${new Headers(init?.headers).get('authorization')}`));
  const service = httpService({ baseUrl: 'https://example.com', token, fetch: broken });
  await service.readFile('public', fakeId(1), never).catch(keep);
  expect(thrown).toHaveLength(5);
  for (const trace of traces) expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain(trace);
});

test('the token goes to its own server and to no other', async () => {
  const other = await httpServer(answering(200, {}));
  const { baseUrl, arrived } = await httpServer((_arrived, response) =>
    response.writeHead(307, { Location: other.baseUrl }).end(),
  );
  await Promise.all(everyCall(httpService({ baseUrl, token })));
  expect([arrived.length, other.connections()]).toEqual([5, 0]);
});
