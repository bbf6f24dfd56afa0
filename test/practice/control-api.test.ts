import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startedPractice } from './started-practice.ts';

type Practice = Awaited<ReturnType<typeof startedPractice>>;

function atControlApi(practice: Practice, path: string, body?: unknown, headers: Record<string, string> = {}) {
  return fetch(practice.controlUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-Practice-Control': practice.controlToken, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

it('shows the state and changes settings, which the service follows at once', async () => {
  const practice = await startedPractice();
  expect(await (await atControlApi(practice, '/state')).json()).toEqual(practice.control.state());
  const changed = await atControlApi(practice, '/switches', {
    listing: false,
    faults: [{ kind: 'error', status: 503 }],
  });
  expect(await changed.json()).toEqual({ data: practice.control.state().switches });
  expect((await practice.ask('/files/public')).status).toBe(503);
});

it('changes nothing when one setting is unknown or out of range', async () => {
  const practice = await startedPractice();
  const before = practice.control.state();
  for (const change of [
    { listing: false, nonsense: 1 },
    { listing: false, keysPageSize: 0 },
    { listing: false, keyvaluesMode: 'other' },
    { faults: [{ kind: 'explode' }] },
    { faults: [{ kind: 'error', status: 200 }] },
    { listing: null },
    [],
    'text',
  ]) {
    expect((await atControlApi(practice, '/switches', change)).status).toBe(400);
  }
  expect(practice.control.state()).toEqual(before);
});

it('lets somebody else edit, add and delete files and revoke keys', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  await atControlApi(practice, '/edit-file', { id, name: 'theirs', keyvalues: { odd: 3 } });
  expect(await practice.file(id)).toMatchObject({ name: 'theirs', keyvalues: { odd: 3 } });
  expect(await (await atControlApi(practice, `/files/${id}`)).json()).toEqual({ data: practice.control.file(id) });
  const added = z
    .object({ data: z.array(z.looseObject({ id: z.string() })) })
    .parse(await (await atControlApi(practice, '/add-files', { count: 2 })).json());
  expect(added.data.map((file) => practice.control.file(file.id))).toEqual(added.data);
  await atControlApi(practice, '/delete-file', { id });
  expect((await practice.put(id, {})).status).toBe(404);
  expect((await atControlApi(practice, '/delete-file', { id })).status).toBe(404);
  const key = (await practice.keys('?name=Files%20only')).keys[0]!;
  const token = await (await atControlApi(practice, `/tokens/${key.id}`)).json();
  expect(token).toEqual({ data: practice.tokens.filesOnly });
  expect((await atControlApi(practice, '/revoke-key', { id: key.id })).status).toBe(200);
  expect((await practice.ask('/files/public', {}, practice.tokens.filesOnly)).status).toBe(401);
});

it('adds other files each time, also many of them within one moment', async () => {
  const practice = await startedPractice({ clock: { nowMs: () => 1_700_000_000_000 } });
  const before = practice.control.state().fileCount;
  for (let times = 0; times < 3; times++) {
    expect((await atControlApi(practice, '/add-files', { count: 50 })).status).toBe(200);
  }
  expect(practice.control.state().fileCount).toBe(before + 150);
});

it('keeps a key named __proto__ in a foreign edit', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  await atControlApi(practice, '/edit-file', JSON.parse(`{"id":"${id}","keyvalues":{"__proto__":"theirs"}}`));
  expect(await (await practice.ask(`/files/public/${id}`)).text()).toContain('"__proto__":"theirs"');
});

it('shows and forgets the log, and resets everything', async () => {
  const practice = await startedPractice();
  await practice.ask('/api_keys');
  await practice.ask('/nothing');
  const requests = z.object({ requests: z.array(z.object({ path: z.string() })) });
  expect(requests.parse(await (await atControlApi(practice, '/requests?limit=1')).json())).toEqual({
    requests: [{ path: '/v3/nothing' }],
  });
  await atControlApi(practice, '/forget-requests', {});
  expect(practice.control.requests()).toEqual([]);
  practice.control.changeSettings({ offline: true });
  await atControlApi(practice, '/reset', { fileCount: 4 });
  expect(practice.control.state()).toMatchObject({ fileCount: 4, switches: { offline: false } });
});

it.each([
  ['no token', { 'X-Practice-Control': '' }],
  ['a wrong token', { 'X-Practice-Control': 'x'.repeat(32) }],
])('stays shut for %s', async (_, headers) => {
  const practice = await startedPractice();
  expect((await atControlApi(practice, '/state', undefined, headers)).status).toBe(403);
  expect((await atControlApi(practice, '/switches', { offline: true }, headers)).status).toBe(403);
  expect(practice.control.state().switches.offline).toBe(false);
});

it('stays shut for a foreign host name, even with the token', async () => {
  const practice = await startedPractice();
  const { port } = new URL(practice.controlUrl);
  const statusFor = async (host: string): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    const token = `X-Practice-Control: ${practice.controlToken}`;
    socket.write(`GET /state HTTP/1.1\r\nHost: ${host}\r\n${token}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return text.slice(9, 12);
  };
  expect(await statusFor(`127.0.0.1:${port}`)).toBe('200');
  expect(await statusFor(`localhost:${port}`)).toBe('200');
  expect(await statusFor(`evil.example:${port}`)).toBe('403');
  expect(await statusFor('127.0.0.1:1')).toBe('403');
});

it('grants no preflight, so that no page in a browser can send the token', async () => {
  const practice = await startedPractice();
  const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'X-Practice-Control' };
  const response = await fetch(`${practice.controlUrl}/switches`, { method: 'OPTIONS', headers });
  expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([403, null]);
});

it('is not reachable through the service', async () => {
  const practice = await startedPractice();
  const origin = new URL(practice.baseUrl).origin;
  const headers = { 'X-Practice-Control': practice.controlToken };
  for (const path of ['/state', '/v3/state', '/switches', '/requests']) {
    expect((await fetch(origin + path, { headers })).status).toBe(404);
  }
});
