import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, applyingLate, failing, malformed, noAnswer } from './failures.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { at, check, inMemorySync, overtaken } from './overtaken.ts';

describe('one more look', () => {
  test('is asked for after an answer that never came, two minutes on, and is remembered by the queue', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    const sentAtMs = one.world.clock.nowMs();
    await one.world.push();
    expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBe(sentAtMs + VERIFY_AFTER_MS);
  });

  test('puts right what an older request of ours changed back, as an edit in the queue', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.applyLate();
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'first', mine: 'second', status: 'queued' }]);
    expect(one.world.shown(1)!.name).toBe('second');
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('second');
  });

  test('puts back what the person decided last, also where the service had it already and no request told of it', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.change('public', fakeId(1), { name: 'third' });
    one.changeFile(1, { name: 'third' });
    await one.world.push();
    expect(one.world.open(1)).toEqual([]);
    one.world.fake.applyLate();
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect(one.world.open(1)).toEqual([{ field: 'name', base: 'first', mine: 'third', status: 'queued' }]);
  });

  test('is never taken for another account, and waits for its own', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.applyLate();
    const { connection } = one.world;
    one.world.connection = { ...connection, account: 'another' };
    await at(one, VERIFY_AFTER_MS);
    one.world.fake.calls.length = 0;
    await check(one);
    expect([one.world.asked, one.world.open(1)]).toEqual([[], []]);
    one.world.connection = connection;
    await check(one);
    expect(one.world.open(1)).toMatchObject([{ base: 'first', mine: 'second', status: 'queued' }]);
  });

  test('finds nothing to do where the same request came twice', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'mine' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    await at(one, 61_000);
    await one.world.push();
    one.world.fake.applyLate();
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
    expect([one.world.open(1), one.world.served(1)!.name]).toEqual([[], 'mine']);
    expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBeNull();
  });

  test('asks where a key is gone: a late removal of ours looks like anybody’s', async () => {
    const one = await inMemorySync();
    one.world.connection = {
      ...one.world.connection,
      learnt: { ...one.world.connection.learnt, keyvaluesMode: 'merge' },
    };
    await overtaken(one, null, 'kept', 'key:env');
    one.world.fake.applyLate();
    expect(one.world.served(1)!.keyvalues).toEqual({});
    await at(one, VERIFY_AFTER_MS);
    await one.world.push();
    expect(one.world.open(1)).toMatchObject([{ field: 'key:env', mine: 'kept', status: 'conflicted' }]);
    expect(one.world.served(1)!.keyvalues).toEqual({});
  });

  test('leaves a stranger’s value alone', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.change('public', fakeId(1), { name: 'theirs' });
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect([one.world.open(1), one.world.shown(1)!.name]).toEqual([[], 'theirs']);
  });

  test('does not put right a field that waits for its own turn, and looks again later', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.applyLate();
    const edit = one.changeFile(1, { name: 'third' });
    one.world.queue.hold([edit]);
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect(one.world.open(1)).toMatchObject([{ mine: 'third', status: 'held' }]);
    expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBe(
      one.world.clock.nowMs() + VERIFY_AFTER_MS,
    );
  });

  test('is put off by a failure, and is over when the file is gone', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    await at(one, VERIFY_AFTER_MS);
    one.world.fake.next('readFile', failing(answered(500)));
    await check(one);
    expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBe(
      one.world.clock.nowMs() + VERIFY_AFTER_MS,
    );
    one.world.fake.remove('public', fakeId(1));
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect(one.world.outbox.nextCheckMs(one.world.connection.id, one.accountRef)).toBeNull();
  });
});

describe('one more look at many files', () => {
  const due = async (count: number): Promise<InMemorySync> => {
    const one = await inMemorySync(count);
    for (let file = 1; file <= count; file++) {
      one.world.outbox.scheduleCheck(one.world.of(file), one.accountRef, one.world.clock.nowMs());
    }
    return one;
  };
  const reads = (one: InMemorySync): number => one.world.asked.filter((name) => name === 'readFile').length;

  test('ends at the third that cannot be read, and all of them stay due', async () => {
    const one = await due(5);
    one.world.fake.faultOf = ({ name }) => (name === 'readFile' ? failing(malformed) : null);
    expect(await check(one)).toMatchObject({ ok: false, failure: malformed });
    expect(reads(one)).toBe(3);
    one.world.fake.faultOf = () => null;
    await at(one, VERIFY_AFTER_MS);
    expect(await check(one)).toEqual({ ok: true, value: null });
    expect(reads(one)).toBe(8);
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
    const later = world.outbox.dueChecks(world.connection.id, one.accountRef, world.clock.nowMs() + VERIFY_AFTER_MS);
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

test.each([
  ['alone', {}],
  ['with another field', { 'key:more': 'x' }],
])(
  'a value sent %s that came back once more after it was put right is somebody else’s, and stays',
  async (_how, beside) => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second', 'name', beside);
    one.world.fake.applyLate();
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('second');
    one.world.fake.change('public', fakeId(1), { name: 'first' });
    one.world.outbox.scheduleCheck(one.world.of(1), one.accountRef, one.world.clock.nowMs());
    await at(one, VERIFY_AFTER_MS);
    await check(one);
    expect([one.world.open(1), one.world.shown(1)!.name]).toEqual([[], 'first']);
  },
);

test('a value that the person wants again is not put right: no request told of it', async () => {
  const one = await inMemorySync();
  await overtaken(one, 'first', 'second');
  one.world.fake.applyLate();
  const again = one.changeFile(1, { name: 'first' });
  await one.world.push();
  expect(one.world.ended(again)).toMatchObject([{ status: 'settled', settlement: 'alreadyThere' }]);
  one.world.outbox.scheduleCheck(one.world.of(1), one.accountRef, one.world.clock.nowMs());
  await at(one, VERIFY_AFTER_MS);
  one.world.fake.calls.length = 0;
  await check(one);
  expect(one.world.asked).toEqual(['readFile']);
  expect([one.world.open(1), one.world.served(1)!.name]).toEqual([[], 'first']);
});

test('a newer edit goes over an older value of ours that landed late, and asks nobody', async () => {
  const one = await inMemorySync();
  await overtaken(one, 'first', 'second');
  one.world.fake.applyLate();
  const third = one.changeFile(1, { name: 'third' });
  await one.world.push();
  expect([one.world.statusOf(third), one.world.served(1)!.name]).toEqual(['settled', 'third']);
});

test('a value that the service refused and the person gave up is not what is put right', async () => {
  const one = await inMemorySync();
  await overtaken(one, 'first', 'second');
  const third = one.changeFile(1, { name: 'third' });
  one.world.fake.next('updateFile', failing(answered(400)));
  await one.world.push();
  expect(one.world.statusOf(third)).toBe('refused');
  one.world.queue.discard([third]);
  one.world.fake.applyLate();
  await at(one, VERIFY_AFTER_MS);
  await check(one);
  expect(one.world.open(1)).toEqual([{ field: 'name', base: 'first', mine: 'second', status: 'queued' }]);
});
