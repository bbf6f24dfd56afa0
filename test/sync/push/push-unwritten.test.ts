import { expect, test } from 'vitest';
import type { OutboxTable } from '../../../electron/database/outbox/outbox.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing } from './failures.ts';

const diskFull = new Error('disk full');

/** A world in which the ends of attempts cannot be written down while `disk.isFull`. */
async function worldOf(files: number) {
  const disk = { isFull: false };
  const refusing = (outbox: OutboxTable): OutboxTable => ({
    ...outbox,
    endAttempt: (...end) => {
      if (disk.isFull) throw diskFull;
      outbox.endAttempt(...end);
    },
  });
  const world = new SyncWorld({ tables: (tables) => ({ ...tables, outbox: refusing(tables.outbox) }) });
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  return { world, disk };
}

test('an update that landed and could not be settled for want of room is seen by the next read, and not sent again', async () => {
  const { world, disk } = await worldOf(1);
  const edit = world.edit(1, { name: 'mine' });
  disk.isFull = true;
  await expect(world.push()).rejects.toBe(diskFull);
  disk.isFull = false;
  await world.push();
  expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  expect(world.sent).toHaveLength(1);
  expect(world.attempts(1)).toMatchObject([
    { outcome: 'The answer could not be written down.', isResolved: true, wasAnswered: false },
  ]);
});

test('an update that failed, and could not be ended for want of room, is tried again once it cannot land any more', async () => {
  const { world, disk } = await worldOf(1);
  const edit = world.edit(1, { name: 'mine' });
  world.fake.next('updateFile', failing(answered(500)));
  disk.isFull = true;
  await expect(world.push()).rejects.toBe(diskFull);
  disk.isFull = false;
  await world.push();
  await world.clock.advance(IN_FLIGHT_WINDOW_MS + 1);
  await world.push();
  expect(world.statusOf(edit)).toBe('settled');
  expect(world.served(1)!.name).toBe('mine');
});

test('no different value goes out before an update can no longer land whose end could not be written down', async () => {
  const { world, disk } = await worldOf(1);
  world.edit(1, { name: 'mine' });
  const sentAtMs = world.clock.nowMs();
  world.fake.next('updateFile', failing(answered(500)));
  disk.isFull = true;
  await expect(world.push()).rejects.toBe(diskFull);
  disk.isFull = false;
  world.edit(1, { name: 'newer' });
  await world.push();
  expect(world.sent).toEqual([{ name: 'mine' }]);
  expect(world.outbox.retryState(world.of(1)).notBeforeMs).toBe(sentAtMs + IN_FLIGHT_WINDOW_MS);
});

test('a round in which something cannot be written down ends when no update is on its way any more', async () => {
  const { world, disk } = await worldOf(2);
  world.edit(1, { name: 'mine' });
  world.edit(2, { name: 'mine too' });
  let underWay = 0;
  let let2Answer = (): void => undefined;
  const answer = new Promise<void>((resolve) => (let2Answer = resolve));
  const update = world.fake.updateFile.bind(world.fake);
  world.fake.updateFile = async (...input) => {
    underWay += 1;
    if (input[1] === fakeId(2)) await answer;
    const answered = await update(...input);
    underWay -= 1;
    return answered;
  };
  disk.isFull = true;
  const ended = world.push().catch((error: unknown) => error);
  await world.clock.settle();
  expect(underWay).toBe(1);
  let2Answer();
  expect(await ended).toBe(diskFull);
  expect(underWay).toBe(0);
});
