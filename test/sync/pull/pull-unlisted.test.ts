import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from '../push/failures.ts';

/** A service with so many public files. */
function serving(files: number): SyncWorld {
  const world = new SyncWorld();
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  return world;
}

const copied = (world: SyncWorld): number =>
  world.mirrorDb.prepare<[], number>('SELECT count(*) FROM files').pluck().get() ?? 0;

describe('a service without a list', () => {
  test.each([404, 405, 501])('(%i) is learnt and is no failure; the copy stays', async (status) => {
    const world = serving(3);
    world.fake.faultOf = ({ name }) => (name === 'listFiles' ? failing(answered(status)) : null);
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt.listing).toEqual({
      kind: 'no',
      checkedAtMs: world.clock.nowMs(),
      words: `${status}: status ${status}`,
      requestId: null,
    });
    expect(world.asked).toEqual(['listFiles', 'listKeys', 'listKeys']);
  });

  test('that had one before is out of order, keeps its copy, and is asked again at the next check', async () => {
    const world = serving(3);
    await world.copy();
    world.fake.hasListing = false;
    expect(await world.pull()).toMatchObject({ ok: false, failure: { status: 404 } });
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
    expect(copied(world)).toBe(3);
    world.fake.hasListing = true;
    world.fake.put(fakeFile(4));
    await world.pull();
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
    expect(copied(world)).toBe(4);
  });

  test('that had one before has none once a person asked again what it can do', async () => {
    const world = serving(3);
    await world.copy();
    world.fake.hasListing = false;
    world.connection = { ...world.connection, learnt: noTraits };
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'no' });
    expect(copied(world)).toBe(3);
  });

  test('of private files has no list of those, and all others', async () => {
    const world = serving(3);
    world.fake.faultOf = ({ name, input }) =>
      name === 'listFiles' && input[0] === 'private' ? failing(answered(404)) : null;
    expect(await world.pull()).toEqual({ ok: true, value: null });
    expect(world.connection.learnt.listing).toMatchObject({ kind: 'yes' });
    expect(copied(world)).toBe(3);
  });

  test('and without reading by id still has its files read, by an update that changes nothing', async () => {
    const world = serving(1);
    await world.copy();
    world.fake.hasReadById = false;
    const edit = world.edit(1, { name: 'mine' });
    await world.push();
    expect(world.fake.calls.map(({ name, input }) => [name, input[2]])).toEqual([
      ['readFile', undefined],
      ['updateFile', '{}'],
      ['updateFile', '{"name":"mine"}'],
    ]);
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.connection.learnt.readById).toMatchObject({ kind: 'no' });
  });

  test('that read by id once and does so no longer has no file called gone for it', async () => {
    const world = serving(1);
    await world.copy();
    world.edit(1, { name: 'first' });
    await world.push();
    expect(world.connection.learnt.readById).toMatchObject({ kind: 'yes' });
    world.fake.hasReadById = false;
    const edit = world.edit(1, { name: 'second' });
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
    expect(world.connection.learnt.readById).toMatchObject({ kind: 'no' });
  });
});
