import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { fakeFile, fakeId, type Fault } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, applyingLate, failing, malformed, noAnswer, wrongRecord } from './failures.ts';

const unclear: readonly (readonly [string, RemoteFailure])[] = [
  ['a reset', noAnswer],
  ['408', answered(408)],
  ['502', answered(502)],
  ['504', answered(504)],
  ['500', answered(500)],
  ['a cut answer', malformed],
  ['an answer about another file', wrongRecord],
];

/** One file with one edit whose update ended so. */
async function pushed(fault: Fault) {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  const edit = world.edit(1, { name: 'mine' });
  const startedAtMs = world.clock.nowMs();
  world.fake.next('updateFile', fault);
  const result = await world.push();
  return { world, edit, result, startedAtMs };
}

/** Lets the file's turn come again. */
async function nextTurn(world: SyncWorld): Promise<void> {
  const { notBeforeMs } = world.outbox.retryState(world.of(1));
  await world.clock.advance(Math.max(0, notBeforeMs - world.clock.nowMs()));
  await world.push();
}

describe.each(unclear)('after %s', (_what, failure) => {
  test('the edit is neither settled nor sent again before the file was read', async () => {
    const { world, edit, result } = await pushed(applying(failure));
    expect(result).toEqual({ kind: 'drained', againAtMs: world.outbox.retryState(world.of(1)).notBeforeMs });
    expect(world.statusOf(edit)).toBe('queued');
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.outbox.unresolvedAttempt(world.of(1))).toMatchObject({ body: '{"name":"mine"}' });
  });

  test('my value on the service means it was applied', async () => {
    const { world, edit } = await pushed(applying(failure));
    await nextTurn(world);
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.ended(edit)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
    expect(world.outbox.unresolvedAttempt(world.of(1))).toBeNull();
  });

  test('the old value on the service lets the same body go out again at once', async () => {
    const { world, edit } = await pushed(failing(failure));
    await nextTurn(world);
    expect(world.sent).toEqual([{ name: 'mine' }, { name: 'mine' }]);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('somebody else’s value on the service is a conflict and is not written over', async () => {
    const { world, edit } = await pushed(failing(failure));
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await nextTurn(world);
    expect(world.ended(edit)).toMatchObject([{ status: 'conflicted', server: 'theirs' }]);
    expect(world.served(1)!.name).toBe('theirs');
  });

  test('no different value goes out until the first can no longer land', async () => {
    const { world, startedAtMs } = await pushed(failing(failure));
    world.edit(1, { name: 'newer' });
    await nextTurn(world);
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.outbox.retryState(world.of(1)).notBeforeMs).toBe(startedAtMs + 60_000);
    await world.clock.advance(startedAtMs + 59_999 - world.clock.nowMs());
    await world.push();
    expect(world.sent).toEqual([{ name: 'mine' }]);
    await world.clock.advance(1);
    await world.push();
    expect(world.sent).toEqual([{ name: 'mine' }, { name: 'newer' }]);
    expect(world.open(1)).toEqual([]);
  });
});

describe('an update that lands late', () => {
  test('within the minute cannot undo a newer value, because none has gone out', async () => {
    const { world } = await pushed(applyingLate(noAnswer));
    world.edit(1, { name: 'newer' });
    await nextTurn(world);
    world.fake.applyLate();
    await nextTurn(world);
    expect(world.served(1)!.name).toBe('newer');
    expect(world.open(1)).toEqual([]);
  });

  test('after a newer value is found by one more look and put right', async () => {
    const { world } = await pushed(applyingLate(noAnswer));
    world.edit(1, { name: 'newer' });
    await world.clock.advance(61_000);
    await world.push();
    expect(world.served(1)!.name).toBe('newer');
    world.fake.applyLate();
    expect(world.served(1)!.name).toBe('mine');
    await world.clock.advance(
      world.outbox.nextCheckMs(world.connection.id, world.ports.accountRef())! - world.clock.nowMs(),
    );
    await world.push();
    expect(world.served(1)!.name).toBe('newer');
    expect(world.open(1)).toEqual([]);
  });

  test('where somebody else wrote afterwards is left as it is', async () => {
    const { world } = await pushed(applying(noAnswer));
    await nextTurn(world);
    world.fake.change('public', fakeId(1), { name: 'theirs' });
    await world.clock.advance(10 * 60_000);
    await world.push();
    expect(world.served(1)!.name).toBe('theirs');
    expect(world.sent).toEqual([{ name: 'mine' }]);
    expect(world.shown(1)!.name).toBe('theirs');
  });

  test('one more look that fails for one file keeps no other file back', async () => {
    const { world } = await pushed(applying(noAnswer));
    await nextTurn(world);
    world.fake.put(fakeFile(2));
    await world.copy();
    await world.clock.advance(10 * 60_000);
    const other = world.edit(2, { name: 'other' });
    world.fake.faultOf = ({ name, input }) =>
      name === 'readFile' && input[1] === fakeId(1) ? failing(malformed) : null;
    await world.push();
    expect(world.statusOf(other)).toBe('settled');
  });
});

