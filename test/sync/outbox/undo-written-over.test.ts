import { expect, test } from 'vitest';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import { at, inMemorySync } from '../push/overtaken.ts';

test('undo of what was sent in several files asks about the one that somebody wrote since', async () => {
  const one = await inMemorySync();
  const keys = await one.files(3);
  const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'mine' }]);
  const { id } = one.plans.apply(plan, one.accountRef)!;
  one.undo.queued(one.world.connection.id, 'Set env', id);
  await one.world.push();
  one.world.fake.change('public', fakeId(2), { keyvalues: new Map([['env', 'theirs']]) });
  await one.world.copy();
  await one.undoOnce();
  await one.world.push();
  expect([1, 2, 3].map((file) => one.world.served(file)!.keyvalues['env'])).toEqual(['test', 'theirs', 'test']);
  expect(one.world.open(2)).toEqual([{ field: 'key:env', base: 'mine', mine: 'test', status: 'conflicted' }]);
});

test('undo of what was sent is nothing where somebody else has put the old value back, and no update of ours can land on it', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' });
  await one.world.push();
  await at(one, IN_FLIGHT_WINDOW_MS);
  one.world.fake.change('public', fakeId(1), { name: 'file 1' });
  await one.world.copy();
  expect(await one.undoOnce()).toMatchObject({ isChanged: false });
  expect(one.world.open(1)).toEqual([]);
});

test('an edit that comes back on top of a newer one asks about its other field that somebody wrote since', async () => {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'discarded', 'key:env': 'prod' });
  await one.undo.discard(one.world.connection.id, one.accountRef, 'Discard it', [edit]);
  one.changeFile(1, { name: 'newer' });
  await one.world.push();
  await one.undoOnce();
  await at(one, 120_000);
  one.world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'theirs']]) });
  await one.world.copy();
  await one.undoOnce();
  await one.world.push();
  expect(one.world.served(1)).toEqual({ name: 'discarded', keyvalues: { env: 'theirs' } });
  expect(one.world.open(1)).toEqual([{ field: 'key:env', base: 'test', mine: 'prod', status: 'conflicted' }]);
});
