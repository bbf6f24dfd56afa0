import { describe, expect, test } from 'vitest';
import { httpService } from '../../electron/remote/http-service.ts';
import { fakeFile, fakeId, fileJson } from '../support/fake-service.ts';
import { answering, httpServer, socketServer } from '../support/http-server.ts';
import { canary, connected, failureOf, never, okBody, rename, renaming } from './asking.ts';

const requestId = 'request-7';
const other = { data: fileJson(fakeFile(2)) };

describe('a request', () => {
  test('carries the body as it is and no header of ours but three', async () => {
    const server = await httpServer(answering(200, okBody));
    await connected(server.baseUrl).updateFile('private', fakeId(1), '{"name":"ü"}', never);
    await connected(server.baseUrl).readFile('private', fakeId(1), never);
    const [put, get] = server.arrived;
    expect(put).toMatchObject({ method: 'PUT', path: `/v3/files/private/${fakeId(1)}`, body: '{"name":"ü"}' });
    const fetchsOwn = [
      'host',
      'connection',
      'accept-language',
      'sec-fetch-mode',
      'user-agent',
      'accept-encoding',
      'content-length',
    ];
    const ours = [put, get].map((arrived) =>
      Object.fromEntries(Object.entries(arrived!.headers).filter(([name]) => !fetchsOwn.includes(name))),
    );
    const ofEach = { authorization: `Bearer ${canary}`, accept: 'application/json' };
    expect(ours).toEqual([{ ...ofEach, 'content-type': 'application/json' }, ofEach]);
  });

  test('has its query where the call has one', async () => {
    const server = await httpServer(answering(200, { keys: [], count: 0, data: { files: [] } }));
    const service = connected(server.baseUrl);
    await service.listFiles('public', null, 1000, never);
    await service.listFiles('public', 'a&b=c#/../', 5, never);
    await service.listKeys(0, null, never);
    await service.listKeys(20, true, never);
    await service.listFiles('public', null, 5, never, 'newestFirst');
    await service.listFiles('public', null, 5, never, 'anyOrder');
    const narrowed = { limitedUse: true, exhausted: true, name: null };
    await service.listKeys(0, null, never, narrowed);
    await service.listKeys(0, null, never, { ...narrowed, exhausted: false, name: 'build %' });
    // The service accepts `exhausted` only together with `limitedUse`.
    await service.listKeys(0, null, never, { ...narrowed, limitedUse: false });
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/v3/files/public?limit=1000',
      '/v3/files/public?limit=5&pageToken=a%26b%3Dc%23%2F..%2F',
      '/v3/api_keys?offset=0',
      '/v3/api_keys?offset=20&revoked=true',
      '/v3/files/public?limit=5&order=DESC',
      '/v3/files/public?limit=5',
      '/v3/api_keys?offset=0&limitedUse=true&exhausted=true',
      '/v3/api_keys?offset=0&limitedUse=true&name=build+%25',
      '/v3/api_keys?offset=0',
    ]);
  });

  test.each(['.', '..', '', '\ud800'])('with the path segment %j is not made', async (cid) => {
    const server = await httpServer(answering(200, {}));
    const answer = await connected(server.baseUrl).signature('public', cid, never);
    expect(failureOf(answer)).toEqual({ kind: 'notSent', detail: 'this cannot be part of an address' });
    expect(server.connections()).toBe(0);
  });

  test.each(['http://127.0.0.1:1/x', '//127.0.0.1:1/x', 'a/../../b', '..%2f', 'a?b#c', '%2e%2e'])(
    'with the path segment %j stays below the base address',
    async (cid) => {
      const server = await httpServer(answering(404, {}));
      await connected(server.baseUrl).signature('public', cid, never);
      expect(server.arrived.map(({ path }) => path)).toEqual([`/v3/files/public/signature/${encodeURIComponent(cid)}`]);
    },
  );

  test.each(['a b', 'a\nb', 'a\r\nX-Evil: 1', '', 'ä', 'Bearer x', `${canary}\u0000`])(
    'with the token %j is never made',
    (token) => {
      const make = () => httpService({ baseUrl: 'https://example.com', token });
      expect(make).toThrow(new Error('The token is not fit for a header'));
    },
  );

  test.each(['http://example.com', 'https://a:b@example.com', 'file:///etc/passwd', 'https://example.com?x=1'])(
    'to %s is never made',
    (baseUrl) => {
      expect(() => httpService({ baseUrl, token: canary })).toThrow('Not a base address');
    },
  );
});

