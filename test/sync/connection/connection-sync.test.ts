import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';

const MINUTE_MS = 60_000;

async function started(world = new SyncWorld()): Promise<SyncWorld> {
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  return world;
}

test('a connection tells the progress of its work while it lasts, and none afterwards', async () => {
  const world = new SyncWorld();
  const seen: unknown[] = [];
  world.fake.onCall = ({ name, input }) => {
    if (name !== 'listFiles' || input[0] !== 'private') return;
    seen.push(world.sync.job);
    world.announced.length = 0;
  };
  await started(world);
  expect(seen).toEqual([{ kind: 'files', done: 1, total: null, perSecond: null }]);
  expect(world.sync.job).toBeNull();
  expect(world.announced).toContain('status.changed');
});

test('a connection knows since when it is whole, and when every file was last looked at, also after a restart', async () => {
  const world = new SyncWorld();
  expect([world.sync.state.caughtUpAtMs, world.sync.fullCheckAtMs]).toEqual([null, null]);
  const firstMs = world.clock.nowMs();
  await started(world);
  expect([world.sync.state.caughtUpAtMs, world.sync.fullCheckAtMs]).toEqual([firstMs, firstMs]);
  world.fake.faultOf = () => failing(noAnswer);
  await world.clock.advance(5 * MINUTE_MS);
  const { files } = world.tables;
  expect([files.caughtUpAtMs(world.connection.id), world.sync.fullCheckAtMs]).toEqual([firstMs, firstMs]);
});

test('when the copy was last whole is written once for each check, not at every step', async () => {
  let writes = 0;
  const world = await started(
    new SyncWorld({
      tables: (tables) => {
        const setCaughtUp: typeof tables.files.setCaughtUp = (...input) => {
          writes += 1;
          tables.files.setCaughtUp(...input);
        };
        return { ...tables, files: { ...tables.files, setCaughtUp } };
      },
    }),
  );
  expect(writes).toBe(1);
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  expect(writes).toBe(1);
  await world.clock.advance(5 * MINUTE_MS);
  expect(writes).toBe(2);
});

test('a full disk that refuses when the copy was whole is told as such, and the check is made again', async () => {
  let refusals = 1;
  const world = await started(
    new SyncWorld({
      tables: (tables) => {
        const setCaughtUp: typeof tables.files.setCaughtUp = (...input) => {
          if (refusals-- > 0) throw new SQLite.SqliteError('database or disk is full', 'SQLITE_FULL');
          tables.files.setCaughtUp(...input);
        };
        return { ...tables, files: { ...tables.files, setCaughtUp } };
      },
    }),
  );
  const { state, sync } = world.sync;
  expect([state.caughtUpAtMs, state.pull.problem?.reason, world.bugs]).toEqual([null, 'disk', []]);
  await world.clock.advance(MINUTE_MS);
  const { caughtUpAtMs, pull } = world.sync.state;
  expect([caughtUpAtMs, pull.problem]).toEqual([expect.any(Number), null]);
  expect(sync.files.caughtUpAtMs(world.connection.id)).toBe(caughtUpAtMs);
});

test('a check that a person asked for looks at every file once', async () => {
  const world = await started();
  expect(world.sync.sync.isFullScanAsked()).toBe(false);
  world.sync.send({ kind: 'checkAsked' });
  expect(world.sync.sync.isFullScanAsked()).toBe(true);
  await world.clock.settle();
  expect(world.sync.sync.isFullScanAsked()).toBe(false);
});

test('a check that a person asked for looks at every file once, also where the keys fail after it', async () => {
  const world = new SyncWorld({
    tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }),
  });
  await started(world);
  world.fake.faultOf = ({ name }) => (name === 'listKeys' ? failing(answered(500)) : null);
  world.fake.calls.length = 0;
  world.sync.send({ kind: 'checkAsked' });
  await world.clock.advance(60 * MINUTE_MS);
  const sizes = world.fake.calls.flatMap(({ name, input }) => (name === 'listFiles' ? [input[2]] : []));
  expect(sizes.filter((size) => size === 1_000)).toHaveLength(2);
  expect(sizes.length).toBeGreaterThan(4);
});

describe('every file is looked at once more when a person asks', () => {
  /** A library whose checks ask for new files only. The file is changed where only a full scan sees it. */
  async function large() {
    const world = new SyncWorld({
      tables: (tables) => ({ ...tables, files: { ...tables.files, count: () => 6_000 } }),
    });
    await started(world);
    for (let number = 2; number <= 150; number += 1) world.fake.put(fakeFile(number));
    await world.clock.advance(5 * MINUTE_MS);
    world.fake.change('public', fakeId(1), { name: 'changed' });
    world.fake.calls.length = 0;
    return world;
  }

  const nameOfFirst = (world: SyncWorld) => world.shown(1)?.name;

  test('while new files are being listed', async () => {
    const world = await large();
    world.fake.onCall = ({ name }) => {
      if (name !== 'listKeys') return;
      world.fake.onCall = () => undefined;
      world.sync.send({ kind: 'checkAsked' });
    };
    await world.clock.advance(5 * MINUTE_MS);
    expect(nameOfFirst(world)).toBe('changed');
    expect(world.sync.sync.isFullScanAsked()).toBe(false);
  });

  test('while a check has yielded to edits', async () => {
    const world = await large();
    world.fake.onCall = ({ name, input }) => {
      if (name === 'listKeys') {
        world.edit(2, { name: 'mine' });
        world.sync.send({ kind: 'editQueued' });
      }
      if (name !== 'updateFile' || input[2] === '{}') return;
      world.fake.onCall = () => undefined;
      expect(world.sync.sync.pullPosition.at).toMatchObject({ area: 'keys' });
      world.sync.send({ kind: 'checkAsked' });
    };
    await world.clock.advance(5 * MINUTE_MS);
    expect([world.served(2)?.name, nameOfFirst(world)]).toEqual(['mine', 'changed']);
  });

  test('once, however often somebody asks while a full scan is under way', async () => {
    const world = await large();
    world.fake.onCall = ({ name }) => {
      if (name !== 'listKeys') return;
      world.fake.onCall = () => undefined;
      world.sync.send({ kind: 'checkAsked' });
    };
    world.sync.send({ kind: 'checkAsked' });
    await world.clock.advance(4 * MINUTE_MS);
    const limits = world.fake.calls.filter(({ name }) => name === 'listFiles').map(({ input }) => input[2]);
    expect([limits, nameOfFirst(world)]).toEqual([[1_000, 1_000, 100, 100], 'changed']);
  });
});
