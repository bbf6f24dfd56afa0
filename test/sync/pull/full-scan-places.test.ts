import { describe, expect, test } from 'vitest';
import type { SyncPorts } from '../../../electron/sync/ports.ts';
import { pull } from '../../../electron/sync/pull/pull.ts';
import { scanFromStart } from '../../../electron/sync/pull/pull-files.ts';
import { fakeFile, fakeId, FakeService } from '../../support/fake-service.ts';
import { key, missing, offsets } from './listed-keys.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';
import { copied, failAtPage, serving, tokens } from './listed-files.ts';

const never = new AbortController().signal;
const DAY_MS = 24 * 60 * 60_000;
const complete = { ok: true, value: null };
const yielded = { ok: true, value: 'yielded' };

function pulled(world: SyncWorld, over: Partial<SyncPorts> = {}) {
  world.fake.calls.length = 0;
  return pull({ ...world.ports, ...over }, never);
}

/** A mirror that takes itself for one of many files: it lists new files only, unless a full scan is due. */
const large = (files: number): SyncWorld =>
  serving(files, { tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }) });

const limits = (world: SyncWorld) =>
  world.fake.calls.filter(({ name }) => name === 'listFiles').map(({ input }) => input[2]);
const FULL = [1_000, 1_000];
const NEWEST = [100, 100];

describe('a full scan that yields to edits', () => {
  test('asks for no page ahead of them, and takes one page at a time', async () => {
    const world = serving(2_500);
    for (const [token, files] of [
      [null, 1_000],
      ['1000', 2_000],
      ['2000', 2_500],
    ]) {
      expect(await pulled(world, { mustYield: () => true })).toEqual(yielded);
      expect([tokens(world.fake.calls), copied(world)]).toEqual([[token], files]);
    }
    expect(await pulled(world)).toEqual(complete);
    expect([tokens(world.fake.calls), tokens(world.fake.calls, 'private')]).toEqual([[], [null]]);
  });

  test('while it looks for missing files looks for the rest later, without the pages before the last', async () => {
    const world = serving(1_500);
    await pulled(world);
    for (const number of [1, 2, 3]) world.fake.remove('public', fakeId(number));
    let reads = 0;
    world.fake.onCall = ({ name }) => void (reads += name === 'readFile' ? 1 : 0);
    expect(await pulled(world, { mustYield: () => reads === 1 })).toEqual(yielded);
    expect(copied(world)).toBe(1_499);
    expect(await pulled(world)).toEqual(complete);
    expect([tokens(world.fake.calls), copied(world)]).toEqual([['1000'], 1_497]);
  });

  test('after the last network is complete without another list', async () => {
    const world = serving(3);
    world.connection = { ...world.connection, copiedParts: ['public'] };
    let hasYielded = false;
    const mustYield = () => !hasYielded && (hasYielded = copied(world) === 3);
    expect(await pulled(world, { mustYield })).toEqual(yielded);
    expect(world.tables.files.fullCheckAtMs(world.connection.id)).toBeNull();
    expect(await pulled(world)).toEqual(complete);
    expect([world.asked, world.tables.files.fullCheckAtMs(world.connection.id)]).toEqual([[], world.clock.nowMs()]);
  });
});

describe('a network that was scanned to its end before the other failed', () => {
  async function publicOnly() {
    const world = serving(3);
    world.fake.faultOf = ({ input }) => (input[0] === 'private' ? failing(noAnswer) : null);
    expect(await pulled(world)).toMatchObject({ ok: false });
    world.fake.faultOf = () => null;
    return world;
  }

  test.each([
    [DAY_MS - 1, []],
    [DAY_MS, [null]],
  ])('is scanned again after a day (%d ms)', async (laterMs, asked) => {
    const world = await publicOnly();
    await world.clock.advance(laterMs);
    expect(await pulled(world)).toEqual(complete);
    expect([tokens(world.fake.calls), tokens(world.fake.calls, 'private')]).toEqual([asked, [null]]);
  });

  test('is not scanned again because nothing was added to what is copied', async () => {
    const world = await publicOnly();
    scanFromStart(world.ports, world.connection.id, []);
    await pulled(world);
    expect(tokens(world.fake.calls)).toEqual([]);
  });

  test('is scanned again with a network that is added', async () => {
    const world = await publicOnly();
    scanFromStart(world.ports, world.connection.id, ['private']);
    await pulled(world);
    expect(tokens(world.fake.calls)).toEqual([null]);
  });
});

