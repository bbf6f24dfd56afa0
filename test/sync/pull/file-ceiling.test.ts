import { describe, expect, test, vi } from 'vitest';
import { connectionHandlers } from '../../../electron/ipc/connections/connection-handlers.ts';
import type { HandlerContext } from '../../../electron/ipc/handler-context.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { ceilingAfter, firstFileCeiling, type FileCeiling } from '../../../src/domain/connections/file-ceiling.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { eventually } from '../../support/eventually.ts';
import { added, profile } from '../../support/profile-world.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

const PAGE_ROWS = 10;
/** More requests than the first ceiling needs: what asks so often would ask for ever. */
const TOO_MANY = 60;

/** A service that names another page for ever, each with files that nobody has seen. There is one key. */
async function endless(fileCeiling: FileCeiling) {
  const service = await standaloneService({ keys: [{ id: 'key-1', name: 'only', key: 'public-1' }] });
  const world = new SyncWorld({
    service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }),
    connection: { fileCeiling },
  });
  const [sample] = service.files.values();
  const patience = new AbortController();
  const listed = () => service.requests.filter(({ path }) => path === '/v3/files/public').length;
  service.interfere = ({ path, url }) => {
    if (path !== '/v3/files/public') return null;
    if (listed() > TOO_MANY) patience.abort();
    const from = Number(url.searchParams.get('pageToken') ?? 0);
    const files = Array.from({ length: PAGE_ROWS }, (_, at) => ({ ...sample, id: servedId(from + at) }));
    return { status: 200, body: { data: { files, next_page_token: String(from + PAGE_ROWS) } } };
  };
  const copied = () => world.tables.files.count(world.connection.id);
  const keys = () => world.mirrorDb.prepare('SELECT count(*) FROM api_keys').pluck().get();
  const answer = (to: 'goOn' | 'stopHere') =>
    (world.connection = {
      ...world.connection,
      fileCeiling: ceilingAfter(to, { ...world.connection.fileCeiling }, copied()),
    });
  return { service, world, copied, keys, listed, answer, pull: () => world.pull(patience.signal) };
}

describe('a service that sends files without end', () => {
  test('is left at the ceiling, which is no complete copy, and its keys are copied', async () => {
    const { world, pull, copied, keys, listed } = await endless({ files: 100, isFinal: false });
    expect(await pull()).toEqual({ ok: true, value: 'ceiling' });
    expect([copied(), keys()]).toEqual([100, 1]);
    // One page may be on its way when the last one is taken.
    expect(listed()).toBeLessThanOrEqual(11);
    expect(world.tables.files.fullCheckAtMs(world.connection.id)).toBeNull();
  });

  test('is asked for no more files until the person answers, and edits are sent meanwhile', async () => {
    const { service, world, listed, copied } = await endless({ files: 100, isFinal: false });
    world.sync.send({ kind: 'started', mode: 'running' });
    await eventually(() => expect(world.sync.state.pull.problem).toMatchObject({ reason: 'fileCeiling' }));
    const asked = listed();
    await world.clock.advance(world.connection.checkEveryMinutes * 60_000);
    await eventually(() => expect(world.sync.state.pull.problem).toMatchObject({ attempt: 2 }));
    expect([listed(), copied()]).toEqual([asked, 100]);
    const [file] = service.files.keys();
    world.edit(file as never, { name: 'mine' });
    world.sync.send({ kind: 'editQueued' });
    await eventually(() => expect(service.files.get(file!)!.name).toBe('mine'));
  });

  test('is listed on from where it was left when the person says so, up to the next ceiling', async () => {
    const { service, pull, copied, answer, world } = await endless({ files: 100, isFinal: false });
    await pull();
    answer('goOn');
    expect(world.connection.fileCeiling).toEqual({ files: 2_000_100, isFinal: false });
    world.connection = { ...world.connection, fileCeiling: { files: 150, isFinal: false } };
    service.requests.length = 0;
    expect(await pull()).toEqual({ ok: true, value: 'ceiling' });
    expect(copied()).toBe(150);
    const [first] = service.requests.filter(({ path }) => path === '/v3/files/public');
    expect(first!.url.searchParams.get('pageToken')).toBe('100');
  });

  test('is not asked again after the person said to stop', async () => {
    const { pull, copied, listed, answer, world } = await endless({ files: 100, isFinal: false });
    await pull();
    answer('stopHere');
    const asked = listed();
    expect(await pull()).toEqual({ ok: true, value: 'ceiling' });
    expect([copied(), listed(), world.connection.fileCeiling]).toEqual([100, asked, { files: 100, isFinal: true }]);
  });
});

test('a library below the ceiling knows nothing of it', async () => {
  const world = new SyncWorld({ connection: { fileCeiling: { files: 4, isFinal: false } } });
  world.fake.put(fakeFile(1), fakeFile(2), fakeFile(3));
  expect(await world.pull()).toEqual({ ok: true, value: null });
});

test('an answer is kept in the profile, and one for another address is asked anew', async () => {
  const one = profile();
  one.serviceAt('ann').put(fakeFile(1));
  const { id, fileCeiling } = await added(one);
  const ask = connectionHandlers({ ...one, tables: one.tables } as unknown as HandlerContext);
  expect(fileCeiling).toEqual(firstFileCeiling);
  expect(ask['connections.answerCeiling']({ id, answer: 'stopHere' })).toMatchObject({ ok: true });
  expect(one.connections.get(id)!.fileCeiling).toEqual({ ...firstFileCeiling, isFinal: true });
  ask['connections.answerCeiling']({ id, answer: 'goOn' });
  expect(one.connections.get(id)!.fileCeiling).toEqual(firstFileCeiling);
  ask['connections.answerCeiling']({ id, answer: 'stopHere' });
  await one.connections.move(id, { baseUrl: 'https://elsewhere.test/v3', token: 'ann-1' });
  expect(one.connections.get(id)!.fileCeiling).toEqual(firstFileCeiling);
});
