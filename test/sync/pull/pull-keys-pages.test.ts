import { describe, expect, test } from 'vitest';
import type { SyncPorts } from '../../../electron/sync/ports.ts';
import { pullKeys } from '../../../electron/sync/pull/pull-keys.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from '../push/failures.ts';
import { key, mirroredKeys, missing, offsets, serving } from './listed-keys.ts';

const never = new AbortController().signal;
const complete = { ok: true, value: null };

const goodKeys = (count: number, from = 1) => Array.from({ length: count }, (_, at) => key(from + at));
/** Rows that no release of the app can read. */
const oddKeys = (count: number) => Array.from({ length: count }, () => key(0, { id: 7 }));

function listing(keys: SyncWorld['fake']['keys']): SyncWorld {
  const world = new SyncWorld();
  world.fake.keys = keys;
  return world;
}

function scanned(world: SyncWorld, over: Partial<SyncPorts> = {}) {
  world.fake.calls.length = 0;
  return pullKeys({ ...world.ports, ...over }, never);
}

/** Lets every page of the unfiltered list name so many keys in all. */
function counting(world: SyncWorld, count: number): void {
  const list = world.fake.listKeys.bind(world.fake);
  world.fake.listKeys = async (...input) => {
    const page = await list(...input);
    return page.ok && input[1] === null ? { ok: true, value: { ...page.value, count } } : page;
  };
}

describe('rows of keys that cannot be read', () => {
  test('hide no key behind them, be they a page or two, again and again', async () => {
    const world = listing([...oddKeys(20), ...goodKeys(10), ...oddKeys(20), ...goodKeys(5, 11)]);
    expect(await scanned(world)).toEqual(complete);
    expect(mirroredKeys(world)).toHaveLength(15);
  });

  test('end the query after three pages of nothing else', async () => {
    const world = listing([...oddKeys(60), ...goodKeys(5)]);
    expect(await scanned(world)).toEqual(complete);
    expect(offsets(world)).toEqual([
      [0, null],
      [10, null],
      [20, null],
      [0, true],
    ]);
  });

  test('are no repetition: the list is not called incomplete for them', async () => {
    const world = listing(oddKeys(5));
    expect(await scanned(world)).toEqual(complete);
    expect(world.sync.setAside.count).toBe(5);
  });

  test('do not make an incomplete list a complete one', async () => {
    const world = listing([...goodKeys(5), key(6, { revoked: true, id: 7 })]);
    const list = world.fake.listKeys.bind(world.fake);
    world.fake.listKeys = async (_offset, revoked, signal) => {
      const page = await list(0, revoked, signal);
      if (!page.ok || revoked !== null) return page;
      return { ok: true, value: { ...page.value, rows: 5, setAside: 0, setAsideReason: null, count: 50 } };
    };
    expect(await scanned(world)).toEqual({ ok: true, value: 'incomplete' });
  });
});

test('keys that the mirror refuses are counted, and hide none behind them', async () => {
  const world = listing([...goodKeys(10), ...goodKeys(5, 11)]);
  world.mirrorDb.exec(/* sql */ `
    CREATE TRIGGER refusing BEFORE INSERT ON api_keys WHEN length(NEW.id) < 6 OR NEW.id = 'key-10'
    BEGIN SELECT RAISE(ABORT, 'cannot store REAL value in INTEGER column'); END
  `);
  const told: unknown[] = [];
  expect(await scanned(world, { setAside: (rows) => void told.push([rows.count, rows.id]) })).toEqual(complete);
  expect(mirroredKeys(world).map(({ id }) => id)).toEqual(['key-11', 'key-12', 'key-13', 'key-14', 'key-15']);
  expect(told.slice(0, 2)).toEqual([
    [1, 'key-1'],
    [1, 'key-2'],
  ]);
  world.mirrorDb.exec('DROP TRIGGER refusing');
  world.fake.keys = world.fake.keys.slice(0, 10);
  await scanned(world);
  expect(missing(world)).toEqual(['key-11', 'key-12', 'key-13', 'key-14', 'key-15']);
});

describe('the number of keys that a list names', () => {
  test('makes it incomplete when a page only repeats and more are named', async () => {
    const world = listing(goodKeys(8));
    counting(world, 80);
    const list = world.fake.listKeys.bind(world.fake);
    world.fake.listKeys = (_offset, revoked, signal) => list(0, revoked, signal);
    expect(await scanned(world)).toEqual({ ok: true, value: 'incomplete' });
  });

  test('does not, when an empty page is its end', async () => {
    const world = listing(goodKeys(8));
    counting(world, 80);
    expect(await scanned(world)).toEqual(complete);
  });

  test('does not, when the revoked ones repeat what the list of all had', async () => {
    const world = serving(5, 5);
    expect(await scanned(world)).toEqual(complete);
    world.fake.keys = world.fake.keys.slice(1);
    expect(await scanned(world)).toEqual(complete);
    expect(missing(world)).toEqual(['key-1']);
  });
});

describe('a scan of the keys', () => {
  test('tells every page at once, and at the end what is missing', async () => {
    const world = listing(goodKeys(15));
    await scanned(world);
    world.fake.keys = [...goodKeys(14, 2), ...goodKeys(5, 16)];
    const seen: unknown[] = [];
    await scanned(world, { announce: () => void seen.push([mirroredKeys(world).length, missing(world)]) });
    expect(seen[1]).toEqual([20, []]);
    expect(seen.at(-1)).toEqual([20, ['key-1']]);
  });

  test('is followed by a look at the limits of keys, complete or not', async () => {
    const world = listing(goodKeys(15));
    await scanned(world);
    expect(world.keyChecks).toBe(1);
    world.fake.faultOf = ({ input }) => (input[0] === 10 ? failing(noAnswer) : null);
    expect(await scanned(world)).toMatchObject({ ok: false });
    expect(world.keyChecks).toBe(2);
  });

  test('that was stopped goes on within a day, and begins again after it', async () => {
    const world = listing(goodKeys(25));
    world.fake.faultOf = ({ input }) => (input[0] === 20 ? failing(noAnswer) : null);
    await scanned(world);
    await world.clock.advance(24 * 60 * 60_000 - 1);
    await scanned(world);
    expect(offsets(world)).toEqual([[20, null]]);
    await world.clock.advance(1);
    await scanned(world);
    expect(offsets(world)[0]).toEqual([0, null]);
  });
});

describe('a token that may not list keys', () => {
  const listed = (kind: 'yes' | 'no') => {
    const world = listing(goodKeys(3));
    const checked = { checkedAtMs: 1, words: 'none', requestId: null };
    world.connection = { ...world.connection, learnt: { ...noTraits, listing: { kind, ...checked } } };
    return world;
  };

  test.each([
    [401, 'yes', true],
    [401, 'no', false],
    [403, 'yes', true],
    [403, 'no', true],
    [404, 'no', true],
    [410, 'no', true],
    [400, 'yes', false],
    [500, 'yes', false],
  ] as const)('(%d) where a list of files is known by "%s": no failure is %s', async (status, listing, isOk) => {
    const world = listed(listing);
    world.fake.faultOf = () => failing(answered(status));
    expect((await scanned(world)).ok).toBe(isOk);
  });
});
