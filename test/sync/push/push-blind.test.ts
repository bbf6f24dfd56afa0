import { describe, expect, test } from 'vitest';
import { type ConflictRule, noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing, noAnswer } from './failures.ts';
import { at } from './overtaken.ts';

async function worldOf(files: number, over: ConstructorParameters<typeof SyncWorld>[0]): Promise<SyncWorld> {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) {
    world.fake.put(fakeFile(number, { keyvalues: new Map([['env', 'test']]) }));
  }
  await world.copy();
  return world;
}

const merging = { ...noTraits, keyvaluesMode: 'merge' } as const;

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

  test('leaves a key away that somebody removed since the copy had it, and takes it for no loss', async () => {
    const world = await worldOf(1, { connection: { ...blind.connection, learnt: merging } });
    world.fake.mode = 'merge';
    world.edit(1, { 'key:more': 'mine' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map() });
    await world.push();
    expect(world.served(1)!.keyvalues).toEqual({ more: 'mine' });
    expect(world.connection.learnt.keyvaluesMode).toBe('merge');
  });

  test('a refusal is told like any other', async () => {
    const world = await worldOf(1, blind);
    const edit = world.edit(1, { name: 'mine' });
    world.fake.next('updateFile', failing(answered(422)));
    await world.push();
    expect(world.words(edit)).toMatchObject({ status: 422 });
  });
});

describe('a value of somebody else that the copy of such a connection has already', () => {
  async function renamedByOthers(conflictRule: ConflictRule): Promise<InMemorySync> {
    const one = new InMemorySync({ connection: { readBeforeWrite: false, conflictRule } });
    await one.files(1);
    one.changeFile(1, { name: 'mine' });
    if (conflictRule === 'ask') await one.world.push();
    await at(one, 120_000);
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await one.world.copy();
    return one;
  }

  test('is asked about after an undo', async () => {
    const one = await renamedByOthers('ask');
    await one.undoOnce();
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('theirs');
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'mine', mine: 'file 1', status: 'conflicted' }]);
  });

  test('stays where the rule is that it wins', async () => {
    const one = await renamedByOthers('serverWins');
    await one.world.push();
    expect([one.world.served(1)!.name, one.world.open(1)]).toEqual(['theirs', []]);
  });

  test('is kept in the history where the rule is that the own one wins', async () => {
    const one = await renamedByOthers('mineWins');
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('mine');
    expect(one.world.gaveWay(1)).toMatchObject([{ field: 'name', value: 'theirs', source: 'server' }]);
  });
});
