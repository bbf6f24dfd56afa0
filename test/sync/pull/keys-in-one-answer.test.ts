import { expect, test } from 'vitest';
import { pullKeys } from '../../../electron/sync/pull/pull-keys.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { key, mirroredKeys, missing } from './listed-keys.ts';

const never = new AbortController().signal;
const complete = { ok: true, value: null };
const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => key(first + at));

/** A service whose pages have so many keys. */
function paged(keysPerPage: number, keys: SyncWorld['fake']['keys']): SyncWorld {
  const world = new SyncWorld();
  Object.assign(world.fake, { keys, keysPerPage });
  return world;
}

test('a thousand keys in one answer are taken in slices, between which edits are saved', async () => {
  const world = paged(1_000, keysFrom(1, 1_000));
  const held: number[] = [];
  world.clock.onYield = () => void held.push(mirroredKeys(world).length);
  expect(await pullKeys(world.ports, never)).toEqual(complete);
  expect(held.slice(0, 5)).toEqual([200, 400, 600, 800, 1_000]);
});

test('a page that a stop cut in two is no end of the list, also where the rest of it brings no key that is new', async () => {
  const twice = keysFrom(1, 200);
  const world = paged(250, [...twice, ...twice.slice(0, 50), ...keysFrom(201, 50)]);
  await pullKeys(world.ports, never);
  await world.clock.advance(60_000);
  world.clock.onYield = () => {
    throw new Error('The app ends');
  };
  await expect(pullKeys(world.ports, never)).rejects.toThrow('The app ends');
  world.clock.onYield = () => undefined;
  expect(await pullKeys(world.ports, never)).toEqual(complete);
  expect([mirroredKeys(world).length, missing(world)]).toEqual([250, []]);
});
