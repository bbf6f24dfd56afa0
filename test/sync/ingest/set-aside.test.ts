import { describe, expect, test } from 'vitest';
import { httpService } from '../../../electron/remote/http-service.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { profile } from '../../support/profile-world.ts';
import { servedId, standaloneService } from '../../support/standalone-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { eventually } from '../../support/eventually.ts';

test('odd numbers of a service are no numbers, and no file or key is left out for them', async () => {
  const key = { name: 'Key', key: 'k', user_id: 'u', revoked: false, scopes: {} };
  const service = await standaloneService({
    keys: [
      { ...key, id: 'key-1', max_uses: 1.5, uses: 1e308 },
      { ...key, id: 'key-2', max_uses: 10, uses: 3 },
    ],
  });
  const odd = [1e308, 12.5, 2 ** 53];
  [...service.files.values()].forEach((file, at) => Object.assign(file, { size: odd[at], number_of_files: odd[at] }));
  const one = profile({ serviceFor: (_, token) => httpService({ baseUrl: service.baseUrl, token: token ?? '' }) });
  const added = await one.connections.add({ kind: 'service', name: 'Work', baseUrl: service.baseUrl, token: 'ann-1' });
  if (!added.ok) throw new Error(added.failure);
  const { id } = added.value;
  await eventually(() => expect(one.connections.running(id)!.state.caughtUpAtMs).not.toBeNull());
  const record = (at: number) =>
    one.tables.files.get({ connectionId: id, network: 'public', id: fileId.parse(servedId(at)) })?.record;
  expect([0, 1, 2].map((at) => [record(at)?.sizeBytes, record(at)?.numberOfFiles])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  const keys = one.tables.keys
    .watched(id, 0, ['key-1', 'key-2'] as never)
    .map((key) => one.tables.keys.used(id, key)?.key);
  expect(keys.map((key) => [key?.maxUses, key?.uses])).toEqual([
    [null, null],
    [10, 3],
  ]);
  expect(one.connections.running(id)!.setAside.count).toBe(0);
});

/** The copy refuses a record, in whichever of its tables. */
const refusing = (world: SyncWorld, table: string, condition: string): void =>
  void world.mirrorDb.exec(/* sql */ `
    CREATE TRIGGER refusing BEFORE INSERT ON ${table} WHEN ${condition}
    BEGIN SELECT RAISE(ABORT, 'cannot store REAL value in INTEGER column'); END
  `);

test.each([
  ['files', `NEW.id = '${fakeId(2)}'`],
  ['metadata', `NEW.value = 'odd'`],
])(
  'a record that the copy refuses for what is in it is set aside alone, and counted (%s)',
  async (table, condition) => {
    const world = new SyncWorld();
    refusing(world, table, condition);
    world.fake.put(
      ...[1, 2, 3].map((number) => fakeFile(number, { keyvalues: new Map([['env', number === 2 ? 'odd' : 'plain']]) })),
    );
    expect(await world.pull()).toMatchObject({ ok: true });
    expect([1, 2, 3].map((number) => world.shown(number)?.name)).toEqual(['file 1', undefined, 'file 3']);
    expect(world.sync.setAside.count).toBe(1);
    const counted = world.mirrorDb.prepare("SELECT count FROM row_sets WHERE field = 'key' AND value = 'env'").pluck();
    expect(counted.get()).toBe(2);
    const tables = ['files', 'records', 'search_texts', 'sightings', 'metadata'];
    const rows = tables.map((name) => world.mirrorDb.prepare(`SELECT count(*) FROM ${name}`).pluck().get());
    expect(rows).toEqual(tables.map(() => 2));
  },
);

test('a record is counted once, with the reason', async () => {
  const world = new SyncWorld();
  refusing(world, 'metadata', `NEW.value = 'odd'`);
  world.fake.put(fakeFile(1), fakeFile(2, { keyvalues: new Map([['env', 'odd']]) }));
  await world.pull();
  expect(world.sync.setAside).toMatchObject({
    count: 1,
    reason: `file ${fakeId(2)}: cannot store REAL value in INTEGER column`,
  });
  await world.pull();
  expect(world.sync.setAside.count).toBe(1);
});

describe('an API key that the copy refuses for what is in it', () => {
  const keysOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `key-${at}`, name: `key ${at}`, key: `${at}`, revoked: at === 7 }));

  /** A service with so many keys, of which some cannot be written. */
  function withKeys(count: number, condition: string): SyncWorld {
    const world = new SyncWorld();
    refusing(world, 'api_keys', condition);
    world.fake.keys = keysOf(count);
    return world;
  }

  const held = (world: SyncWorld) =>
    world.mirrorDb.prepare('SELECT count(*) FROM api_keys WHERE missing_since_ms IS NULL').pluck().get();

  test('is set aside alone, and counted once with its reason, however many lists have it', async () => {
    const world = withKeys(25, `NEW.id = 'key-7'`);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(held(world)).toBe(24);
    expect(world.sync.setAside).toMatchObject({
      count: 1,
      reason: 'API key key-7: cannot store REAL value in INTEGER column',
    });
  });

  test('keeps what it was before, and is not called missing', async () => {
    const world = new SyncWorld();
    world.fake.keys = keysOf(12);
    await world.pull();
    world.mirrorDb.exec(/* sql */ `
      CREATE TRIGGER refusing BEFORE UPDATE OF raw ON api_keys WHEN NEW.key_json ->> 'name' = 'odd'
      BEGIN SELECT RAISE(ABORT, 'odd'); END
    `);
    world.fake.keys = keysOf(12).map((key, at) => (at === 3 ? { ...key, name: 'odd' } : key));
    await world.clock.advance(60_000);
    await world.pull();
    const seenAtMs = world.mirrorDb.prepare("SELECT seen_at_ms FROM api_keys WHERE id = 'key-3'").pluck().get();
    expect([held(world), seenAtMs, world.bugs]).toEqual([12, world.clock.nowMs(), []]);
  });

  test('does not end the list when a whole page is like it', async () => {
    const world = withKeys(25, 'length(NEW.id) = 5');
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect([held(world), world.sync.setAside.count]).toEqual([15, 10]);
  });

  test('is counted with those that cannot be read', async () => {
    const world = withKeys(12, `NEW.id = 'key-2'`);
    world.fake.keys = [{ id: 7 }, ...world.fake.keys];
    await world.pull();
    expect(world.sync.setAside).toMatchObject({ count: 2, reason: expect.stringMatching(/^API key: id: /) });
  });
});

test('a refused change leaves the record before, which no check takes for gone', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1), fakeFile(2));
  await world.pull();
  refusing(world, 'metadata', `NEW.value = 'odd'`);
  world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'odd']]) });
  await world.pull();
  await world.pull();
  expect([world.shown(1)?.name, world.shown(2)?.name, world.bugs]).toEqual(['file 1', 'file 2', []]);
});

test('a disk that is full ends the scan, as before', async () => {
  const world = new SyncWorld();
  world.mirrorDb.pragma('max_page_count = 1');
  world.fake.put(...Array.from({ length: 500 }, (_, at) => fakeFile(at + 1, { name: 'x'.repeat(2_000) })));
  await expect(world.pull()).rejects.toThrow(/full/);
});
