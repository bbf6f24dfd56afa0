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
