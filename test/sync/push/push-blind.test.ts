import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from './failures.ts';

async function worldOf(files: number, over: ConstructorParameters<typeof SyncWorld>[0]): Promise<SyncWorld> {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) {
    world.fake.put(fakeFile(number, { keyvalues: new Map([['env', 'test']]) }));
  }
  await world.copy();
  return world;
}

describe('overwriting without looking', () => {
  const blind = { connection: { readBeforeWrite: false } };

  test('sends a name at once and takes what is there for granted', async () => {
    const world = await worldOf(1, blind);
    world.edit(1, { name: 'mine' });
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.push();
    expect(world.asked).toEqual(['updateFile']);
    expect(world.served(1)!.name).toBe('mine');
  });

  test('looks all the same after an update whose effect is unknown', async () => {
    const world = await worldOf(1, blind);
    world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(noAnswer));
    await world.push();
    await world.clock.advance(1_000);
    await world.push();
    expect(world.asked).toEqual(['updateFile', 'readFile', 'updateFile']);
  });

  test('looks where the copy has lost the file', async () => {
    const world = await worldOf(1, blind);
    const edit = world.edit(1, { name: 'mine' });
    world.tables.files.wipe(world.connection.id);
    await world.push();
    expect(world.asked).toEqual(['readFile', 'updateFile']);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('looks where the whole map of metadata has to go along', async () => {
    const world = await worldOf(1, blind);
    world.edit(1, { 'key:env': 'prod' });
    world.fake.mode = 'replace';
    world.fake.change('public', fakeId(1), {
      keyvalues: new Map<string, unknown>([
        ['env', 'test'],
        ['size', 5],
        ['new', 'theirs'],
      ]),
    });
    await world.push();
    expect(world.served(1)!.keyvalues).toEqual({ env: 'prod', size: 5, new: 'theirs' });
  });

  test('a refusal is told like any other', async () => {
    const world = await worldOf(1, blind);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(answered(422)));
    await world.push();
    expect(world.words(edit)).toMatchObject({ status: 422 });
  });
});
