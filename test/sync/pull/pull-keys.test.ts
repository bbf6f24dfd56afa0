import { describe, expect, test } from 'vitest';
import { SyncWorld } from '../../support/sync-world.ts';
import { failing, noAnswer } from '../push/failures.ts';
import { key, mirroredKeys, missing, offsets, serving } from './listed-keys.ts';

/** Unfiltered lists leave revoked keys out, as the best-known service does. */
function hidingRevoked(world: SyncWorld): void {
  const list = world.fake.listKeys.bind(world.fake);
  world.fake.listKeys = async (offset, revoked, signal) => {
    if (revoked !== null) return await list(offset, revoked, signal);
    const all = world.fake.keys;
    world.fake.keys = all.filter((one) => one['revoked'] !== true);
    const answer = list(offset, revoked, signal);
    await Promise.resolve();
    const page = await answer;
    world.fake.keys = all;
    return page;
  };
}

describe('the list of keys', () => {
  test('is walked by offset to an empty page', async () => {
    const world = serving(25);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(mirroredKeys(world)).toHaveLength(25);
    expect(offsets(world)).toEqual([
      [0, null],
      [10, null],
      [20, null],
      [25, null],
      [0, true],
    ]);
    expect(world.jobs).toContainEqual({ kind: 'keys', done: 20, total: null });
    expect(world.connection.learnt.keys).toEqual({ kind: 'yes', checkedAtMs: world.clock.nowMs() });
  });

  test('is asked both ways and united', async () => {
    const world = serving(12, 12);
    hidingRevoked(world);
    await world.pull();
    expect(mirroredKeys(world)).toHaveLength(24);
    expect(missing(world)).toEqual([]);
  });

  test('holds each key once, however often it is listed', async () => {
    const world = serving(5, 5);
    world.fake.keys = [...world.fake.keys, key(1), key(2)];
    await world.pull();
    expect(mirroredKeys(world).map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5, 1_000, 1_001, 1_002, 1_003, 1_004].map((n) => `key-${n}`),
    );
  });

  test('of a service that ignores the offset ends at the second page', async () => {
    const world = serving(8);
    const list = world.fake.listKeys.bind(world.fake);
    world.fake.listKeys = (_offset, revoked, signal) => list(0, revoked, signal);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(mirroredKeys(world)).toHaveLength(8);
    expect(offsets(world)).toHaveLength(3);
  });

  test('that repeats a page, and by its own count has more keys, is not complete and calls none missing', async () => {
    const world = serving(25);
    await world.pull();
    const list = world.fake.listKeys.bind(world.fake);
    world.fake.listKeys = (_offset, revoked, signal) => list(0, revoked, signal);
    expect(await world.pull()).toEqual({ ok: true, value: 'incomplete' });
    expect([mirroredKeys(world).length, missing(world)]).toEqual([25, []]);
  });

  test('goes on where it was stopped', async () => {
    const world = serving(35);
    world.fake.faultOf = ({ name, input }) => (name === 'listKeys' && input[0] === 20 ? failing(noAnswer) : null);
    expect(await world.pull()).toMatchObject({ ok: false });
    expect(mirroredKeys(world)).toHaveLength(20);
    world.fake.faultOf = () => null;
    world.fake.calls.length = 0;
    await world.pull();
    expect(offsets(world)[0]).toEqual([20, null]);
    expect(mirroredKeys(world)).toHaveLength(35);
    expect(missing(world)).toEqual([]);
  });

  test('goes on rightly after a crash between a page and its place', async () => {
    const crash = new Error('the power went');
    let isCrashing = false;
    const world = new SyncWorld({
      tables: (tables) => ({
        ...tables,
        files: {
          ...tables.files,
          setCursor: (connectionId, job, cursor) => {
            if (isCrashing && job === 'keys' && cursor?.position === '0:20') throw crash;
            tables.files.setCursor(connectionId, job, cursor);
          },
        },
      }),
    });
    world.fake.keys = serving(35).fake.keys;
    await world.pull();
    isCrashing = true;
    await expect(world.pull()).rejects.toBe(crash);
    isCrashing = false;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(missing(world)).toEqual([]);
  });
});

describe('a key that is no longer listed', () => {
  test('is kept and marked after a complete pass, and unmarked when it is back', async () => {
    const world = serving(15);
    await world.pull();
    const all = world.fake.keys;
    world.fake.keys = all.slice(1);
    await world.clock.advance(1_000);
    await world.pull();
    expect(missing(world)).toEqual(['key-1']);
    expect(mirroredKeys(world).find(({ id }) => id === 'key-1')!.missing_since_ms).toBe(world.clock.nowMs());
    world.fake.keys = all;
    await world.pull();
    expect(missing(world)).toEqual([]);
  });

  test('is not called missing by a pass that was cut short', async () => {
    const world = serving(35);
    await world.pull();
    world.fake.keys = world.fake.keys.slice(1);
    world.fake.faultOf = ({ name, input }) => (name === 'listKeys' && input[0] === 20 ? failing(noAnswer) : null);
    await world.pull();
    expect(missing(world)).toEqual([]);
  });

  test('is not called missing when another one went meanwhile and the list moved up', async () => {
    const world = serving(35);
    await world.pull();
    world.fake.onCall = ({ name, input }) => {
      if (name !== 'listKeys' || input[0] !== 10) return;
      world.fake.onCall = () => undefined;
      world.fake.keys = world.fake.keys.filter(({ id }) => id !== 'key-3');
    };
    await world.pull();
    // key-3 was met before it went, and key-11 had moved to the page that was asked for before.
    expect(missing(world)).toEqual([]);
    await world.pull();
    expect(missing(world)).toEqual(['key-3']);
  });

  test('is looked for a second time before it is called missing, and only then', async () => {
    const world = serving(15);
    await world.pull();
    world.fake.calls.length = 0;
    await world.pull();
    const once = offsets(world).length;
    world.fake.keys = world.fake.keys.slice(1);
    world.fake.calls.length = 0;
    await world.pull();
    expect([once, offsets(world).length]).toEqual([4, 8]);
    world.fake.calls.length = 0;
    await world.pull();
    expect(offsets(world)).toHaveLength(once);
  });

  test('is not called missing when rows were set aside', async () => {
    const world = serving(15);
    await world.pull();
    world.fake.keys = [{ ...key(1), uses: { odd: true }, id: 7 }, ...world.fake.keys.slice(1)];
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.sync.setAside.count).toBe(1);
    expect(missing(world)).toEqual([]);
  });

  test('is not passed over behind a row that was set aside: the offset counts rows', async () => {
    const world = serving(15);
    world.fake.keys = [{ ...key(1), uses: { odd: true }, id: 7 }, ...world.fake.keys.slice(1)];
    await world.pull();
    expect(offsets(world).slice(0, 3)).toEqual([
      [0, null],
      [10, null],
      [15, null],
    ]);
    expect(mirroredKeys(world)).toHaveLength(14);
  });
});
