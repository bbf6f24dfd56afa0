import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { applying, failing, noAnswer } from './failures.ts';
import { at, inMemorySync } from './overtaken.ts';
import { normalising } from './world-of-files.ts';

/** A service that trims and composes what it saves lost the answer to a value. */
async function lost(typed: string, how = applying): Promise<InMemorySync> {
  const one = await inMemorySync();
  normalising(one.world);
  one.changeFile(1, { name: typed });
  one.world.fake.next('updateFile', how(noAnswer));
  await one.world.push();
  return one;
}

async function rounds(one: InMemorySync): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
  }
}

describe('a value that the service saved in another spelling, with its answer lost,', () => {
  test.each([
    ['trimmed', 'mine '],
    ['composed', 'mine e\u0301'],
  ])('is settled in that spelling (%s), without a question', async (_how, typed) => {
    const one = await lost(typed);
    const [edit] = one.world.outbox.openEdits(one.world.of(1));
    await rounds(one);
    expect([one.world.open(1), one.world.served(1)?.name]).toEqual([[], typed.normalize('NFC').trim()]);
    expect(one.world.outbox.edit(edit!.id)?.changes).toMatchObject([
      { status: 'settled', settlement: 'savedAs', server: typed.normalize('NFC').trim() },
    ]);
  });

  test('is the base of what was typed on top', async () => {
    const one = await lost('mine ');
    one.changeFile(1, { name: 'later' });
    await rounds(one);
    expect([one.world.open(1), one.world.served(1)?.name]).toEqual([[], 'later']);
  });

  test('is changed back by an undo', async () => {
    const one = await lost('mine ');
    await one.undoOnce();
    await rounds(one);
    expect([one.world.open(1), one.world.served(1)?.name]).toEqual([[], 'file 1']);
  });
});

test('a value like the typed one that somebody else wrote before it was ever sent is asked about', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine ' });
  one.world.fake.change('public', one.world.of(1).id, { name: 'mine' });
  await one.world.push();
  expect(one.world.open(1)).toMatchObject([{ mine: 'mine ', status: 'conflicted' }]);
});

test('a value that never arrived is sent again as it was typed', async () => {
  const one = await lost('mine ', failing);
  await rounds(one);
  expect([one.world.open(1), one.world.served(1)?.name]).toEqual([[], 'mine']);
});

test('a value that differs from a settled own one by its blanks is somebody else’s, and asked about', async () => {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine ' });
  await one.world.push();
  one.world.fake.change('public', one.world.of(1).id, { name: 'mine' });
  one.changeFile(1, { name: 'later' });
  await one.world.push();
  expect([one.world.served(1)?.name, one.world.open(1)]).toMatchObject(['mine', [{ status: 'conflicted' }]]);
});
