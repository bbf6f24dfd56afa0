import { describe, expect, test } from 'vitest';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { fakeId } from '../../support/fake-service.ts';
import { answered, applyingLate, failing, noAnswer } from './failures.ts';
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
