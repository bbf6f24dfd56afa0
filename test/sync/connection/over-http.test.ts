import { describe, expect, test, vi } from 'vitest';
import { push } from '../../../electron/sync/push/push.ts';
import { unlimited } from '../../../electron/remote/service-decorators.ts';
import { httpService } from '../../../electron/remote/http-service.ts';
import { systemClock } from '../../../electron/practice/clock.ts';
import type { FaultSettingsChange } from '../../../electron/practice/faults/fault-settings.ts';
import type { FileId } from '../../../src/domain/core/ids.ts';
import { startedPractice } from '../../practice/started-practice.ts';
import { aFileId, SyncWorld } from '../../support/sync-world.ts';

// Real tables and many turns of the event loop: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

type Fault = NonNullable<FaultSettingsChange['faults']>[number];

/** A copy of a practice service, taken over real HTTP. */
async function copied(switches: FaultSettingsChange = {}, clock = systemClock) {
  const practice = await startedPractice({ switches, clock });
  const service = httpService({ baseUrl: practice.baseUrl, token: practice.tokens.admin });
  const world = new SyncWorld({ service });
  await world.copy();
  const id = aFileId((await practice.anyFile()).id);
  practice.control.forgetRequests();
  const held = (of: FileId = id) =>
    practice.control.file(of) as { name: string; keyvalues: Readonly<Record<string, unknown>> };
  const puts = () =>
    practice.control.requests().filter(({ method, requestBodyBytes }) => method === 'PUT' && requestBodyBytes > 2);
  return { practice, world, id, held, puts };
}

/** Lets everything that waits have its turn, as often as it takes. */
async function drained(world: SyncWorld): Promise<void> {
  for (let turn = 0; turn < 10; turn++) {
    await world.push();
    if (world.outbox.filesWithOpenChanges(world.connection.id).length === 0) return;
    await world.clock.advance(61_000);
  }
}

const LAG_MS = 50_000;

const once = (fault: Fault): FaultSettingsChange => ({ faults: [{ ...fault, times: 1, method: 'PUT' }] });

describe('a first copy over HTTP', () => {
  test.each(['null', 'empty', 'absent'] as const)('ends where the last page’s token is %s', async (lastPageToken) => {
    const { practice, world } = await copied({ lastPageToken, filesPageSize: 7 });
    const count = world.mirrorDb.prepare('SELECT count(*) FROM files').pluck().get();
    expect(count).toBe(practice.control.state().fileCount);
  });

  test.each([
    { unfilteredIncludesRevoked: true, keysPageSize: 7 },
    { unfilteredIncludesRevoked: false, countMeans: 'page' as const },
    { keySecretsInList: true },
  ])('holds every key whatever a list means (%o)', async (switches) => {
    const { world } = await copied(switches);
    const rows = world.mirrorDb.prepare<[], string>('SELECT raw FROM api_keys').pluck().all();
    expect(rows.length).toBeGreaterThanOrEqual(60);
    expect(rows.join('')).not.toMatch(/secret"|jwt"/i);
  });
});

