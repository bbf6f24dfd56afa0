import { expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

const MINUTE_MS = 60_000;

test('an edit whose conflict a check finds ended is sent without another event', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  const edit = world.edit(1, { name: 'mine' });
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  expect(world.statusOf(edit)).toBe('conflicted');
  // Somebody takes the other value back.
  world.fake.change('public', fakeId(1), { name: 'file 1' });
  await world.clock.advance(6 * MINUTE_MS);
  expect([world.statusOf(edit), world.served(1)?.name]).toEqual(['settled', 'mine']);
});
