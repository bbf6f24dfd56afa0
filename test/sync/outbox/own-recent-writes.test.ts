import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const NOW_ON = (world: SyncWorld) => world.clock.nowMs();

async function copied(): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1, { keyvalues: new Map([['rarity', 'rare']]) }));
  await world.pull();
  return world;
}

const seen = (world: SyncWorld) =>
  world.history.list(world.of(1)).map(({ field, value, source }) => [field, value, source]);

describe('what somebody else changed', () => {
  test('is kept with the value that was there before', async () => {
    const world = await copied();
    const firstSeenMs = NOW_ON(world);
    await world.clock.advance(60_000);
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['rarity', 'mythic']]) });
    await world.pull();
    expect(world.history.list(world.of(1))).toEqual([
      { field: 'key:rarity', value: 'mythic', source: 'observed', atMs: NOW_ON(world), editId: null },
      { field: 'key:rarity', value: 'rare', source: 'observed', atMs: firstSeenMs, editId: null },
    ]);
  });

  test('is told as an absent key when it was removed', async () => {
    const world = await copied();
    world.fake.change('public', fakeId(1), { keyvalues: new Map() });
    await world.pull();
    expect(seen(world)).toEqual([
      ['key:rarity', null, 'observed'],
      ['key:rarity', 'rare', 'observed'],
    ]);
  });
});

test('a first copy, a check without news, and our own updates leave nothing in the history', async () => {
  const world = await copied();
  await world.pull();
  world.edit(1, { name: 'mine' });
  await world.push();
  await world.clock.advance(600_000);
  await world.pull();
  expect(world.served(1)?.name).toBe('mine');
  expect(seen(world)).toEqual([]);
});

describe('a change of many fields', () => {
  const keyed = (count: number, value: (at: number) => string) =>
    new Map(Array.from({ length: count }, (_, at) => [`key ${at}`, value(at)]));
  const changesIn = (db: SyncWorld['outboxDb']): number => Number(db.prepare('SELECT total_changes()').pluck().get());

  test('writes nothing to the outbox, whose commits wait for the disk', async () => {
    const world = await copied();
    world.fake.change('public', fakeId(1), { keyvalues: keyed(500, (at) => `first ${at}`) });
    await world.pull();
    const before = changesIn(world.outboxDb);
    world.fake.change('public', fakeId(1), { keyvalues: keyed(500, (at) => `second ${at}`) });
    await world.pull();
    const told = seen(world).filter(([, value]) => value?.startsWith('second'));
    expect([changesIn(world.outboxDb) - before, told.length]).toEqual([0, 500]);
  });

  test('writes the rows of the changed fields alone', async () => {
    const world = await copied();
    world.fake.change('public', fakeId(1), { keyvalues: keyed(500, (at) => `first ${at}`) });
    await world.pull();
    const before = changesIn(world.mirrorDb);
    world.fake.change('public', fakeId(1), { keyvalues: keyed(500, (at) => (at === 7 ? 'new' : `first ${at}`)) });
    await world.pull();
    expect(changesIn(world.mirrorDb) - before).toBeLessThan(60);
  });
});