describe('an edit over HTTP', () => {
  test.each<[string, Fault, number]>([
    ['an answer that got lost', { kind: 'dropAfterApply' }, 1],
    ['a cut answer', { kind: 'cutBody' }, 1],
    ['garbage for an answer', { kind: 'garbage' }, 1],
    ['an answer about another file', { kind: 'wrongRecord' }, 1],
    ['a connection that broke before it was applied', { kind: 'dropBeforeApply' }, 2],
    ['a gateway that gave up', { kind: 'error', status: 504 }, 2],
    ['a broken service', { kind: 'error', status: 500 }, 2],
    ['a web page', { kind: 'html', status: 200 }, 2],
    ['a redirect', { kind: 'redirect', status: 307, location: 'http://127.0.0.1:1/' }, 2],
    ['too many requests', { kind: 'rateLimit', retryAfterSeconds: 1 }, 2],
  ])('survives %s', async (_what, fault, times) => {
    const { practice, world, id, held, puts } = await copied();
    const edit = world.edit(id, { name: 'my own name' });
    practice.control.changeSettings(once(fault));
    await drained(world);
    expect(held().name).toBe('my own name');
    expect(world.statusOf(edit)).toBe('settled');
    expect(puts()).toHaveLength(times);
  });

  test('refused for its shape keeps the service’s words and request id', async () => {
    const { practice, world, id } = await copied({ maxNameLength: 10 });
    const edit = world.edit(id, { name: 'longer than ten characters' });
    await world.push();
    const [request] = practice.control.requests().slice(-1);
    expect(world.words(edit)).toMatchObject({ status: 400, requestId: request!.requestId });
    expect(world.words(edit)!.message).toMatch(/name/i);
  });

  test('saved in another spelling is settled as that', async () => {
    const { world, id, held } = await copied({ nameNormalising: 'trimAndCompose' });
    const edit = world.edit(id, { name: ' re\u0301sume\u0301 ' });
    await world.push();
    expect(world.ended(edit)).toMatchObject([{ settlement: 'savedAs', server: 'r\u00e9sum\u00e9' }]);
    expect(held().name).toBe('r\u00e9sum\u00e9');
  });

  test.each(['merge', 'mergeRefusingNull', 'mergeNullAsText', 'replace'] as const)(
    'of metadata loses nothing nobody touched (%s)',
    async (keyvaluesMode) => {
      const { practice, world, id, held } = await copied({ keyvaluesMode });
      practice.control.editFile({ id, keyvalues: { kept: 'as it was', doomed: 'x' } });
      await world.pull();
      const before = held().keyvalues;
      world.edit(id, { 'key:mine': 'new' });
      await drained(world);
      expect(held().keyvalues).toEqual({ ...before, mine: 'new' });
      const removal = world.edit(id, { 'key:doomed': null });
      await drained(world);
      const canRemove = keyvaluesMode === 'merge' || keyvaluesMode === 'replace';
      expect(world.statusOf(removal)).toBe(canRemove ? 'settled' : 'refused');
      expect('doomed' in held().keyvalues).toBe(!canRemove);
      expect(held().keyvalues).toMatchObject({ kept: 'as it was', mine: 'new' });
    },
  );

  test('without list and without reading by id still looks before it writes', async () => {
    const { practice, world, id, held } = await copied();
    practice.control.changeSettings({ listing: false, readById: false });
    const edit = world.edit(id, { name: 'mine' });
    practice.control.editFile({ id, name: 'theirs' });
    await drained(world);
    expect(world.ended(edit)).toMatchObject([{ status: 'conflicted', server: 'theirs' }]);
    expect(held().name).toBe('theirs');
  });

  test('is not undone in sight by reads that lag behind', async () => {
    const { practice, world, id } = await copied({ staleReadsMs: LAG_MS });
    const { name } = world.shown(id)!;
    world.edit(id, { name: 'mine' });
    await world.push();
    await world.pull();
    expect((await practice.file(id)).name).toBe(name);
    expect(world.shown(id)!.name).toBe('mine');
    expect(world.open(id)).toEqual([]);
  });

  test.each(['merge', 'replace'] as const)(
    'waits for reads that lag behind the one before it, whose value it would take back with the map (%s)',
    async (keyvaluesMode) => {
      let aheadMs = 0;
      const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs };
      const { world, id, held, puts } = await copied({ keyvaluesMode, staleReadsMs: LAG_MS }, clock);
      world.edit(id, { 'key:first': '1' });
      await world.push();
      const second = world.edit(id, { 'key:second': '2' });
      await world.push();
      expect([puts().length, world.statusOf(second)]).toEqual([1, 'queued']);
      expect(world.shown(id)!.keyvalues).toMatchObject({ first: '1', second: '2' });
      aheadMs = LAG_MS;
      await drained(world);
      expect(held().keyvalues).toMatchObject({ first: '1', second: '2' });
    },
  );

  test('arrives once the service has an address again', async () => {
    const { practice, world, id, held } = await copied();
    world.edit(id, { name: 'mine' });
    practice.control.changeSettings({ offline: true });
    await world.push();
    expect(world.open(id)).toMatchObject([{ mine: 'mine', status: 'queued' }]);
    practice.control.changeSettings({ offline: false });
    await drained(world);
    expect(held().name).toBe('mine');
  });
});

describe('a token of less than everything', () => {
  test.each(['filesOnly', 'keysOnly', 'readOnly'] as const)(
    '(%s) copies what it may and says the rest',
    async (name) => {
      const practice = await startedPractice();
      const world = new SyncWorld({
        service: httpService({ baseUrl: practice.baseUrl, token: practice.tokens[name] }),
      });
      expect(await world.pull()).toEqual({ ok: true, value: null });
      const { listing, keys, updates } = world.connection.learnt;
      expect([listing.kind, keys.kind]).toContain('yes');
      expect(updates.kind).toBe('notChecked');
    },
  );

  test.each(['revoked', 'exhausted'] as const)('(%s) is refused, and what waits is kept', async (name) => {
    const { practice, world, id } = await copied();
    world.edit(id, { name: 'mine' });
    const service = unlimited(httpService({ baseUrl: practice.baseUrl, token: practice.tokens[name] }));
    const result = await push({ ...world.ports, service }, new AbortController().signal);
    expect(result).toMatchObject({ kind: 'failed', failureClass: { kind: 'token' } });
    expect(world.open(id)).toMatchObject([{ mine: 'mine', status: 'queued' }]);
  });
});
