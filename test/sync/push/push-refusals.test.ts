import { expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, failing } from './failures.ts';
import { worldOf } from './world-of-files.ts';

/** A file whose updates get a 404, ten times and more, while reads find it. */
async function notFoundByUpdates(hasOthers: boolean) {
  const world = await worldOf(2);
  const edit = world.edit(1, { name: 'mine' });
  world.fake.faultOf = ({ name, input }) =>
    name === 'updateFile' && input[1] === fakeId(1) ? failing(answered(404)) : null;
  for (let tries = 0; tries < 10; tries++) {
    if (hasOthers) world.edit(2, { name: `other ${tries}` });
    await world.push();
    await world.clock.advance(5 * 60_000);
  }
  return { world, edit };
}

test('a 404 that no read confirms is a refusal once it comes again and again while others get through', async () => {
  const { world, edit } = await notFoundByUpdates(true);
  expect([world.statusOf(edit), world.words(edit)?.status]).toEqual(['refused', 404]);
});

test('a 404 that no read confirms is tried on while no other update shows that the service takes any', async () => {
  const { world, edit } = await notFoundByUpdates(false);
  expect([world.outbox.retryState(world.of(1)).failures, world.statusOf(edit)]).toEqual([10, 'queued']);
});

test('a refusal is told of the edits that were sent, and of none that its person holds', async () => {
  const world = await worldOf(1);
  const edit = world.edit(1, { name: 'mine' });
  const held = world.edit(1, { 'key:owner': 'ann' });
  world.queue.hold([held]);
  world.fake.next('updateFile', failing(answered(422)));
  await world.push();
  expect([world.statusOf(edit), world.statusOf(held)]).toEqual(['refused', 'held']);
  expect([world.words(edit)?.status, world.words(held)]).toEqual([422, null]);
});

test.each([
  ['merge', 'This service cannot remove a key ("env"): "status 422"'],
  ['replace', 'status 422'],
] as const)('a removal that a service which is known to %s refuses is told as: %s', async (keyvaluesMode, words) => {
  const world = await worldOf(1, { connection: { learnt: { ...noTraits, keyvaluesMode } } });
  const removal = world.edit(1, { 'key:env': null });
  world.fake.next('updateFile', failing(answered(422)));
  await world.push();
  expect(world.words(removal)?.message).toBe(words);
});