describe('a 2xx', () => {
  const json = (body: string, headers = {}) =>
    renaming(answering(200, body, { 'X-Request-Id': requestId, ...headers }));

  test.each([
    ['empty', '', 'the answer is empty'],
    ['null', 'null', 'the answer is not a file record'],
    ['an empty string', '""', 'the answer is not a file record'],
    ['a list', '[]', 'the answer is not a file record'],
    ['a truth', 'true', 'the answer is not a file record'],
    ['an object without data', '{}', 'the answer is not a file record'],
    ['a record without an id', '{"data":{"name":"x"}}', 'the answer is not a file record'],
    ['a record with an unusable id', '{"data":{"id":"../x"}}', 'the answer is not a file record'],
    ['JSON that ends early', '{"data":{"id":"x"', 'the answer is not JSON'],
    ['JSON with more after it', '{} {}', 'the answer is not JSON'],
    ['NaN', '{"data":NaN}', 'the answer is not JSON'],
    ['too deep', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'the answer is nested deeper than 64 levels'],
  ])('that is %s is malformed', async (_what, body, detail) => {
    expect(failureOf(await json(body))).toEqual({ kind: 'malformed', detail, requestId });
  });

  test('with bytes that are not UTF-8 is malformed', async () => {
    const answer = await renaming(answering(200, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])));
    expect(failureOf(answer)).toEqual({ kind: 'malformed', detail: 'the answer is not UTF-8', requestId: null });
  });

  test('with a byte order mark, unknown members and a member twice is read, the last winning', async () => {
    const body = `\ufeff${JSON.stringify(okBody).replace('"name":', '"name":"first","more":[1],"name":')}`;
    const answer = await json(body);
    expect(answer.ok && [answer.value.record.name, JSON.parse(answer.value.raw).more]).toEqual(['file 1', [1]]);
  });

  test('with a web page in a name is read', async () => {
    const name = 'a <html> <body> b';
    const answer = await json(JSON.stringify({ data: { ...okBody.data, name } }));
    expect(answer.ok && answer.value.record.name).toBe(name);
  });

  test('about another file is about neither', async () => {
    expect(failureOf(await json(JSON.stringify(other)))).toEqual({ kind: 'wrongRecord', requestId });
  });

  test.each([204, 205])('with the status %i has no proof in it', async (status) => {
    const answer = await renaming((_arrived, response) => response.writeHead(status).end());
    expect(failureOf(answer)).toEqual({ kind: 'malformed', detail: 'the answer is empty', requestId: null });
  });

  test.each([
    [
      'text/html',
      '<!doctype html><p>Welcome to the hotel</p>',
      'a web page came instead, as a proxy or a sign-in page sends it (200)',
    ],
    [
      'application/xhtml+xml',
      '<p xmlns="http://www.w3.org/1999/xhtml">Welcome</p>',
      'a web page came instead, as a proxy or a sign-in page sends it (200)',
    ],
    ['text/plain', JSON.stringify(okBody), 'something else answered: 200, no JSON'],
    ['application/jsonlines', JSON.stringify(okBody), 'something else answered: 200, no JSON'],
    ['x-application/json', JSON.stringify(okBody), 'something else answered: 200, no JSON'],
    ['application/octet-stream', JSON.stringify(okBody), 'something else answered: 200, no JSON'],
    ['', JSON.stringify(okBody), 'something else answered: 200, no JSON'],
    ['application/json', '\n<html><body>Sign in</body></html>', 'something else answered: 200, no JSON'],
  ])('of the type "%s" is not our service', async (type, body, what) => {
    const answer = await renaming((_arrived, response) =>
      response.writeHead(200, type === '' ? {} : { 'Content-Type': type }).end(body),
    );
    expect(failureOf(answer)).toEqual({ kind: 'notOurService', detail: what });
  });

  test.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json ;charset=utf-8',
    'application/problem+json',
    // The header twice, as a proxy that adds its own makes of it (RFC 9110, 5.3).
    'application/json, application/json',
    'application/json; charset=utf-8, application/json',
  ])('of the type %s is read', async (type) => {
    expect((await json(JSON.stringify(okBody), { 'Content-Type': type })).ok).toBe(true);
  });
});

