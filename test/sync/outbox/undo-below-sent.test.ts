import { describe, expect, test } from 'vitest';
import type { EditId } from '../../../src/domain/core/ids.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applying, applyingLate, noAnswer } from '../push/failures.ts';
import { at, check, inMemorySync, sendWith } from '../push/overtaken.ts';

/** A rename whose update got no answer and that was held then, and a newer name that the service took. */
async function heldBelowSent(first: ReturnType<typeof applying> = applying(noAnswer)) {
  const one = await inMemorySync();
  const older = one.changeFile(1, { name: 'older' }, 'Rename it');
  one.world.fake.next('updateFile', first);
  await one.world.push();
  one.world.queue.hold([older]);
  one.changeFile(1, { name: 'newer' }, 'Rename it again');
  await at(one, 61_000);
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toMatchObject(['newer', [{ mine: 'older', status: 'held' }]]);
  return { one, older };
}

const takeBack = (one: InMemorySync, id: EditId): Promise<void> =>
  one.undo.takeBack(one.world.connection.id, one.accountRef, 'Take it back', [id]);

describe('taking back a held edit below a newer value that the service took', () => {
  test('leaves the newer value, and nothing waits', async () => {
    const { one, older } = await heldBelowSent();
    await takeBack(one, older);
    expect([one.world.open(1), one.world.shown(1)?.name]).toEqual([[], 'newer']);
    await one.world.push();
    expect(one.world.served(1)?.name).toBe('newer');
  });

  test('can be undone: the edit is held again', async () => {
    const { one, older } = await heldBelowSent();
    await takeBack(one, older);
    await one.undoOnce();
    expect(one.world.open(1)).toMatchObject([{ mine: 'older', status: 'held' }]);
  });

  test('puts its own update right that lands late', async () => {
    const { one, older } = await heldBelowSent(applyingLate(noAnswer));
    await takeBack(one, older);
    one.world.fake.applyLate();
    await at(one, 120_000);
    await check(one);
    await one.world.push();
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['newer', []]);
  });
});

test('taking back an edit that was released, and sent after the newer value, gives the newer value again', async () => {
  const { one, older } = await heldBelowSent();
  one.world.connection = { ...one.world.connection, conflictRule: 'mineWins' };
  one.world.queue.release([older]);
  one.world.fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  expect(one.world.served(1)?.name).toBe('older');
  await takeBack(one, older);
  await at(one, 120_000);
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['newer', []]);
});

test.each(['ask', 'mineWins'] as const)(
  'undo of a take-back below a newer value that is on its way leaves the newer value, under the rule "%s"',
  async (conflictRule) => {
    const one = await inMemorySync();
    one.world.connection = { ...one.world.connection, conflictRule };
    const older = one.changeFile(1, { name: 'older' }, 'Rename it');
    one.changeFile(1, { name: 'newer' }, 'Rename it again');
    await takeBack(one, older);
    await sendWith(one, () => one.undoOnce());
    await one.world.push();
    expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['newer', []]);
    expect(one.world.statusOf(older)).toBe('settled');
  },
);

test('taking back an edit that may have arrived, below a held one with the old value, gives the old value back', async () => {
  const one = await inMemorySync();
  const sent = one.changeFile(1, { name: 'mine' }, 'Rename it');
  one.world.fake.next('updateFile', applying(noAnswer));
  await one.world.push();
  const back = one.changeFile(1, { name: 'file 1' }, 'Rename it back');
  one.world.queue.hold([sent, back]);
  await takeBack(one, sent);
  await at(one, 120_000);
  await one.world.push();
  expect(one.world.served(1)?.name).toBe('file 1');
  expect(one.world.open(1)).toMatchObject([{ mine: 'file 1', status: 'held' }]);
});
