import { describe, expect, test } from 'vitest';
import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';
import { copied, serving } from './listed-files.ts';
import { key } from './listed-keys.ts';

/** A token that may list and not update, which no edit has tried yet. */
function readOnlyToken(status: number, hasReads: boolean): SyncWorld {
  const world = serving(5);
  world.fake.hasReadById = hasReads;
  world.fake.keys = [key(1)];
  world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(answered(status)) : null);
  return world;
}

describe.each([401, 403])('a deleted file and a token whose updates are refused with %d', (status) => {
  test('leaves the mirror by a read, where the service has reads', async () => {
    const world = readOnlyToken(status, true);
    await world.copy();
    for (const number of [1, 2, 3]) world.fake.remove('public', fakeId(number));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(copied(world)).toBe(2);
  });

  test('stays where nothing can confirm it, and the lists are none the worse for it', async () => {
    const world = readOnlyToken(status, false);
    await world.copy();
    for (const number of [1, 2, 3]) world.fake.remove('public', fakeId(number));
    world.fake.put(fakeFile(77, { network: 'private' }));
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt).toMatchObject({ listing: { kind: 'yes' }, readById: { kind: 'notChecked' } });
    expect(world.tables.files.get(world.of(77, 'private'))).not.toBeNull();
    expect(copied(world)).toBe(6);
  });

  test('is no problem of the token, which lists no keys either', async () => {
    const world = readOnlyToken(status, false);
    world.fake.faultOf = ({ name }) => (['updateFile', 'listKeys'].includes(name) ? failing(answered(status)) : null);
    world.sync.send({ kind: 'started', mode: 'running' });
    await world.clock.settle();
    world.fake.remove('public', fakeId(1));
    await world.clock.advance(5 * 60_000);
    expect(problemOf(world.sync.state)).toBeNull();
  });
});
