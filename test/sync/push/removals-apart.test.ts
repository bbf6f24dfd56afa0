import { describe, expect, test } from 'vitest';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { fakeFile, type FakeMode } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from './failures.ts';

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
