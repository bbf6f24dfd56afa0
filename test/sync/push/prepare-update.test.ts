import { describe, expect, test } from 'vitest';
import { decideUpdate, type PreparedUpdate, purposeAfterRefusal } from '../../../electron/sync/push/prepare-update.ts';
import { type Purpose, usual } from '../../../electron/sync/push/turn.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { SyncWorld } from '../../support/sync-world.ts';
import { answered, applying, applyingLate, noAnswer } from './failures.ts';
import { worldOf } from './world-of-files.ts';

const learning = (keyvaluesMode: 'unknown' | 'merge') => ({ connection: { learnt: { ...noTraits, keyvaluesMode } } });

/** Decides about file 1 on what the service holds, and on what was unresolved when it was read. */
async function decided(world: SyncWorld, purpose: Purpose = usual) {
  const file = world.of(1);
  const unresolved = world.outbox.unresolvedAttempt(file);
  const read = await world.fake.readFile('public', fakeId(1), new AbortController().signal);
  if (!read.ok) throw new Error(read.failure.kind);
  const record = { received: read.value, isFromService: true, readAtMs: world.clock.nowMs(), unresolved };
  return world.outbox.atomically(() => decideUpdate(world.ports, file, record, purpose));
}

/** The update of these fields gets no answer, and is not applied yet. */
async function unanswered(world: SyncWorld, fields: Parameters<SyncWorld['edit']>[1]) {
  const edit = world.edit(1, fields);
  world.fake.next('updateFile', applyingLate(noAnswer));
  await world.push();
  return edit;
}

describe('while an update of ours may still land', () => {
  test('what another value of it may change back is not called settled, and the file waits until it cannot', async () => {
    const world = await worldOf(1, learning('merge'));
    const sentAtMs = world.clock.nowMs();
    await unanswered(world, { name: 'first' });
    const second = world.edit(1, { name: 'second' });
    world.fake.change('public', fakeId(1), { name: 'second' });
    for (const afterMs of [1_000, IN_FLIGHT_WINDOW_MS - 1_000]) {
      await world.clock.advance(afterMs);
      await decided(world);
      expect(world.statusOf(second)).toBe('queued');
      expect(world.outbox.retryState(world.of(1)).notBeforeMs).toBe(sentAtMs + IN_FLIGHT_WINDOW_MS + 1);
    }
    await world.clock.advance(1);
    await decided(world);
    expect(world.ended(second)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  });

  test.each<[string, Parameters<SyncWorld['edit']>[1]]>([
    ['that it does not write', { name: 'first' }],
    ['to which it writes the value that is there', { name: 'first', 'key:env': 'there' }],
  ])('a field %s is settled at once', async (_what, fields) => {
    const world = await worldOf(1, learning('merge'));
    const first = await unanswered(world, fields);
    const there = 'key:env' in fields ? first : world.edit(1, { 'key:env': 'there' });
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'there']]) });
    await decided(world);
    expect(world.ended(there)).toContainEqual(expect.objectContaining({ field: 'key:env', status: 'settled' }));
  });

  test('the same update may go again at once', async () => {
    const world = await worldOf(1, learning('merge'));
    await unanswered(world, { name: 'first' });
    const before = world.outbox.retryState(world.of(1));
    expect((await decided(world)).update?.body).toBe('{"name":"first"}');
    expect(world.outbox.retryState(world.of(1))).toEqual(before);
  });

  test('one of several fields that it may still change keeps that field alone waiting', async () => {
    const world = await worldOf(1, learning('merge'));
    await unanswered(world, { name: 'first', 'key:env': 'prod' });
    const both = world.edit(1, { name: 'second', 'key:more': 'x' });
    world.fake.change('public', fakeId(1), {
      name: 'second',
      keyvalues: new Map([
        ['env', 'prod'],
        ['more', 'x'],
      ]),
    });
    await decided(world);
    expect(world.ended(both).map(({ field, status }) => [field, status])).toEqual([
      ['name', 'queued'],
      ['key:more', 'settled'],
    ]);
  });
});

describe('an update without an answer', () => {
  const isUnresolved = (world: SyncWorld): boolean => world.outbox.unresolvedAttempt(world.of(1)) !== null;

  test('has landed when the file has all it wrote, whatever other updates went before', async () => {
    const world = await worldOf(1, learning('merge'));
    world.edit(1, { name: 'first' });
    await world.push();
    world.edit(1, { name: 'second' });
    world.fake.next('updateFile', applying(noAnswer));
    await world.push();
    expect(isUnresolved(world)).toBe(true);
    await decided(world);
    expect(isUnresolved(world)).toBe(false);
  });

  test('has not landed when the file has a part of what it wrote', async () => {
    const world = await worldOf(1, learning('merge'));
    await unanswered(world, { name: 'mine', 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), { name: 'mine' });
    await decided(world);
    expect(world.attempts(1).map(({ isResolved }) => isResolved)).toEqual([false]);
  });

  test.each([
    ['may land for a minute', 0, [false, false]],
    ['cannot land any more after it', 1, [false, true]],
  ])('%s', async (_what, moreMs, resolved) => {
    const world = await worldOf(1, learning('merge'));
    await unanswered(world, { name: 'mine' });
    await world.clock.advance(IN_FLIGHT_WINDOW_MS + moreMs);
    await decided(world);
    expect(world.attempts(1).map(({ isResolved }) => isResolved)).toEqual(resolved);
  });
});

