import { expect, test } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { applyingLate, noAnswer } from '../push/failures.ts';

/** A rename whose update was left unanswered and has not landed yet, and a second one back to the name as it was. */
async function renamedBack(): Promise<SyncWorld> {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', applyingLate(noAnswer));
  await world.push();
  world.edit(1, { name: 'file 1' });
  return world;
}

async function comeToRest(world: SyncWorld): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await world.clock.advance(120_000);
    await world.push();
  }
  expect([world.served(1)!.name, world.shown(1)!.name, world.open(1)]).toEqual(['file 1', 'file 1', []]);
}

test('a list that shows what is wanted settles nothing while an earlier update may still land', async () => {
  const world = await renamedBack();
  // As after a crash, which leaves no delayed check.
  world.outbox.clearCheck(world.of(1), world.ports.accountRef(), Number.MAX_SAFE_INTEGER);
  await world.copy();
  expect(world.open(1)).toHaveLength(2);
  world.fake.applyLate();
  await comeToRest(world);
});

test('a read that was answered late counts by the moment it was asked for', async () => {
  const world = await renamedBack();
  world.outbox.clearCheck(world.of(1), world.ports.accountRef(), Number.MAX_SAFE_INTEGER);
  const read = world.fake.readFile.bind(world.fake);
  world.fake.readFile = async (...input) => {
    world.fake.readFile = read;
    const answer = await read(...input);
    world.fake.applyLate();
    await world.clock.advance(12_000);
    return answer;
  };
  await world.clock.advance(50_000);
  await world.push();
  expect(world.open(1)).toHaveLength(2);
  await comeToRest(world);
});
