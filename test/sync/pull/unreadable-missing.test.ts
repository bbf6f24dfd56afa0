import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { answered, failing, noAnswer, portal } from '../push/failures.ts';
import { copied, serving } from './listed-files.ts';

/** Three of five public files are deleted, and the private ones have news. */
async function deleted(failure: RemoteFailure) {
  const world = serving(5);
  await world.copy();
  for (const number of [1, 2, 3]) world.fake.remove('public', fakeId(number));
  world.fake.put(fakeFile(50, { network: 'private' }));
  world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(failure) : null);
  return world;
}

describe('deleted files whose reads fail', () => {
  test.each([
    ['a bad request', answered(400)],
    ['an internal error', answered(500)],
    ['a web page', portal],
  ])('with %s stay, and the lists are none the worse for it', async (_what, failure) => {
    const world = await deleted(failure);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect([copied(world), world.tables.files.get(world.of(50, 'private'))?.record.name]).toEqual([6, 'file 50']);
  });

  test.each([
    ['no answer', noAnswer],
    ['a gateway that waits in vain', answered(504)],
  ])('with %s end the check, and leave the mirror with the next one', async (_what, failure) => {
    const world = await deleted(failure);
    expect(await world.pull()).toEqual({ ok: false, failure });
    world.fake.faultOf = () => null;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(copied(world)).toBe(3);
  });
});