describe('a trial of the metadata mode', () => {
  const trial: Purpose = { kind: 'trial', field: 'key:env' };

  async function writtenIn(mode: 'unknown' | 'merge') {
    const world = await worldOf(1, learning(mode));
    world.edit(1, { 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), {
      keyvalues: new Map([
        ['env', 'prod'],
        ['more', 'x'],
      ]),
    });
    return world;
  }

  test('leaves the written key out of the map', async () => {
    const { update } = await decided(await writtenIn('unknown'), trial);
    expect(update?.body).toBe('{"keyvalues":{"more":"x"}}');
  });

  test('is none any more when the mode was learnt meanwhile', async () => {
    const world = await writtenIn('merge');
    expect((await decided(world, trial)).update).toBeNull();
    expect(world.open(1)).toEqual([]);
  });

  test('is none while an update without an answer may land', async () => {
    const world = await worldOf(1, learning('unknown'));
    await unanswered(world, { name: 'first' });
    const written = world.edit(1, { 'key:env': 'prod' });
    world.fake.change('public', fakeId(1), {
      name: 'first',
      keyvalues: new Map([
        ['env', 'prod'],
        ['more', 'x'],
      ]),
    });
    expect((await decided(world, trial)).update).toBeNull();
    expect(world.statusOf(written)).toBe('settled');
  });

  test('lets the key be written again over the absence that it left, and over no other absence', async () => {
    const world = await worldOf(1, learning('unknown'));
    world.fake.change('public', fakeId(1), {
      keyvalues: new Map([
        ['env', 'test'],
        ['more', 'old'],
      ]),
    });
    await world.pull();
    const edit = world.edit(1, { 'key:env': 'live', 'key:more': 'y' });
    const answer = { endedAtMs: 0, outcome: 'answered', isResolved: true, requestId: null, answeredRaw: '{}' };
    world.outbox.endAttempt((await decided(world)).update!.attemptId, answer);
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'live']]) });
    world.outbox.endAttempt((await decided(world, trial)).update!.attemptId, answer);
    world.fake.change('public', fakeId(1), { keyvalues: new Map() });
    await decided(world);
    expect(world.ended(edit).map(({ field, status }) => [field, status])).toEqual([
      ['key:env', 'queued'],
      ['key:more', 'conflicted'],
    ]);
  });
});

test('a removal that this service cannot carry out changes how the file is shown', async () => {
  const world = await worldOf(1, { connection: { learnt: { ...noTraits, keyvaluesMode: 'mergeWithoutRemoval' } } });
  const edit = world.edit(1, { 'key:env': null });
  expect(await decided(world)).toEqual({ update: null, hasChanged: true });
  expect(world.statusOf(edit)).toBe('refused');
});

describe('an update that was refused', () => {
  async function prepared(fields: Parameters<SyncWorld['edit']>[1], mode: 'unknown' | 'merge') {
    const world = await worldOf(1, learning(mode));
    world.edit(1, fields);
    const { update } = await decided(world);
    if (update === null) throw new Error('There is nothing to send');
    return update;
  }
  const purposeOf = (update: PreparedUpdate, status: number, mode: 'unknown' | 'merge') =>
    purposeAfterRefusal(update, answered(status), mode);
  const both = { 'key:env': null, name: 'mine' };

  test('is tried without its removals where they went as null, and by them alone where the mode is unknown', async () => {
    expect(purposeOf(await prepared(both, 'merge'), 400, 'merge')).toEqual({ kind: 'withoutRemovals' });
    expect(purposeOf(await prepared(both, 'unknown'), 400, 'unknown')).toEqual({ kind: 'onlyRemovals' });
  });

  test('is refused as it is where the mode was known and no null was sent', async () => {
    expect(purposeOf(await prepared(both, 'unknown'), 400, 'merge')).toBeNull();
  });

  test('is not taken apart when it failed in another way, or has no two parts', async () => {
    const update = await prepared(both, 'merge');
    expect([409, 500, 404].map((status) => purposeOf(update, status, 'merge'))).toEqual([null, null, null]);
    expect(purposeOf(await prepared({ 'key:env': null }, 'merge'), 400, 'merge')).toBeNull();
  });
});
