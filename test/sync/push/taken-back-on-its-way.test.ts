import { describe, expect, test } from 'vitest';
import type { ConflictRule } from '../../../src/domain/connections/connection.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { answered, applyingLate, failing, noAnswer } from './failures.ts';
import { at, inMemorySync, sendWith } from './overtaken.ts';

const rules: readonly ConflictRule[] = ['ask', 'mineWins', 'serverWins'];

async function rounds(one: InMemorySync, count: number): Promise<void> {
  for (let round = 0; round < count; round++) {
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
  }
}

/** A change whose update got no answer, and which its person has undone. */
async function takenBack(conflictRule: ConflictRule, how: typeof failing, field: 'name' | 'key:env') {
  const one = await inMemorySync();
  one.world.connection = { ...one.world.connection, conflictRule };
  one.changeFile(1, { [field]: 'mine' });
  one.world.fake.next('updateFile', how(noAnswer));
  await one.world.push();
  await one.undoOnce();
  return one;
}

const served = ({ world }: InMemorySync): readonly FieldValue[] => {
  const file = world.served(1);
  return [file?.name ?? null, (file?.keyvalues as { env?: string } | undefined)?.env ?? null];
};

describe.each(rules)('an edit that was undone on its way, under the rule %s,', (rule) => {
  test.each(['name', 'key:env'] as const)(
    'leaves the %s that somebody else wrote, where its update never lands',
    async (field) => {
      const one = await takenBack(rule, failing, field);
      const theirs = field === 'name' ? { name: 'theirs' } : { keyvalues: new Map([['env', 'theirs']]) };
      one.world.fake.change('public', one.world.of(1).id, theirs);
      await rounds(one, 4);
      expect(served(one)).toContain('theirs');
      expect([one.world.open(1), one.world.marked(1)]).toEqual([[], 'onServer']);
    },
  );

  test('gives back what somebody else wrote, where its update lands on it after a read', async () => {
    const one = await takenBack(rule, applyingLate, 'name');
    one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
    await at(one, 10_000);
    await one.world.push();
    await at(one, 40_000);
    one.world.fake.applyLate();
    expect(one.world.served(1)?.name).toBe('mine');
    await rounds(one, 4);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['theirs', []]);
  });

  test('is changed back, where its update was refused, and lands once more after a read', async () => {
    const one = await inMemorySync();
    one.world.connection = { ...one.world.connection, conflictRule: rule };
    one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', applyingLate(answered(422)));
    await sendWith(one, () => one.undoOnce());
    await one.world.push();
    await at(one, 40_000);
    one.world.fake.applyLate();
    expect(one.world.served(1)?.name).toBe('mine');
    await rounds(one, 4);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['file 1', []]);
  });

  test('is changed back, where its update lands and nobody else writes', async () => {
    const one = await takenBack(rule, applyingLate, 'name');
    one.world.fake.applyLate();
    await rounds(one, 4);
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['file 1', []]);
  });
});

test('values that were typed and undone offline ask nothing about what somebody else wrote meanwhile', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' });
  one.changeFile(1, { name: 'file 1' });
  one.world.fake.change('public', one.world.of(1).id, { name: 'theirs' });
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['theirs', []]);
});
