import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { refusal, startedPractice } from './started-practice.ts';

const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

type Practice = Awaited<ReturnType<typeof startedPractice>>;

/** What comes back for these bytes, to the end of the connection. */
async function rawAnswer(practice: Practice, request: string): Promise<string> {
  const socket = connect(Number(new URL(practice.baseUrl).port), '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(request);
  await once(socket, 'close');
  return text;
}

function expectPromisedHeaders(headers: Headers): void {
  expect(Date.parse(headers.get('Date') ?? '')).not.toBeNaN();
  expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(headers.get('Content-Length')).toMatch(/^\d+$/);
  expect(headers.get('Connection')).toBeTruthy();
  expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+; includeSubDomains$/);
}

it.each([
  ['GET', '/api_keys', 200],
  ['GET', '/files/public', 200],
  ['GET', '/files/secret', 404],
  ['GET', `/files/public/signature/${CID}`, 404],
  ['GET', '/api_keys?revoked=x', 400],
  ['DELETE', '/api_keys', 405],
  ['GET', '/nothing', 404],
  ['GET', '/files/public/%E0%A4%A', 400],
  ['GET', '/files/%2e%2e/x', 404],
])('answers %s %s with %i and every promised header', async (method, path, status) => {
  const practice = await startedPractice();
  const response = await practice.ask(path, { method });
  expect(response.status).toBe(status);
  expectPromisedHeaders(response.headers);
  expect((await response.arrayBuffer()).byteLength).toBe(Number(response.headers.get('Content-Length')));
});

it('gives every answer an id of its own, which the log of requests knows', async () => {
  const practice = await startedPractice();
  const responses = [await practice.ask('/api_keys'), await practice.ask('/nothing')];
  expect(practice.control.requests().map(({ requestId }) => requestId)).toEqual(
    responses.map(({ headers }) => headers.get('X-Request-Id')),
  );
});

it.each([
  ['POST', '/api_keys', 'GET, HEAD'],
  ['PUT', '/files/public', 'GET, HEAD'],
  ['DELETE', '/files/public/x', 'GET, HEAD, PUT'],
  ['PATCH', `/files/public/signature/${CID}`, 'GET, HEAD'],
])('refuses %s %s and says what is allowed', async (method, path, allowed) => {
  const practice = await startedPractice();
  const response = await practice.ask(path, { method });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, allowed]);
  expect(await refusal(response)).toEqual({ code: 405, message: 'method not allowed' });
});

it('names only PUT where single files cannot be read', async () => {
  const practice = await startedPractice({ switches: { readById: false } });
  expect((await practice.ask('/files/public/x', { method: 'DELETE' })).headers.get('Allow')).toBe('PUT');
});

it.each([
  ['bytes that are not HTTP', '\u0016\u0003\u0001 hello\r\n\r\n'],
  ['a bad Host header', 'GET /v3/api_keys HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
  ['two lengths', 'PUT /v3/files/public/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
])('answers %s with 400 and every promised header', async (_, bytes) => {
  const practice = await startedPractice();
  const [head, body] = (await rawAnswer(practice, bytes)).split('\r\n\r\n');
  const [statusLine, ...lines] = head!.split('\r\n');
  expect(statusLine).toContain(' 400 ');
  expectPromisedHeaders(
    new Headers(lines.map((line): [string, string] => [line.split(': ')[0]!, line.split(': ')[1]!])),
  );
  expect(JSON.parse(body!)).toEqual({ error: { code: 400, message: 'malformed request' } });
});

it('survives a caller that leaves in the middle of its body', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  const socket = connect(Number(new URL(practice.baseUrl).port), '127.0.0.1');
  socket.write(
    `PUT /v3/files/public/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${practice.tokens.admin}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":',
  );
  await expect.poll(() => practice.control.requests().at(-1)?.method).toBe('PUT');
  socket.destroy();
  await expect
    .poll(() => practice.control.requests().at(-1))
    .toMatchObject({ status: null, applied: false, bug: null });
  await expect.poll(() => practice.control.requests().at(-1)?.durationMs).not.toBeNull();
  expect((await practice.ask('/api_keys')).status).toBe(200);
});

it('notes what became of each request, but neither token nor body', async () => {
  const practice = await startedPractice();
  const { id } = await practice.anyFile();
  practice.control.forgetRequests();
  await practice.put(id, { name: 'a secret name' });
  await practice.put(id, { name: 7 });
  const entries = practice.control.requests();
  const path = `/v3/files/public/${id}`;
  expect(entries).toMatchObject([
    { method: 'PUT', path, status: 200, requestBodyBytes: 24, applied: true, fault: null, bug: null },
    { method: 'PUT', path, status: 422, requestBodyBytes: 10, applied: false, fault: null, bug: null },
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
  expect(JSON.stringify(entries)).not.toContain(practice.tokens.admin);
});

it('ends every connection when it closes', async () => {
  const practice = await startedPractice({ switches: { latencyMs: 60_000 } });
  const pending = practice.ask('/api_keys').catch((error: unknown) => error);
  await expect.poll(() => practice.control.requests()).toHaveLength(1);
  await practice.close();
  expect(await pending).toBeInstanceOf(TypeError);
});
