import { describe, expect, test } from 'vitest';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, inMemorySync } from './overtaken.ts';

/** A removal that is held while its update is on its way, and a value that is typed on top of it. */
async function typedOnHeldRemoval(theirs: string | null): Promise<InMemorySync> {
  const one = await inMemorySync();
  const { world } = one;
  const { fake } = world;
  world.connection = { ...world.connection, learnt: { ...world.connection.learnt, keyvaluesMode: 'merge' } };
  const removal = one.changeFile(1, { 'key:env': null });
  const update = fake.updateFile.bind(fake);
  fake.updateFile = async (...input) => {
    fake.updateFile = update;
    world.queue.hold([removal]);
    one.changeFile(1, { 'key:env': 'typed' });
    const answer = await update(...input);
    if (theirs !== null) fake.change('public', world.of(1).id, { keyvalues: new Map([['env', theirs]]) });
    return answer;
  };
  await world.push();
  await world.push();
  expect(world.statusOf(removal)).toBe('settled');
  return one;
}

describe('a value typed on top of a removal that was held on its way', () => {
  test('asks nothing once the service took the removal', async () => {
    const one = await typedOnHeldRemoval(null);
    expect(one.world.open(1)).toEqual([]);
    expect(one.world.served(1)?.keyvalues).toMatchObject({ env: 'typed' });
  });

  test.each([
    ['another value', 'theirs'],
    ['the value that was removed', 'test'],
  ])('asks where somebody else wrote %s since', async (_what, theirs) => {
    const one = await typedOnHeldRemoval(theirs);
    // A file as it was before the removal may come from a replica that lags behind.
    await at(one, 60_000);
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ base: null, mine: 'typed', status: 'conflicted' }]);
    expect(one.world.served(1)?.keyvalues).toMatchObject({ env: theirs });
  });
});
