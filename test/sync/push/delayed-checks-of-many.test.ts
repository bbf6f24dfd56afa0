import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { answered, applyingLate, failing, malformed, noAnswer } from './failures.ts';
import { at, check, inMemorySync, overtaken } from './overtaken.ts';

describe('one more look at many files', () => {
  const due = async (count: number): Promise<InMemorySync> => {
    const one = await inMemorySync(count);
    for (let file = 1; file <= count; file++) {
      one.world.outbox.scheduleCheck(one.world.of(file), one.accountRef, one.world.clock.nowMs());
    }
    return one;
  };
  const reads = (one: InMemorySync): number => one.world.asked.filter((name) => name === 'readFile').length;

  test('leaves off at the third that cannot be read, and goes on with the others in the next round', async () => {
    const one = await due(5);
    one.world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(malformed) : null);
    expect(await check(one)).toEqual({ ok: true, value: null });
    expect(reads(one)).toBe(3);
    await check(one);
    expect(reads(one)).toBe(5);
    await check(one);
    expect(reads(one)).toBe(5);
  });

  test('that can never be read holds up no edit of another file', async () => {
    const one = await inMemorySync(31);
    const { world } = one;
    for (let file = 1; file <= 30; file++) one.changeFile(file, { name: 'mine' });
    world.fake.faultOf = ({ name }) => (name === 'updateFile' ? applyingLate(noAnswer) : null);
    await world.push();
    world.fake.faultOf = ({ name, input: [, id] }) =>
      name === 'readFile' && id !== fakeId(31) ? failing(answered(400)) : null;
    await at(one, VERIFY_AFTER_MS);
    one.changeFile(31, { name: 'of another file' });
    await world.push();
    expect(world.served(31)!.name).toBe('of another file');
  });

  test('that cannot be read is tried again more and more seldom, and near the end of the hour in which it can be put right', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    const { world } = one;
    const sentAtMs = world.clock.nowMs();
    world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(answered(500)) : null);
    const minutes: number[] = [];
    for (let times = 0; times < 30; times++) {
      const dueAtMs = world.outbox.nextCheckMs(world.connection.id, one.accountRef)!;
      await world.clock.advance(dueAtMs - world.clock.nowMs());
      minutes.push((world.clock.nowMs() - sentAtMs) / 60_000);
      await check(one);
    }
    expect(minutes.slice(0, 5)).toEqual([2, 4, 6, 8, 10]);
    const lastInTime = minutes.filter((minute) => minute < 60).at(-1);
    expect(lastInTime).toBeGreaterThan(45);
    expect(minutes.at(-1)! - minutes.at(-2)!).toBe(15);
  });

  test('that cannot be read is tried as seldom where edits of other files are sent', async () => {
    const one = await inMemorySync(2);
    await overtaken(one, 'first', 'second');
    const { world } = one;
    const asked: number[] = [];
    world.fake.faultOf = ({ name, input: [, id] }) => {
      if (name !== 'readFile' || id !== fakeId(1)) return null;
      asked.push(world.clock.nowMs());
      return failing(answered(500));
    };
    for (let times = 0; times < 36; times++) {
      await at(one, 5 * 60_000);
      one.changeFile(2, { name: `name ${times}` });
      await world.push();
    }
    const lastHour = asked.filter((askedMs) => askedMs > world.clock.nowMs() - 60 * 60_000);
    expect(lastHour.length).toBeLessThanOrEqual(4);
  });

  test('that could not be read for hours is tried in time for an update that is sent after them', async () => {
    const one = await inMemorySync();
    const { world } = one;
    await overtaken(one, 'first', 'second');
    world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(answered(500)) : null);
    for (let times = 0; times < 40; times++) {
      await at(one, world.outbox.nextCheckMs(world.connection.id, one.accountRef)! - world.clock.nowMs());
      await check(one);
    }
    world.fake.faultOf = () => null;
    await overtaken(one, 'third', 'fourth');
    world.fake.change('public', fakeId(1), { name: 'third' });
    await at(one, 15 * 60_000);
    await check(one);
    await world.push();
    expect(world.served(1)!.name).toBe('fourth');
  });

  test('is over once a read of it has come, however long that took', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    const { world } = one;
    const { promise: slow, resolve: end } = Promise.withResolvers<null>();
    const read = world.fake.readFile.bind(world.fake);
    world.fake.readFile = async (...asked) => {
      await slow;
      return await read(...asked);
    };
    await at(one, VERIFY_AFTER_MS);
    const checked = check(one);
    await at(one, 2_001);
    await checked;
    end(null);
    await world.ports.overdue.ended();
    expect(world.outbox.nextCheckMs(world.connection.id, one.accountRef)).toBeNull();
  });

  test('goes on past two that cannot be read', async () => {
    const one = await due(5);
    one.world.fake.next('readFile', failing(malformed));
    one.world.fake.next('readFile', failing(malformed));
    expect(await check(one)).toEqual({ ok: true, value: null });
    expect(reads(one)).toBe(5);
  });

  test.each(['read', 'gone'])(
    'goes on past any number that cannot be read where one that is %s parts them',
    async (how) => {
      const one = await due(7);
      const parting = [2, 4, 6].map(fakeId);
      if (how === 'gone') for (const id of parting) one.world.fake.remove('public', id);
      one.world.fake.faultOf = ({ name, input: [, id] }) =>
        name === 'readFile' && !parting.some((each) => each === id) ? failing(answered(500)) : null;
      expect(await check(one)).toEqual({ ok: true, value: null });
      expect(reads(one)).toBe(7);
    },
  );

  test('goes on past one whose own turn has not ended, and past one that is read for too long', async () => {
    const one = await due(3);
    const { world } = one;
    const { promise: slow, resolve: end } = Promise.withResolvers<null>();
    const overdue = world.ports.overdue.waitFor(world.of(1), slow);
    await at(one, 2_001);
    await overdue;
    const read = world.fake.readFile.bind(world.fake);
    world.fake.readFile = async (network, id, signal) => {
      if (id === fakeId(2)) await slow;
      return await read(network, id, signal);
    };
    const checked = check(one);
    await at(one, 2_001);
    expect(await checked).toEqual({ ok: true, value: null });
    expect(reads(one)).toBe(1);
    expect(world.outbox.dueChecks(world.connection.id, one.accountRef, world.clock.nowMs())).toEqual([]);
    const later = world.outbox.dueChecks(world.connection.id, one.accountRef, world.clock.nowMs() + 60 * 60_000);
    expect(later.map(({ id }) => id)).toEqual([fakeId(1), fakeId(2)]);
    end(null);
  });

  test('ends at the first that nothing else would get past', async () => {
    const one = await due(5);
    one.world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(answered(429)) : null);
    expect(await check(one)).toMatchObject({ ok: false });
    expect(reads(one)).toBe(1);
  });
});
