import { expect, test } from 'vitest';
import { fakeFile, fakeId, type FakeMode } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';

/** A library of two files on a service whose answers to updates have a member that its reads have not. */
async function answeringOtherwise(mode: FakeMode): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.mode = mode;
  world.fake.put(fakeFile(1), fakeFile(2));
  await world.copy();
  const update = world.fake.updateFile.bind(world.fake);
  world.fake.updateFile = async (...input) => {
    const answer = await update(...input);
    if (!answer.ok) return answer;
    return { ...answer, value: { ...answer.value, raw: answer.value.raw.replace('{', '{"answered":true,') } };
  };
  return world;
}

const served = (world: SyncWorld) => world.fake.file('public', fakeId(1));

test('a file that an update of ours has put back as it was is no read that lags behind', async () => {
  const world = await answeringOtherwise('merge');
  for (const name of ['other', 'file 1', 'third']) {
    world.edit(1, { name });
    await world.push();
    expect(served(world)?.name).toBe(name);
  }
});

test('a file as a trial of ours has left it is no read that lags behind: its key is written again at once', async () => {
  const world = await answeringOtherwise('replace');
  const edits = [1, 2].map((number) => world.edit(number, { 'key:rarity': 'rare' }));
  await world.push();
  expect([world.connection.learnt.keyvaluesMode, served(world)?.keyvalues.get('rarity')]).toEqual(['replace', 'rare']);
  expect(edits.map((edit) => world.statusOf(edit))).toEqual(['settled', 'settled']);
});