describe('what is scanned from its start', () => {
  test('is still to be scanned after its first page was refused', async () => {
    const world = large(3);
    await pulled(world);
    await pulled(world);
    expect(limits(world)).toEqual(NEWEST);
    scanFromStart(world.ports, world.connection.id, ['public']);
    world.fake.next('listFiles', failing(answered(400)));
    expect(await pulled(world)).toMatchObject({ ok: false });
    await pulled(world);
    expect(limits(world)).toEqual(FULL);
  });

  test.each([
    [['keys'], [0, null]],
    [
      ['public', 'private'],
      [20, null],
    ],
  ] as const)('(%j) goes on with half a scan of the keys only if it is not one of them', async (parts, first) => {
    const world = serving(3);
    world.fake.keys = Array.from({ length: 25 }, (_, number) => key(number));
    world.fake.faultOf = ({ name, input }) => (name === 'listKeys' && input[0] === 20 ? failing(noAnswer) : null);
    await pulled(world);
    world.fake.faultOf = () => null;
    scanFromStart(world.ports, world.connection.id, parts);
    expect(await pulled(world)).toEqual(complete);
    expect([offsets(world)[0], missing(world)]).toEqual([first, []]);
  });
});

test('a mirror of keys alone has never looked at a file', async () => {
  const world = serving(3);
  world.connection = { ...world.connection, copiedParts: ['keys'] };
  expect(await pulled(world)).toEqual(complete);
  expect(world.tables.files.fullCheckAtMs(world.connection.id)).toBeNull();
});

test('a large library whose list did not end is still incomplete by its new files, and scanned after a day', async () => {
  const world = large(3);
  world.fake.listFiles = async (...input) => {
    const page = await FakeService.prototype.listFiles.apply(world.fake, input);
    const nextPageToken = input[2] === 1_000 && input[0] === 'public' ? '0' : null;
    return page.ok ? { ok: true, value: { ...page.value, nextPageToken } } : page;
  };
  const incomplete = { ok: true, value: 'incomplete' };
  expect(await pulled(world)).toEqual(incomplete);
  expect(await pulled(world)).toEqual(incomplete);
  expect(limits(world)).toEqual(NEWEST);
  await world.clock.advance(DAY_MS - 1);
  await pulled(world);
  expect(limits(world)).toEqual(NEWEST);
  await world.clock.advance(1);
  await pulled(world);
  expect(limits(world).filter((limit) => limit === 1_000).length).toBeGreaterThan(0);
  world.fake.listFiles = FakeService.prototype.listFiles;
  await world.clock.advance(DAY_MS);
  expect(await pulled(world)).toEqual(complete);
  expect(await pulled(world)).toEqual(complete);
  expect(limits(world)).toEqual(NEWEST);
});

test('the progress counts what was read before a stop, and the pace what is read since', async () => {
  const world = serving(2_500);
  failAtPage(world, '2000', noAnswer);
  await pulled(world);
  world.fake.faultOf = () => null;
  world.jobs.length = 0;
  world.fake.onCall = ({ name }) => (name === 'listFiles' ? world.clock.setBack(-2_000) : undefined);
  await pulled(world);
  expect(world.jobs[0]).toEqual({ kind: 'files', done: 2_500, total: null, perSecond: 250 });
  world.fake.onCall = () => undefined;
  await world.clock.advance(DAY_MS);
  world.jobs.length = 0;
  await pulled(world);
  expect(world.jobs[0]).toMatchObject({ done: 1_000, total: 2_500 });
});

test('that a service lists is found out once for each network, and every page is told', async () => {
  const world = serving(1_500);
  await pulled(world);
  const { listing, listed } = world.connection.learnt;
  expect([listing, listed]).toEqual([{ kind: 'yes', checkedAtMs: world.clock.nowMs() }, ['public', 'private']]);
  await world.clock.advance(1_000);
  const saved: unknown[] = [];
  const told: string[] = [];
  await pulled(world, {
    saveTraits: (traits) => void saved.push(Object.keys(traits)),
    announce: (changed) => void told.push(changed),
  });
  expect(saved).toEqual([['keys']]);
  expect(told).toContain('files.changed');
});

test('pages of rows that cannot be read hide no file behind them', async () => {
  const world = serving(0);
  world.fake.listFiles = async (network, token, limit, signal) => {
    const at = Number(token ?? 0);
    const service = new FakeService();
    if (at >= 9 && network === 'public') service.put(fakeFile(1));
    const page = await service.listFiles(network, null, limit, signal);
    if (!page.ok || network === 'private') return page;
    const odd = at < 9 ? { rows: 5, setAside: 5, setAsideReason: 'odd' } : {};
    return { ok: true, value: { ...page.value, ...odd, nextPageToken: at < 9 ? String(at + 1) : null } };
  };
  expect(await pulled(world)).toEqual(complete);
  expect(copied(world)).toBe(1);
});
