import { expect, test } from 'vitest';
import { reread } from '../../../electron/sync/ingest/read-file.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

test('a read that an update of ours overtook is older than the update, and changes nothing', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  world.fake.change('public', fakeId(1), { name: 'as it was before the update' });
  world.fake.onCall = () => {
    const settlement = { requestSeq: world.outbox.nextRequestSeq(), settledAtMs: world.clock.nowMs() };
    world.outbox.settle(world.of(1), '{}', settlement);
  };
  await reread(world.ports, [{ network: 'public', id: fakeId(1) }], null, new AbortController().signal);
  expect(world.shown(1)?.name).toBe('file 1');
  world.fake.onCall = () => undefined;
  await reread(world.ports, [{ network: 'public', id: fakeId(1) }], null, new AbortController().signal);
  expect(world.shown(1)?.name).toBe('as it was before the update');
});

test('a list that an update of ours overtook at a pause settles no edit that wants the value from before', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  world.edit(1, { name: 'mine' });
  const answered = Promise.withResolvers<void>();
  const { clock, fake } = world;
  const [list, update] = [fake.listFiles.bind(fake), fake.updateFile.bind(fake)];
  fake.updateFile = async (...input) => {
    await answered.promise;
    return update(...input);
  };
  const pushing = world.push();
  // The push goes on without the file, and a pull begins.
  await clock.advance(2_001);
  await pushing;
  const back = world.edit(1, { name: 'file 1' });
  fake.listFiles = async (...input) => {
    const page = await list(...input);
    clock.onYield = async () => {
      clock.onYield = () => undefined;
      answered.resolve();
      await clock.settle();
    };
    return page;
  };
  await world.pull();
  expect(world.statusOf(back)).toBe('queued');
  await world.push();
  expect([world.served(1)?.name, world.shown(1)?.name, world.open(1)]).toEqual(['file 1', 'file 1', []]);
});
