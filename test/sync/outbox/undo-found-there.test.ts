import { describe, expect, test } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { applyingLate, noAnswer } from '../push/failures.ts';
import { at, check, inMemorySync } from '../push/overtaken.ts';
import type { InMemorySync } from '../in-memory-sync.ts';

const served = (one: InMemorySync, file: number) => one.world.served(file)?.keyvalues['env'];

/** Somebody else gives files this value. */
const elsewhere = (one: InMemorySync, env: string, ...numbers: readonly number[]): void =>
  one.world.fake.put(...numbers.map((number) => fakeFile(number, { keyvalues: new Map([['env', env]]) })));

describe('the undo of an edit that found its value on the service', () => {
  test('leaves the value there, which somebody else has written', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { 'key:env': 'prod' });
    elsewhere(one, 'prod', 1);
    await one.world.push();
    expect(await one.undoOnce()).toMatchObject({ isChanged: false });
    await one.world.push();
    expect([served(one, 1), one.world.open(1)]).toEqual(['prod', []]);
  });

  test('takes the other files of a bulk edit back', async () => {
    const one = await inMemorySync();
    const keys = await one.files(3);
    const plan = await one.planned(keys, [{ kind: 'setKey', key: 'env', value: 'prod' }]);
    const applied = one.plans.apply(plan, one.accountRef);
    one.undo.queued(one.world.connection.id, 'Set env', applied!.id);
    elsewhere(one, 'prod', 2);
    await one.world.push();
    await one.undoOnce();
    await one.world.push();
    expect([1, 2, 3].map((file) => served(one, file))).toEqual(['test', 'prod', 'test']);
    await one.redoOnce();
    await one.world.push();
    expect([1, 2, 3].map((file) => served(one, file))).toEqual(['prod', 'prod', 'prod']);
  });

  test('gives the value from before again where an update of ours may have put it there', async () => {
    const one = await inMemorySync();
    await one.files(1);
    one.changeFile(1, { 'key:env': 'prod' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.world.fake.applyLate();
    await at(one, 120_000);
    await check(one);
    await one.world.push();
    expect([served(one, 1), one.world.open(1)]).toEqual(['prod', []]);
    await one.undoOnce();
    await one.world.push();
    expect(served(one, 1)).toBe('test');
  });

  test('gives the value from before again where an earlier edit of ours had put it there', async () => {
    const one = await inMemorySync();
    await one.files(1);
    one.changeFile(1, { 'key:env': 'prod' });
    await one.world.push();
    one.changeFile(1, { 'key:env': 'other' });
    await one.world.push();
    await at(one, 60_000);
    one.changeFile(1, { 'key:env': 'prod' });
    elsewhere(one, 'prod', 1);
    await one.world.push();
    await one.undoOnce();
    await one.world.push();
    expect(served(one, 1)).toBe('other');
  });
});
