import { CONFLICT_ANSWERS_BEFORE_REFUSAL } from '../../../src/domain/service/remote-failure.ts';
import { describe, expect, test } from 'vitest';
import { fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, noAnswer } from './failures.ts';

async function edited() {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  const edit = world.edit(1, { name: 'mine' });
  return { world, edit };
}

/** Lets the file have its next turn. */
async function tryAgain(world: SyncWorld): Promise<void> {
  await world.push();
  await world.clock.advance(60_000);
}

describe.each([409, 412])('an update that the service calls a conflict (%i)', (status) => {
  const clashing = failing(answered(status, { message: 'try another name' }));

  test('over a record that stays as it is goes to the person after five tries, with the service’s words', async () => {
    const { world, edit } = await edited();
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? clashing : null);
    for (let tries = 1; tries < CONFLICT_ANSWERS_BEFORE_REFUSAL; tries++) {
      await tryAgain(world);
      expect(world.statusOf(edit)).toBe('queued');
    }
    await tryAgain(world);
    expect([world.statusOf(edit), world.sent.length]).toEqual(['refused', CONFLICT_ANSWERS_BEFORE_REFUSAL]);
    expect(world.words(edit)).toMatchObject({ status, message: 'try another name' });
    expect(world.outbox.retryState(world.of(1))).toEqual({ failures: 0, notBeforeMs: 0 });
    await tryAgain(world);
    expect(world.sent).toHaveLength(CONFLICT_ANSWERS_BEFORE_REFUSAL);
    world.fake.faultOf = () => null;
    world.queue.retry([edit]);
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('is tried on while the record changes', async () => {
    const { world, edit } = await edited();
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? clashing : null);
    for (let tries = 1; tries <= CONFLICT_ANSWERS_BEFORE_REFUSAL + 1; tries++) {
      world.fake.change('public', fakeId(1), { keyvalues: new Map([['seen', String(tries)]]) });
      await tryAgain(world);
    }
    expect([world.statusOf(edit), world.sent.length]).toEqual(['queued', CONFLICT_ANSWERS_BEFORE_REFUSAL + 1]);
  });

  test('once more is tried again, whatever was before it', async () => {
    const { world, edit } = await edited();
    for (let tries = 1; tries < CONFLICT_ANSWERS_BEFORE_REFUSAL; tries++) {
      world.fake.next('updateFile', clashing);
      await tryAgain(world);
    }
    await tryAgain(world);
    expect(world.statusOf(edit)).toBe('settled');
  });
});

test('a newer value of ours is overwritten by no older edit that was held and released since', async () => {
  const { world, edit: older } = await edited();
  world.queue.hold([older]);
  const newer = world.edit(1, { name: 'newer' });
  await world.push();
  expect([world.statusOf(newer), world.served(1)?.name]).toEqual(['settled', 'newer']);
  world.queue.release([older]);
  await world.push();
  expect(world.ended(older)).toMatchObject([{ status: 'conflicted', server: 'newer' }]);
  expect(world.served(1)?.name).toBe('newer');
});

test('where mine wins, a value of theirs gives way once, also when the answer got lost', async () => {
  const { world } = await edited();
  world.connection = { ...world.connection, conflictRule: 'mineWins' };
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  world.fake.next('updateFile', failing(noAnswer));
  await world.push();
  expect(world.open(1)).toMatchObject([{ base: 'theirs', mine: 'mine', status: 'queued' }]);
  await tryAgain(world);
  await tryAgain(world);
  expect(world.served(1)?.name).toBe('mine');
  expect(world.gaveWay(1).map(({ value, source }) => [value, source])).toEqual([['theirs', 'server']]);
});
