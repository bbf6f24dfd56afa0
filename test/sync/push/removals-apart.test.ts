import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile, type FakeMode } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { InMemorySync } from '../in-memory-sync.ts';
import { answered, failing } from './failures.ts';
import { sendWith } from './overtaken.ts';

async function worldOf(mode: FakeMode) {
  const world = new SyncWorld({ connection: { learnt: { ...noTraits, keyvaluesMode: mode } } });
  world.fake.mode = mode;
  world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'test']]) }));
  await world.copy();
  return world;
}

const cannotRemove = 'This service cannot remove a key ("env")';

describe('an update of which only the removal is refused', () => {
  test('is tried without it, and the removal then alone', async () => {
    const world = await worldOf('merge');
    const words = { message: 'values must be strings' };
    world.fake.next('updateFile', failing(answered(400, words)));
    const edit = world.edit(1, { 'key:env': null, name: 'mine', 'key:new': 'value' });
    await world.push();
    expect(world.sent.slice(0, 2)).toEqual([
      { name: 'mine', keyvalues: { env: null, new: 'value' } },
      { name: 'mine', keyvalues: { new: 'value' } },
    ]);
    expect(world.served(1)).toMatchObject({ name: 'mine', keyvalues: { new: 'value' } });
    expect(world.sent.slice(2)).toEqual([{ keyvalues: { env: null } }]);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('leaves the removal alone to the person', async () => {
    const world = await worldOf('merge');
    const edit = world.edit(1, { 'key:env': null, name: 'mine' });
    const refusal = failing(answered(400, { message: 'values must be strings' }));
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && String(input[2]).includes('null') ? refusal : null;
    await world.push();
    expect(world.served(1)!.name).toBe('mine');
    expect(world.words(edit)).toMatchObject({ status: 400, message: `${cannotRemove}: "values must be strings"` });
    expect(world.open(1).map(({ field, status }) => [field, status])).toEqual([['key:env', 'refused']]);
  });

  test('and the rest as well waits for the person whole, with the service’s words alone', async () => {
    const world = await worldOf('merge');
    world.fake.next('updateFile', failing(answered(400, { message: 'name is too long' })));
    world.fake.next('updateFile', failing(answered(400, { message: 'name is too long' })));
    const edit = world.edit(1, { 'key:env': null, name: 'mine' });
    await world.push();
    expect(world.words(edit)).toMatchObject({ status: 400, message: 'name is too long' });
    expect(world.open(1).map(({ status }) => status)).toEqual(['refused', 'refused']);
  });

  test('is not sent where that is known, and the rest of the file is', async () => {
    const world = await worldOf('mergeWithoutRemoval');
    const edit = world.edit(1, { 'key:env': null, name: 'mine' });
    await world.push();
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.words(edit)).toMatchObject({ message: cannotRemove });
    expect(world.open(1).map(({ field, status }) => [field, status])).toEqual([['key:env', 'refused']]);
  });
});

describe('what the person asks for while a removal is on its way that the service cannot do', () => {
  const meanwhile = async (asked: Parameters<InMemorySync['changeFile']>[1]) => {
    const one = new InMemorySync({ connection: { learnt: { ...noTraits, keyvaluesMode: 'merge' } } });
    one.world.fake.mode = 'mergeWithoutRemoval';
    await one.files(1);
    one.changeFile(1, { 'key:env': null });
    await sendWith(one, () => one.changeFile(1, asked));
    return one.world;
  };

  test('in another field is sent, and the removal waits for the person', async () => {
    const world = await meanwhile({ name: 'mine' });
    expect(world.served(1)!.name).toBe('mine');
    expect(world.open(1).map(({ field, status }) => [field, status])).toEqual([['key:env', 'refused']]);
  });

  test('for the same key takes the place of the removal', async () => {
    const world = await meanwhile({ 'key:env': 'prod' });
    expect([world.served(1)!.keyvalues, world.open(1)]).toEqual([{ env: 'prod' }, []]);
  });
});

describe('while nobody knows how the service removes a key, a refused update that removes one', () => {
  const unknown = async (mode: FakeMode) => {
    const world = new SyncWorld({ connection: { learnt: noTraits } });
    world.fake.mode = mode;
    world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'test']]) }));
    await world.copy();
    // A limit of one pair, counted on what the service would hold.
    world.fake.faultOf = ({ name, input }) => {
      if (name !== 'updateFile') return null;
      const { keyvalues = {} } = JSON.parse(String(input[2])) as { keyvalues?: Record<string, string | null> };
      const held = mode === 'replace' ? {} : world.served(1)!.keyvalues;
      const after = Object.values({ ...held, ...keyvalues }).filter((value) => value !== null);
      return after.length > 1 ? failing(answered(400, { message: 'more than 1 pair' })) : null;
    };
    return world;
  };

  test('has its removal tried alone, which shows that the service merges, and then makes room', async () => {
    const world = await unknown('merge');
    const edit = world.edit(1, { 'key:env': null, 'key:tier': 'gold' });
    await world.push();
    expect(world.sent).toEqual([
      { keyvalues: { tier: 'gold' } },
      { keyvalues: {} },
      { keyvalues: { env: null, tier: 'gold' } },
    ]);
    expect([world.statusOf(edit), world.served(1)!.keyvalues]).toEqual(['settled', { tier: 'gold' }]);
  });

  test('is sent at once to a service that replaces', async () => {
    const world = await unknown('replace');
    world.edit(1, { 'key:env': null, 'key:tier': 'gold' });
    await world.push();
    expect([world.sent, world.served(1)!.keyvalues]).toEqual([[{ keyvalues: { tier: 'gold' } }], { tier: 'gold' }]);
  });

  test('leaves a removal to the person that is refused alone as well, and the rest is sent', async () => {
    const world = await unknown('merge');
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && String(input[2]).includes('{}') ? failing(answered(400, { message: 'no env' })) : null;
    const edit = world.edit(1, { 'key:env': null, name: 'mine' });
    await world.push();
    expect(world.sent.slice(1)).toEqual([{ keyvalues: {} }, { name: 'mine' }]);
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'test', mine: null, status: 'refused' }]);
    expect([world.served(1)!.name, world.words(edit)?.message]).toEqual(['mine', 'no env']);
  });

  test('waits for the person once everything was tried, and is not tried for ever', async () => {
    const world = await unknown('merge');
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? failing(answered(400, { message: 'no' })) : null);
    world.edit(1, { 'key:env': null, 'key:tier': 'gold' });
    await world.push();
    expect(world.open(1).map(({ status }) => status)).toEqual(['refused', 'refused']);
    expect(world.sent.length).toBeLessThanOrEqual(3);
  });
});
