import { expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, check, inMemorySync } from './overtaken.ts';

/** A rename, its undo and its redo, each sent; then the update of the undo lands a second time. */
async function backAndForth(): Promise<InMemorySync> {
  const one = await inMemorySync();
  one.changeFile(1, { name: 'mine' });
  await one.world.push();
  await one.undoOnce();
  await one.world.push();
  await one.redoOnce();
  await one.world.push();
  landAgain(one);
  return one;
}

const landAgain = (one: InMemorySync): void => one.world.fake.change('public', fakeId(1), { name: 'file 1' });

async function lookAgain(one: InMemorySync): Promise<void> {
  await at(one, VERIFY_AFTER_MS);
  await check(one);
  await one.world.push();
}

test('an undo that lands once more after its redo is put right', async () => {
  const one = await backAndForth();
  await lookAgain(one);
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['mine', []]);
});

test('what comes back again and again is somebody else’s: it is put right a few times, then stays', async () => {
  const one = await backAndForth();
  let repairs = 0;
  for (let round = 0; round < 8; round++) {
    await lookAgain(one);
    if (one.world.served(1)?.name === 'mine') repairs++;
    landAgain(one);
  }
  expect(repairs).toBeGreaterThan(0);
  expect(repairs).toBeLessThanOrEqual(2);
});

test('an undo that finds its value on the service counts where an update of ours may land still', async () => {
  const one = await inMemorySync();
  const edit = one.changeFile(1, { name: 'mine' });
  await one.world.push();
  landAgain(one);
  await one.world.copy();
  await one.undo.takeBack(one.world.connection.id, one.accountRef, 'Take it back', [edit]);
  await one.world.push();
  one.world.fake.change('public', fakeId(1), { name: 'mine' });
  await lookAgain(one);
  expect([one.world.served(1)?.name, one.world.open(1)]).toEqual(['file 1', []]);
});
