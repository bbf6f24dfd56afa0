import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { isPushDue } from '../../../src/domain/service/sync-machine.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

async function connected(files: number, pageRows: number) {
  const service = await standaloneService({ files, pageRows });
  const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
  const lists = () =>
    service.requests.filter(({ path }) => path.startsWith('/v3/files/') && path.split('/').length === 4);
  return { service, world, lists };
}

describe('an edit made while the list is walked', () => {
  test('is sent after the page under way, and the walk goes on where it was', async () => {
    const { service, world, lists } = await connected(50, 5);
    const first = aFileId(servedId(0));
    service.interfere = ({ url }) => {
      if (url.searchParams.get('pageToken') !== '15') return null;
      world.edit(first, { name: 'mine' });
      world.sync.send({ kind: 'editQueued' });
      service.interfere = () => null;
      return null;
    };
    world.sync.send({ kind: 'started', mode: 'running' });
    await vi.waitFor(() => expect(world.sync.state.caughtUpAtMs).not.toBeNull(), 20_000);
    const order = service.requests.map(({ method, url }) =>
      method === 'PUT' ? 'PUT' : url.searchParams.get('pageToken'),
    );
    // One page may have been asked for ahead of the edit.
    expect(order.indexOf('PUT')).toBeLessThanOrEqual(order.indexOf('15') + 4);
    expect(order.indexOf('PUT')).toBeLessThan(order.indexOf('30'));
    expect(service.files.get(first)!.name).toBe('mine');
    expect(lists().length).toBeLessThanOrEqual(10 + 1 + 1);
    expect(world.tables.files.count(world.connection.id)).toBe(50);
  });

  test('is sent during a check of the keys too, which then goes on', async () => {
    const keys = Array.from({ length: 45 }, (_, number) => ({ id: servedId(900 + number), name: `key ${number}` }));
    const service = await standaloneService({ files: 3, keys });
    const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
    await world.copy();
    service.requests.length = 0;
    service.interfere = ({ url }) => {
      if (url.searchParams.get('offset') !== '20') return null;
      world.edit(aFileId(servedId(1)), { name: 'mine' });
      world.sync.send({ kind: 'editQueued' });
      service.interfere = () => null;
      return null;
    };
    world.sync.send({ kind: 'started', mode: 'running' });
    await vi.waitFor(() => expect(world.sync.state.caughtUpAtMs).not.toBeNull(), 20_000);
    const offsets = service.requests.flatMap(({ url, method }) =>
      method === 'PUT' ? ['PUT'] : (url.searchParams.get('offset') ?? []),
    );
    expect(offsets.slice(0, 5)).toEqual(['0', '10', '20', 'PUT', '30']);
    expect(offsets.filter((offset) => offset === '0').length).toBeLessThanOrEqual(2);
  });
});

test('a network walked to its end is not walked again after an outage in the other', async () => {
  const { service, world, lists } = await connected(30, 5);
  service.interfere = ({ path }) => (path === '/v3/files/private' ? 'reset' : null);
  expect((await world.pull()).ok).toBe(false);
  const walked = lists().length;
  service.interfere = () => null;
  expect(await world.pull()).toEqual({ ok: true, value: null });
  expect(
    lists()
      .slice(walked)
      .map(({ path }) => path),
  ).toEqual(['/v3/files/private']);
  expect(world.tables.files.fullCheckAtMs(world.connection.id)).not.toBeNull();
});

test('one listed file that cannot be read does not keep the mirror from being refreshed', async () => {
  const { service, world } = await connected(6, 100);
  await world.copy();
  for (const number of [1, 2]) service.files.delete(servedId(number));
  service.interfere = ({ path }) =>
    path.endsWith(servedId(1))
      ? { status: 403, body: '<!doctype html>', headers: { 'Content-Type': 'text/html' } }
      : null;
  world.sync.send({ kind: 'checkAsked' });
  world.sync.send({ kind: 'started', mode: 'running' });
  await vi.waitFor(() => expect(world.sync.state.caughtUpAtMs).not.toBeNull(), 20_000);
  const isThere = (number: number): boolean => world.tables.files.get(world.of(aFileId(servedId(number)))) !== null;
  expect([isThere(1), isThere(2)]).toEqual([true, false]);
  expect(isPushDue(world.sync.state, world.clock.nowMs())).toBe(false);
});
