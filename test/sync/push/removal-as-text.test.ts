import { describe, expect, test } from 'vitest';
import type { ConflictRule } from '../../../src/domain/connections/connection.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applying, applyingLate, noAnswer } from './failures.ts';
import { at, inMemorySync } from './overtaken.ts';

/** A service that keeps the text "null" where an update removes a key. */
async function keepingText(conflictRule: ConflictRule): Promise<InMemorySync> {
  const one = await inMemorySync();
  const { fake } = one.world;
  const { connection } = one.world;
  // Of a service that is known to merge, a removal is a null at once.
  one.world.connection = { ...connection, conflictRule, learnt: { ...connection.learnt, keyvaluesMode: 'merge' } };
  const update = fake.updateFile.bind(fake);
  fake.updateFile = (network, id, body, signal) => update(network, id, body.replaceAll(':null', ':"null"'), signal);
  return one;
}

async function rounds(one: InMemorySync, count = 4): Promise<void> {
  for (let round = 0; round < count; round++) {
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
  }
}

const env = ({ world }: InMemorySync): FieldValue =>
  (world.served(1)?.keyvalues as { env?: string } | undefined)?.env ?? null;
const open = ({ world }: InMemorySync) => world.open(1).map(({ mine, status }) => [mine, status]);

describe.each<ConflictRule>(['ask', 'mineWins', 'serverWins'])(
  'under the rule %s, a removal stored as text',
  (rule) => {
    test('is refused, and the value is there again, where its first answer got lost', async () => {
      const one = await keepingText(rule);
      one.changeFile(1, { 'key:env': null });
      one.world.fake.next('updateFile', applying(noAnswer));
      await one.world.push();
      expect(env(one)).toBe('null');
      await rounds(one);
      expect([env(one), open(one)]).toEqual(['test', [[null, 'refused']]]);
    });

    test('leaves the value of before, where its answer got lost and it was undone', async () => {
      const one = await keepingText(rule);
      one.changeFile(1, { 'key:env': null });
      one.world.fake.next('updateFile', applying(noAnswer));
      await one.world.push();
      await at(one, 10_000);
      one.world.fake.next('updateFile', applying(noAnswer));
      await one.world.push();
      await one.undoOnce();
      await rounds(one);
      expect([env(one), open(one)]).toEqual(['test', []]);
    });

    test('is asked about like a key that is gone, where it landed on a newer value', async () => {
      const one = await keepingText(rule);
      one.changeFile(1, { 'key:env': null });
      one.world.fake.next('updateFile', applyingLate(noAnswer));
      await one.world.push();
      one.changeFile(1, { 'key:env': 'newer' });
      await at(one, 61_000);
      await one.world.push();
      expect(env(one)).toBe('newer');
      one.world.fake.applyLate();
      expect(env(one)).toBe('null');
      await rounds(one);
      const asked = { ask: ['null', [['newer', 'conflicted']]], mineWins: ['newer', []], serverWins: ['null', []] };
      expect([env(one), open(one)]).toEqual(asked[rule]);
    });
  },
);

test('the text "null" that somebody else typed after a removal of ours had settled is asked about', async () => {
  const one = await inMemorySync();
  const { connection } = one.world;
  one.world.connection = { ...connection, learnt: { ...connection.learnt, keyvaluesMode: 'merge' } };
  one.changeFile(1, { 'key:env': null });
  await one.world.push();
  expect([env(one), open(one)]).toEqual([null, []]);
  one.changeFile(1, { 'key:env': 'mine' });
  one.world.fake.change('public', one.world.of(1).id, { keyvalues: new Map([['env', 'null']]) });
  await one.world.push();
  expect([env(one), open(one)]).toEqual(['null', [['mine', 'conflicted']]]);
});
