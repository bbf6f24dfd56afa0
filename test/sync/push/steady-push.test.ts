import { describe, expect, test, vi } from 'vitest';
import type { RequestLimits } from '../../../electron/remote/http-request.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { RateLimit } from '../../../electron/remote/rate-limit.ts';
import { rateLimited } from '../../../electron/remote/service-decorators.ts';
import {
  firewallPage,
  servedId,
  standaloneService,
  type Interference,
  type Request,
} from '../../support/standalone-service.ts';
import { fakeFile, FakeService } from '../../support/fake-service.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';
import { eventually } from '../../support/eventually.ts';

// Real requests on a busy machine take their time.
vi.setConfig({ testTimeout: 30_000 });

/** A mirror of a service over real HTTP, with one edit waiting for each of its first files. */
async function edited({
  files = 24,
  edits = files,
  limits,
}: { files?: number; edits?: number; limits?: Partial<RequestLimits> } = {}) {
  const service = await standaloneService({ files });
  const world = new SyncWorld({
    service: httpService({ baseUrl: service.baseUrl, token: 'a-token', ...(limits && { limits }) }),
  });
  await world.copy();
  for (let number = 0; number < edits; number++) world.edit(aFileId(servedId(number)), { name: `mine ${number}` });
  service.requests.length = 0;
  const renamed = (): number => [...service.files.values()].filter(({ name }) => name.startsWith('mine')).length;
  return { service, world, renamed };
}

const concerns =
  (numbers: readonly number[], instead: Interference) =>
  ({ path }: Request): Interference | null =>
    numbers.some((number) => path.endsWith(servedId(number))) ? instead : null;

describe.each([
  ['403 with a web page', firewallPage(403)],
  ['200 with a web page', firewallPage(200)],
  ['a reset', 'reset'],
] as const)('a stranger that answers %s', (_what, instead) => {
  test('about one file delays no other file', async () => {
    const { service, world, renamed } = await edited();
    service.interfere = concerns([3], instead);
    expect(await world.push()).toMatchObject({ kind: 'drained', againAtMs: expect.any(Number) });
    expect(renamed()).toBe(23);
    expect(world.open(aFileId(servedId(3)))).toMatchObject([{ status: 'queued' }]);
  });

  test('about six files delays none of the other eighteen', async () => {
    const { service, world, renamed } = await edited();
    service.interfere = concerns([0, 1, 2, 3, 4, 5], instead);
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect(renamed()).toBe(18);
    service.interfere = () => null;
    await world.clock.advance(10_000);
    await world.push();
    expect(renamed()).toBe(24);
  });
});

test('six files whose requests hang delay none of the other eighteen', async () => {
  const { service, world, renamed } = await edited({ limits: { headersMs: 4_000 } });
  service.interfere = concerns([0, 1, 2, 3, 4, 5], 'hang');
  let ended: unknown = null;
  void world.push().then((result) => (ended = result));
  while (ended === null) {
    await eventually(() => expect(ended !== null || world.clock.wakes > 0).toBe(true));
    await world.clock.advance(2_000);
  }
  expect(ended).toMatchObject({ kind: 'drained' });
  await eventually(() => expect(renamed()).toBe(18));
  const asked = service.requests.length;
  await world.push();
  expect(service.requests).toHaveLength(asked);
});

test('a portal in front of everything ends the round after a few files', async () => {
  const { service, world, renamed } = await edited();
  service.interfere = () => firewallPage(200);
  expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'notOurService' } });
  expect([service.requests.length < 12, renamed()]).toEqual([true, 0]);
});

test('one file that a stranger answers about, alone in the queue, is that file’s trouble', async () => {
  const { service, world } = await edited({ edits: 1 });
  service.interfere = concerns([0], firewallPage(403));
  expect(await world.push()).toMatchObject({ kind: 'drained', againAtMs: expect.any(Number) });
});

test('after a push that failed the list is read all the same', async () => {
  const { service, world } = await edited();
  service.interfere = ({ method }) => (method === 'PUT' ? { status: 500, body: { error: 'broken' } } : null);
  world.sync.send({ kind: 'started', mode: 'running' });
  await eventually(() => expect(world.sync.state.caughtUpAtMs).not.toBeNull());
  const lists = service.requests.filter(({ path }) => path === '/v3/files/public');
  expect(lists.length).toBeGreaterThan(0);
});

test('while the metadata mode is unknown one file goes first, and the others send nothing that nobody touched', async () => {
  const service = await standaloneService({ files: 16 });
  const world = new SyncWorld({ service: httpService({ baseUrl: service.baseUrl, token: 'a-token' }) });
  for (const file of service.files.values()) file.keyvalues = { series: 'first', untouched: 'theirs' };
  await world.copy();
  for (let number = 0; number < 16; number++) world.edit(aFileId(servedId(number)), { 'key:series': null });
  await world.push();
  await world.push();
  const bodies = service.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));
  const carrying = new Set(bodies.flatMap(({ path, body }) => (body.includes('untouched') ? [path] : [])));
  expect(carrying.size).toBe(1);
  for (const { keyvalues } of service.files.values()) expect(keyvalues).toEqual({ untouched: 'theirs' });
});

describe('a token that is refused once', () => {
  test('for an update leaves reading alone, and goes on when a check is asked for', async () => {
    const { service, world, renamed } = await edited({ files: 3 });
    const refused: Interference = { status: 401, body: { error: { code: 401, message: 'not authenticated' } } };
    service.interfere = ({ method }) => (method === 'PUT' ? refused : null);
    world.sync.send({ kind: 'started', mode: 'running' });
    await eventually(() => expect(world.sync.state.caughtUpAtMs).not.toBeNull());
    const before = service.requests.length;
    await world.clock.advance(6 * 60_000);
    await eventually(() =>
      expect(service.requests.slice(before).map(({ path }) => path)).toContain('/v3/files/public'),
    );
    expect(service.requests.slice(before).filter(({ method }) => method === 'PUT')).toEqual([]);
    await eventually(() => expect(world.sync.state.work).toBe('none'));
    service.interfere = () => null;
    world.sync.send({ kind: 'checkAsked' });
    await eventually(() => expect(renamed()).toBe(3));
  });
});

test('at 60 requests a minute nothing comes between the read of a file and its update', async () => {
  const clock = new ManualClock();
  const fake = new FakeService();
  fake.put(...Array.from({ length: 16 }, (_, number) => fakeFile(number)));
  const world = new SyncWorld({ service: rateLimited(fake, new RateLimit(60, clock)), clock });
  await world.copy();
  for (let number = 0; number < 16; number++) world.edit(number, { name: `mine ${number}` });
  const readAtMs = new Map<unknown, number>();
  const windowsMs: number[] = [];
  fake.onCall = ({ name, input }) => {
    if (name === 'readFile') readAtMs.set(input[1], clock.nowMs());
    if (name === 'updateFile') windowsMs.push(clock.nowMs() - (readAtMs.get(input[1]) ?? Number.NaN));
  };
  const pushing = world.push();
  await clock.advance(60_000);
  expect(await pushing).toMatchObject({ kind: 'drained' });
  expect(windowsMs).toEqual(Array.from({ length: 16 }, () => 0));
});