describe('a signature', () => {
  const asked = async (status: number, body: unknown) => {
    const server = await httpServer(answering(status, body));
    return await connected(server.baseUrl).signature('public', 'bafy1', never);
  };

  test.each([
    {},
    { data: null },
    { data: {} },
    { data: { cid: 'bafy1', signature: null } },
    { data: { cid: 'bafy1', signature: '' } },
  ])('is absent in %j', async (body) => {
    expect(await asked(200, body)).toEqual({ ok: true, value: { signature: null } });
  });

  test('is absent where the service says 404, and unknown where it says 403', async () => {
    expect(await asked(404, { error: 'x' })).toEqual({ ok: true, value: { signature: null } });
    expect(await asked(403, { error: 'x' })).toMatchObject({ ok: false, failure: { status: 403 } });
  });

  test.each([
    { data: { cid: 'bafy2', signature: '0xab' } },
    { data: { signature: '0xab' } },
    { data: { cid: 'bafy2', signature: null } },
  ])('of another CID is none of this one: %j', async (body) => {
    expect(await asked(200, body)).toEqual({ ok: false, failure: { kind: 'wrongRecord', requestId: null } });
  });

  test.each([
    { error: { code: 500, message: 'upstream is down' } },
    { error: 'not authenticated' },
    { data: null, error: 'not authenticated' },
    { message: 'maintenance' },
    { ok: false },
  ])('is neither there nor absent in an answer that says something else: %j', async (body) => {
    expect(await asked(200, body)).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });

  test.each([{ data: { cid: 'bafy1', signature: 7 } }, { data: [] }, [], 'x'])('is not %j', async (body) => {
    expect(await asked(200, JSON.stringify(body))).toMatchObject({ ok: false, failure: { kind: 'malformed' } });
  });
});

test('a list whose next page token is a number has a next page', async () => {
  const server = await httpServer(answering(200, { data: { files: [], next_page_token: 7 } }));
  const answer = await connected(server.baseUrl).listFiles('public', null, 10, never);
  expect(answer).toMatchObject({ ok: true, value: { nextPageToken: '7' } });
});

test('a list whose next page token is neither text nor number is no list, since it would look complete', async () => {
  const server = await httpServer(answering(200, { data: { files: [], next_page_token: true } }));
  const answer = await connected(server.baseUrl).listFiles('public', null, 10, never);
  expect(failureOf(answer)).toEqual({
    kind: 'malformed',
    detail: 'the answer is not a list of files',
    requestId: null,
  });
});

test('a request whose connection breaks is not repeated, be it an update or a read', async () => {
  const server = await socketServer((socket) => socket.once('data', () => socket.resetAndDestroy()));
  const service = connected(server.baseUrl);
  expect(failureOf(await rename(service))).toMatchObject({ kind: 'noAnswer' });
  expect(failureOf(await service.readFile('public', fakeId(1), never))).toMatchObject({ kind: 'noAnswer' });
  expect(server.connections()).toBe(2);
});

test('the same answer twice is asked for twice: nothing is cached and nothing repeated', async () => {
  const server = await httpServer(answering(500, {}, { 'Cache-Control': 'max-age=1000' }));
  const service = connected(server.baseUrl);
  await rename(service);
  await service.readFile('public', fakeId(1), never);
  await service.readFile('public', fakeId(1), never);
  expect(server.arrived).toHaveLength(3);
});
