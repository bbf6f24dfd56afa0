import { expect, test } from 'vitest';
import { urlBuilder } from '../../electron/remote/http-client.ts';
import { httpService } from '../../electron/remote/http-service.ts';
import { requestLog } from '../../electron/remote/request-log.ts';
import { fakeId } from '../support/fake-service.ts';
import { answering, httpServer } from '../support/http-server.ts';
import { canary, failureOf, never, okBody } from './asking.ts';

test('the log holds the last 200 exchanges, newest first', () => {
  let nowMs = 0;
  const log = requestLog(() => nowMs++);
  for (let number = 0; number < 203; number++) {
    log.record({ method: 'GET', path: `/${number}` })({ status: 200, failure: null, requestId: null });
  }
  const latest = log.latest();
  expect([latest.length, latest[0]?.path, latest.at(-1)?.path]).toEqual([200, '/202', '/3']);
  expect(latest[0]).toEqual({
    method: 'GET',
    path: '/202',
    status: 200,
    failure: null,
    requestId: null,
    startedAtMs: 404,
    durationMs: 1,
  });
});

test('whoever wants to know of each finished request is told of it once, when it has ended', () => {
  const told: unknown[] = [];
  const log = requestLog(
    () => 5,
    (request) => told.push(request),
  );
  const end = log.record({ method: 'PUT', path: '/a' });
  expect([told, log.latest()]).toEqual([[], []]);
  end({ status: null, failure: 'noAnswer', requestId: null });
  expect(told).toEqual(log.latest());
  expect(told).toHaveLength(1);
});

test('an exchange is logged with its end, and an address that cannot be asked is none', async () => {
  const server = await httpServer(answering(200, okBody, { 'X-Request-Id': 'r-1' }));
  const log = requestLog(() => 5);
  const service = httpService({ baseUrl: server.baseUrl, token: canary, record: log.record });
  await service.updateFile('public', fakeId(1), '{"name":"a secret"}', never);
  await service.readFile('public', fakeId(2), never);
  await service.listKeys(10, true, never);
  await service.signature('public', '..', never);
  const entry = { startedAtMs: 5, durationMs: 0, status: 200, requestId: 'r-1' };
  expect(log.latest()).toEqual([
    { ...entry, method: 'GET', path: '/api_keys?offset=10&revoked=true', failure: 'malformed' },
    { ...entry, method: 'GET', path: `/files/public/${fakeId(2)}`, failure: 'wrongRecord' },
    { ...entry, method: 'PUT', path: `/files/public/${fakeId(1)}`, failure: null },
  ]);
});

test('neither the log nor what the service says repeats the path of the address, which may be a secret', async () => {
  const server = await httpServer(({ path }, response) =>
    response
      .writeHead(404, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ error: `no ${path}, nor /v3` })),
  );
  const log = requestLog(() => 5);
  const baseUrl = `${server.origin}/a%20secret/v3`;
  const service = httpService({ baseUrl, token: canary, record: log.record });
  const answer = await service.readFile('public', fakeId(1), never);
  expect(failureOf(answer)).toMatchObject({ status: 404, message: `no …/files/public/${fakeId(1)}, nor /v3` });
  expect(log.latest()[0]?.path).toBe(`/files/public/${fakeId(1)}`);
  expect(server.arrived[0]?.path).toBe(`/a%20secret/v3/files/public/${fakeId(1)}`);
});

test.each([
  ['as it was asked', '/a%20secret/v3/files', '…/files'],
  ['decoded', '/a secret/v3/files', '…/files'],
  ['alone', 'https://service.test/a%20secret/v3', 'https://service.test…'],
  ['alone and decoded, in a sentence', '/a secret/v3.', '….'],
  ['before a query', '/a%20secret/v3?limit=1', '…?limit=1'],
  ['encoded again', '%2Fa%2520secret%2Fv3%2Ffiles', '…%2Ffiles'],
  ['encoded for a query', '%2Fa%20secret%2Fv3', '…'],
  ['in small letters', '%2fa%20secret%2fv3', '…'],
  ['as the beginning of another word', '/a secret/v30', '/a secret/v30'],
])('the path of the address is not repeated %s', (_how, said, told) => {
  const { withoutBasePath } = urlBuilder('https://service.test/a%20secret/v3');
  expect(withoutBasePath(`no ${said}`)).toBe(`no ${told}`);
});

test.each([
  ['/a.b*(c)', 'GET /a.b*(c)/files', 'GET …/files'],
  ['/a.b', 'GET /axb/files', 'GET /axb/files'],
  ['/100%', 'GET /100%/files', 'GET …/files'],
  ['', 'GET /files', 'GET /files'],
])('an address with the path %j is taken letter by letter', (path, said, told) => {
  expect(urlBuilder(`https://service.test${path}`).withoutBasePath(said)).toBe(told);
});

test('what a person typed into a filter is not logged', async () => {
  const server = await httpServer(answering(200, okBody));
  const log = requestLog(() => 5);
  const service = httpService({ baseUrl: server.baseUrl, token: canary, record: log.record });
  await service.listKeys(0, null, never, { limitedUse: true, exhausted: false, name: '%geheim&name=k\\_1#%' });
  const path = log.latest()[0]?.path;
  expect(path).toContain('limitedUse=true');
  expect(path).toContain('name=[typed]');
  expect(path).not.toMatch(/geheim|k.*_1/i);
  expect(server.arrived[0]?.path).toMatch(/geheim/);
});
