import { describe, expect, test } from 'vitest';
import type { ConflictRule } from '../../../src/domain/connections/connection.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { inMemorySync } from './overtaken.ts';

/** A name that waits for another account, and one that was typed on top of it for the account of today. */
async function onTopOfParked(conflictRule: ConflictRule = 'ask'): Promise<InMemorySync> {
  const one = await inMemorySync();
  const { world } = one;
  world.connection = { ...world.connection, conflictRule };
  one.changeFile(1, { name: 'parked' });
  world.connection = { ...world.connection, account: 'another account' };
  one.changeFile(1, { name: 'typed' });
  return one;
}

describe('an edit on top of one that waits for another account', () => {
  test('is sent without a question where nobody else wrote', async () => {
    const one = await onTopOfParked();
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('typed');
    expect(one.world.open(1)).toMatchObject([{ mine: 'parked', status: 'queued' }]);
  });

  test('asks about what somebody else wrote', async () => {
    const one = await onTopOfParked();
    one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('theirs');
    expect(one.world.open(1)).toMatchObject([
      { mine: 'parked', status: 'queued' },
      { mine: 'typed', status: 'conflicted' },
    ]);
  });

  test('is sent without a question where the other account has its value by now, which the person saw', async () => {
    const one = await onTopOfParked();
    one.world.fake.change('public', one.world.of(1).id, { name: 'parked' });
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('typed');
  });

  test('is sent over an absent key, and over two parked values', async () => {
    const one = await inMemorySync();
    const { world } = one;
    one.changeFile(1, { 'key:new': 'first' });
    one.changeFile(1, { 'key:new': 'second' });
    world.connection = { ...world.connection, account: 'another account' };
    one.changeFile(1, { 'key:new': 'typed' });
    await world.push();
    expect(Object.fromEntries(Object.entries(world.served(1)?.keyvalues ?? {}))).toMatchObject({ new: 'typed' });
  });

  test('keeps what was sent by its own account as its base', async () => {
    const one = await onTopOfParked();
    await one.world.push();
    one.changeFile(1, { name: 'typed again' });
    await one.world.push();
    expect([one.world.served(1)?.name, one.world.open(1).length]).toEqual(['typed again', 1]);
  });

  test('lies on top of it again once that is adopted', async () => {
    const one = await onTopOfParked();
    const { world } = one;
    world.connection = { ...world.connection, account: aFirst(world.outbox.openEdits(world.of(1))).accountRef.account };
    await world.push();
    expect(world.served(1)?.name).toBe('parked');
  });
});

const aFirst = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('There is none');
  return first;
};
