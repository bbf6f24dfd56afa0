import { expect, test } from 'vitest';
import { fakeId, type FakeService } from '../../support/fake-service.ts';
import { applyingLate, failing, noAnswer, notSent } from '../push/failures.ts';
import { faultAtUpdate, given, MINUTE_MS } from './self-test-world.ts';

/** Holds back the answers to updates of a kind until told; the updates are carried out then. */
function heldBack(fake: FakeService, isHeld: (body: string) => boolean): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  const update = fake.updateFile.bind(fake);
  fake.updateFile = async (network, id, body, signal) => {
    if (isHeld(body)) await promise;
    return await update(network, id, body, signal);
  };
  return () => resolve(null);
}

test('the key of a self-test that broke off stays while an update of an edit of its file is on its way', async () => {
  const one = given('merge');
  const { fake, world } = one;
  await world.copy();
  faultAtUpdate(fake, 2, failing(notSent));
  await one.run();
  fake.faultOf = () => null;
  await world.clock.advance(MINUTE_MS + 1);
  const edit = world.edit(1, { 'key:env': 'dev' });
  const answer = heldBack(fake, (body) => body.includes('"dev"'));
  const pushing = world.push();
  await world.clock.advance(2_001);
  await pushing;
  // The edit arrives between the read and the update that take the key away.
  const read = fake.readFile.bind(fake);
  fake.readFile = async (...input) => {
    const before = await read(...input);
    answer();
    await world.clock.settle();
    return before;
  };
  await one.tidy();
  answer();
  await world.clock.settle();
  expect([world.statusOf(edit), fake.file('public', fakeId(1))!.keyvalues.get('env')]).toEqual(['settled', 'dev']);
  await one.tidy();
  expect([one.trace(), fake.file('public', fakeId(1))!.keyvalues.get('env')]).toEqual([null, 'dev']);
});

test('it stays as well while nobody knows what became of such an update, and goes afterwards', async () => {
  const one = given('merge');
  const { fake, world } = one;
  await world.copy();
  faultAtUpdate(fake, 2, failing(notSent));
  await one.run();
  await world.clock.advance(MINUTE_MS + 1);
  world.edit(1, { 'key:env': 'dev' });
  fake.faultOf = ({ name }) => (name === 'updateFile' ? applyingLate(noAnswer) : null);
  await world.push();
  fake.faultOf = () => null;
  fake.calls.length = 0;
  await one.tidy();
  expect([fake.calls, one.trace()]).toMatchObject([[], {}]);
  fake.applyLate();
  await world.clock.advance(MINUTE_MS + 1);
  await world.push();
  await one.tidy();
  expect([one.trace(), [...one.file().keyvalues]]).toEqual([
    null,
    [
      ['env', 'dev'],
      ['count', 3],
    ],
  ]);
});
