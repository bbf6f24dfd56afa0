import { describe, expect, test, vi } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { jobOf } from '../../../electron/sync/pull/full-scan.ts';
import { scanFromStart } from '../../../electron/sync/pull/pull-files.ts';
import type { CopiedParts } from '../../../src/domain/connections/copied-parts.ts';
import { fileId, type Network } from '../../../src/domain/core/ids.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { added, profile } from '../../support/profile-world.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

function later() {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  return { arrived, arrive };
}

const DAY_MS = 24 * 60 * 60_000;

/** A service with five public files and one key, and a connection that copies some parts of it. */
async function serviceWith(copiedParts: CopiedParts, pageRows = 1_000) {
  const service = await standaloneService({ files: 5, pageRows, keys: [{ id: 'k1', name: 'only', key: 'public-1' }] });
  const world = new SyncWorld({
    service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }),
    connection: { copiedParts },
  });
  const lists = () => {
    const paths = service.requests.splice(0).map(({ path }) => path.replace('/v3/', ''));
    return [...new Set(paths)].sort();
  };
  const choose = (parts: CopiedParts) => {
    scanFromStart(
      world.ports,
      world.connection.id,
      parts.filter((part) => !world.connection.copiedParts.includes(part)),
    );
    world.connection = { ...world.connection, copiedParts: parts };
  };
  return { service, world, lists, choose };
}

describe('what a person leaves out', () => {
  test.each([
    [
      ['public', 'private', 'keys'],
      ['api_keys', 'files/private', 'files/public'],
    ],
    [
      ['public', 'private'],
      ['files/private', 'files/public'],
    ],
    [['public'], ['files/public']],
    [['private'], ['files/private']],
    [['keys'], ['api_keys']],
  ] as const)('is not requested, in the first scan or later: copying %j', async (parts, requested) => {
    const { world, lists } = await serviceWith(parts);
    const isOk = async () => expect(await world.pull()).toEqual({ ok: true, value: null });
    await isOk();
    expect(lists()).toEqual(requested);
    await world.clock.advance(60_000);
    await isOk();
    expect(lists()).toEqual(requested);
    await world.clock.advance(2 * DAY_MS);
    await isOk();
    expect(lists()).toEqual(requested);
  });

  test('keeps the records that were copied before, also when a full scan comes to its end', async () => {
    const { service, world, choose } = await serviceWith(['public', 'private', 'keys']);
    await world.pull();
    choose(['private']);
    service.files.clear();
    await world.clock.advance(2 * DAY_MS);
    await world.pull();
    expect(world.tables.files.count(world.connection.id)).toBe(5);
    expect(world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get()).toBe(1);
  });

  test('and is ticked later is scanned from its start, though a full scan is not due', async () => {
    const { world, lists, choose } = await serviceWith(['private']);
    await world.pull();
    expect(world.tables.files.count(world.connection.id)).toBe(0);
    lists();
    choose(['private', 'public', 'keys']);
    await world.pull();
    expect(lists()).toEqual(['api_keys', 'files/private', 'files/public']);
    expect(world.tables.files.count(world.connection.id)).toBe(5);
  });

  test('half through a scan does not go on there when it is ticked again', async () => {
    const { service, world, choose, lists } = await serviceWith(['public'], 2);
    service.interfere = ({ url }) => (url.searchParams.get('pageToken') === '4' ? { status: 500, body: {} } : null);
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(world.tables.files.count(world.connection.id)).toBe(4);
    choose(['keys']);
    await world.pull();
    service.interfere = () => null;
    service.files.get(servedId(0))!.name = 'renamed meanwhile';
    choose(['keys', 'public']);
    lists();
    await world.pull();
    expect(world.tables.files.count(world.connection.id)).toBe(5);
    const of = { connectionId: world.connection.id, network: 'public', id: fileId.parse(servedId(0)) } as const;
    expect(world.tables.files.get(of)?.record.name).toBe('renamed meanwhile');
  });

  test('does not keep the list of the only network that is copied from being known as missing', async () => {
    const { service, world } = await serviceWith(['private', 'keys']);
    service.interfere = ({ path }) => (path === '/v3/files/private' ? { status: 404, body: { error: 'none' } } : null);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt.listing.kind).toBe('no');
  });
});

describe('choosing what to copy', () => {
  test('breaks off the scan under way, and marks what is added for a scan', async () => {
    const one = profile();
    const service = one.serviceAt('ann');
    service.put(fakeFile(1));
    const connection = await added(one, { copiedParts: ['public'] });
    const scanOf = (network: Network) => one.tables.files.cursor(connection.id, jobOf(network));
    let wasAborted = false;
    const asked = later();
    service.listFiles = async (_network, _token, _limit, signal) => {
      asked.arrive();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      wasAborted = true;
      throw signal.reason;
    };
    one.connections.running(connection.id)!.send({ kind: 'checkAsked' });
    await asked.arrived;
    const chosen = one.connections.chooseParts(connection.id, ['private', 'keys']);
    expect(await chosen).toMatchObject({ copiedParts: ['private', 'keys'] });
    expect([wasAborted, scanOf('public'), scanOf('private')?.position]).toEqual([true, null, null]);
    expect(scanOf('private')).not.toBeNull();
  });

  test('still sends the edits of a file that is left out', async () => {
    const one = profile();
    const service = one.serviceAt('ann');
    service.put(fakeFile(1));
    const connection = await added(one);
    one.connections.change(connection.id, { paused: true });
    one.edit(connection, 'mine');
    await one.connections.chooseParts(connection.id, ['private', 'keys']);
    one.connections.change(connection.id, { paused: false });
    await one.clock.settle();
    expect(service.file('public', fakeId(1))?.name).toBe('mine');
  });

  test('is kept by the same account that connects again without being asked', async () => {
    const one = profile();
    await added(one, { copiedParts: ['public'] });
    expect(await added(one, { token: 'ann-2' })).toMatchObject({ copiedParts: ['public'] });
  });

  test('finds no connection that is gone', async () => {
    const one = profile();
    const connection = await added(one);
    await one.connections.signOut(connection.id, true);
    expect(await one.connections.chooseParts(connection.id, ['public'])).toBeNull();
  });
});