describe('a change of mind while the effect is unknown', () => {
  test('back to the old value waits for the minute, and is not taken for done before', async () => {
    const { world, startedAtMs } = await pushed(applyingLate(noAnswer));
    world.edit(1, { name: 'file 1' });
    await nextTurn(world);
    expect(world.sent).toEqual([{ name: 'mine' }]);
    world.fake.applyLate();
    await world.clock.advance(startedAtMs + 61_000 - world.clock.nowMs());
    await world.push();
    await world.clock.advance(10 * 60_000);
    await world.push();
    expect(world.served(1)!.name).toBe('file 1');
    expect(world.open(1)).toEqual([]);
  });

  test('a value on the way that only looks as if it had landed stays to be sent, should what is on top be given up', async () => {
    const { world, startedAtMs } = await pushed(applyingLate(noAnswer));
    world.edit(1, { name: 'file 1' });
    const third = world.edit(1, { name: 'third' });
    await nextTurn(world);
    world.fake.applyLate();
    world.queue.discard([third]);
    await world.clock.advance(startedAtMs + 61_000 - world.clock.nowMs());
    await world.push();
    expect(world.served(1)!.name).toBe('file 1');
    expect(world.open(1)).toEqual([]);
  });

  test('a discarded edit that landed all the same is shown as what the service holds', async () => {
    const { world, edit } = await pushed(applyingLate(noAnswer));
    world.queue.discard([edit]);
    expect(world.shown(1)!.name).toBe('file 1');
    world.fake.applyLate();
    await world.clock.advance(3 * 60_000);
    await world.push();
    expect(world.shown(1)).toEqual({ name: 'mine', keyvalues: {} });
    expect(world.statusOf(edit)).toBe('discarded');
  });
});

test('a file that got through waits after its next failure as after its first', async () => {
  const { world } = await pushed(failing(noAnswer));
  for (let tries = 2; tries <= 4; tries++) {
    world.fake.next('updateFile', failing(noAnswer));
    await nextTurn(world);
  }
  expect(world.outbox.retryState(world.of(1)).failures).toBe(4);
  await nextTurn(world);
  expect(world.served(1)?.name).toBe('mine');
  expect(world.outbox.retryState(world.of(1))).toMatchObject({ failures: 0, notBeforeMs: 0 });
  await world.clock.advance(10 * 60_000);
  world.edit(1, { name: 'next' });
  world.fake.next('updateFile', failing(noAnswer));
  await world.push();
  expect(world.outbox.retryState(world.of(1)).failures).toBe(1);
});

test('a file whose update a read found on the service waits after its next failure as after its first', async () => {
  const { world } = await pushed(failing(noAnswer));
  for (let tries = 2; tries <= 4; tries++) {
    world.fake.next('updateFile', tries === 4 ? applying(noAnswer) : failing(noAnswer));
    await nextTurn(world);
  }
  expect([world.served(1)?.name, world.outbox.retryState(world.of(1)).failures]).toEqual(['mine', 4]);
  await nextTurn(world);
  expect(world.open(1)).toEqual([]);
  expect(world.outbox.retryState(world.of(1))).toEqual({ failures: 0, notBeforeMs: 0 });
});

test('a seen value ends no attempt whose body was sent twice: the other one may still land on a newer value', async () => {
  const { world } = await pushed(applyingLate(noAnswer));
  world.fake.next('updateFile', applying(noAnswer));
  await nextTurn(world);
  expect([world.served(1)?.name, world.sent.length]).toEqual(['mine', 2]);
  const lastAtMs = world.attempts(1)[0]!.startedAtMs;
  world.edit(1, { name: 'newer' });
  await nextTurn(world);
  expect(world.sent).toHaveLength(2);
  world.fake.applyLate();
  await world.clock.advance(lastAtMs + 60_001 - world.clock.nowMs());
  await world.push();
  expect(world.served(1)?.name).toBe('newer');
});

test('a key that holds an older value of ours is removed without a question, whichever way removes it', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1, { keyvalues: new Map([['env', 'old']]) }));
  await world.copy();
  const older = world.edit(1, { 'key:env': 'mine' });
  world.fake.next('updateFile', applying(noAnswer));
  await world.push();
  world.queue.discard([older]);
  const removal = world.edit(1, { 'key:env': null });
  await world.clock.advance(61_000);
  await world.push();
  expect([world.statusOf(removal), world.served(1)?.keyvalues]).toEqual(['settled', {}]);
});

test('an attempt is over once it can no longer land, whatever the service holds', async () => {
  const { world, edit, startedAtMs } = await pushed(failing(noAnswer));
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  await nextTurn(world);
  expect(world.statusOf(edit)).toBe('conflicted');
  expect(world.outbox.unresolvedAttempt(world.of(1))).not.toBeNull();
  await world.clock.advance(startedAtMs + 60_001 - world.clock.nowMs());
  world.edit(1, { 'key:seen': 'yes' });
  world.fake.next('updateFile', failing(answered(429)));
  await world.push();
  expect(world.outbox.unresolvedAttempt(world.of(1))).toBeNull();
});
