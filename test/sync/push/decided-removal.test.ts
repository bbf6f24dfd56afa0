import { expect, test } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { at, inMemorySync } from './overtaken.ts';

test('a key that somebody else removed is asked about, where a removal of ours came to nothing and was decided by hand', async () => {
  const one = await inMemorySync(1);
  const { world } = one;
  one.changeFile(1, { 'key:env': null });
  const update = world.fake.updateFile.bind(world.fake);
  // The answer has it that somebody else wrote the key in the same moment.
  world.fake.updateFile = async (network, id, body, signal) => {
    world.fake.updateFile = update;
    await update(network, id, body, signal);
    world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'theirs']]) }));
    return world.fake.readFile(network, id, signal);
  };
  await world.push();
  await at(one, 10_000);
  await world.push();
  expect(world.open(1)).toMatchObject([{ mine: null, status: 'conflicted' }]);
  world.queue.decide(world.of(1), [{ field: 'key:env', choice: { kind: 'byHand', value: 'by hand' } }]);
  world.fake.put(fakeFile(1, { keyvalues: new Map() }));
  await at(one, 130_000);
  await world.push();
  expect(world.open(1)).toMatchObject([{ mine: 'by hand', status: 'conflicted' }]);
  expect(world.served(1)?.keyvalues).toEqual({});
});
