import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { probe } from '../../../electron/sync/connection/probe.ts';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { importFiles } from '../../../electron/sync/bulk/import-files.ts';
import { linesHere } from '../../support/lines-here.ts';
import { type Interference, firewallPage, servedId, standaloneService } from '../../support/standalone-service.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

const keys = Array.from({ length: 25 }, (_, number) => ({
  id: `key-${number}`,
  name: `key ${number}`,
  key: `${number}`,
}));

const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Interference => ({
  status,
  body,
  headers,
});
const json = (status: number): Interference => answer(status, { error: { code: status, message: 'unknown path' } });

/** What services without these paths answer where the interface has none. */
const absences: readonly (readonly [string, Interference])[] = [
  ['400', json(400)],
  ['404', json(404)],
  ['405', json(405)],
  ['422', json(422)],
  ['500', json(500)],
  ['501', json(501)],
  ['a redirect', answer(301, '', { Location: '/docs' })],
  ['a web page', firewallPage(200)],
  ['other JSON', answer(200, { hello: 'there' })],
  ['a bare list', answer(200, [])],
];

/** A service of which no `GET /files/...` works. */
async function withoutLists(instead: Interference) {
  const service = await standaloneService({ files: 3, keys });
  service.interfere = ({ method, path }) => (method === 'GET' && path.startsWith('/v3/files/') ? instead : null);
  const remote = httpService({ baseUrl: service.baseUrl, token: 'a-token' });
  const world = new SyncWorld({ service: remote });
  const held = () => world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get();
  return { service, remote, world, held, signal: new AbortController().signal };
}

describe.each(absences)('a service that answers %s where lists would be', (_what, instead) => {
  test('gives its keys, and is known to have no list', async () => {
    const { world, held } = await withoutLists(instead);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(held()).toBe(25);
    expect(world.connection.learnt).toMatchObject({ keys: { kind: 'yes' }, listing: { kind: 'no' } });
  });

  test('passes the test of a connection as a service without a list', async () => {
    const { remote, signal } = await withoutLists(instead);
    const found = await probe(remote, { nowMs: 0, tokenKey: null }, signal);
    expect(found).toMatchObject({
      ok: true,
      value: { may: { keys: { kind: 'yes' }, listing: { kind: 'no' } }, sample: null },
    });
  });

  test('gives files by id, and takes edits of them', async () => {
    const { service, world, signal } = await withoutLists(instead);
    await world.pull();
    const imported = await importFiles(
      world.ports,
      linesHere(parseIdList(`${servedId(0)}\n${servedId(1)}`)),
      'public',
      signal,
    );
    expect(imported).toMatchObject({ added: 2 });
    world.edit(aFileId(servedId(0)), { name: 'mine' });
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect(service.files.get(servedId(0))?.name).toBe('mine');
  });

  test('is known to have no list by a token that may not list keys', async () => {
    const { service, world, held } = await withoutLists(instead);
    const { interfere } = service;
    service.interfere = (request) => (request.path === '/v3/api_keys' ? json(403) : interfere(request));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt).toMatchObject({ keys: { kind: 'no' }, listing: { kind: 'no' } });
    expect(held()).toBe(0);
  });

  test('once it had a list, is out of order', async () => {
    const { service, world, held } = await withoutLists(instead);
    const { interfere } = service;
    service.interfere = () => null;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    service.interfere = interfere;
    world.mirrorDb.prepare('DELETE FROM api_keys').run();
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
    expect(held()).toBe(25);
  });
});

describe.each<[string, Interference]>([
  ['503', json(503)],
  ['429', json(429)],
  ['502', json(502)],
  ['504', json(504)],
  ['a reset', 'reset'],
])('a service whose list answers %s at first', (_what, instead) => {
  test('is not called one without a list', async () => {
    const { world, remote, signal } = await withoutLists(instead);
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(world.connection.learnt.listing).toEqual({ kind: 'notChecked' });
    expect(await probe(remote, { nowMs: 0, tokenKey: null }, signal)).toMatchObject({ ok: false });
  });
});

test.each(absences)(
  'a stranger that answers everything with %s is no service without a list',
  async (_what, instead) => {
    const { service, world } = await withoutLists(instead);
    service.interfere = () => (typeof instead === 'object' && instead.status === 404 ? firewallPage(403) : instead);
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(world.connection.learnt.keys.kind).not.toBe('yes');
  },
);

/** A service whose list of private files alone answers 404 from some time on. */
async function privateListGone(when: 'always' | 'later') {
  const service = await standaloneService({ files: 3, keys });
  const gone: typeof service.interfere = ({ path }) => (path === '/v3/files/private' ? json(404) : null);
  if (when === 'always') service.interfere = gone;
  const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
  expect(await world.pull()).toEqual({ ok: true, value: null });
  service.interfere = gone;
  return world;
}

test('a list of one network that was never there is none, and one that was there is out of order', async () => {
  const never = await privateListGone('always');
  expect(await never.pull()).toEqual({ ok: true, value: null });
  expect(never.connection.learnt).toMatchObject({ listing: { kind: 'yes' }, listed: ['public'] });
  const once = await privateListGone('later');
  expect(await once.pull()).toMatchObject({ ok: false, failure: { status: 404 } });
  expect(once.connection.learnt.listed).toEqual(['public', 'private']);
});

test('a list that worked before the token was refused for it is out of order when it then answers 404', async () => {
  const { service, world } = await withoutLists(json(403));
  const { interfere } = service;
  service.interfere = () => null;
  await world.pull();
  service.interfere = interfere;
  expect(await world.pull()).toEqual({ ok: true, value: null });
  expect(world.connection.learnt.listing).toMatchObject({ kind: 'no' });
  service.interfere = ({ path }) => (path.startsWith('/v3/files/') ? json(404) : null);
  expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 404 } });
});

test('a token that is refused for the keys is told before a stranger’s answer to the list', async () => {
  const { service, world } = await withoutLists(firewallPage(200));
  const { interfere } = service;
  service.interfere = (request) => (request.path === '/v3/api_keys' ? json(401) : interfere(request));
  expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 401 } });
});

test('keys are read though the list of files is out of order', async () => {
  const { service, world, held } = await withoutLists(json(500));
  service.interfere = () => null;
  await world.pull();
  world.mirrorDb.prepare('DELETE FROM api_keys').run();
  service.interfere = ({ path }) => (path.startsWith('/v3/files/') ? json(500) : null);
  expect(await world.pull()).toMatchObject({ ok: false });
  expect(held()).toBe(25);
});
