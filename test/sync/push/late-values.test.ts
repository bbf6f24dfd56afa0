import { describe, expect, test } from 'vitest';
import { REPAIR_WINDOW_MS, VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import type { FieldValue } from '../../../src/domain/files/field.ts';
import type { InMemorySync } from '../in-memory-sync.ts';
import { fakeId } from '../../support/fake-service.ts';
import { applyingLate, noAnswer } from './failures.ts';
import { at, check, inMemorySync, overtaken } from './overtaken.ts';

describe('an older value of ours that landed late', () => {
  const putRight = [{ field: 'name', base: 'first', mine: 'second', status: 'queued' }];
  async function looked(one: InMemorySync) {
    one.world.outbox.scheduleCheck(one.world.of(1), one.accountRef, one.world.clock.nowMs());
    await at(one, VERIFY_AFTER_MS);
    await check(one);
  }

  test('is put right although the person typed it again and gave that up', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    const again = one.changeFile(1, { name: 'first' });
    one.world.queue.discard([again]);
    one.world.fake.applyLate();
    await looked(one);
    expect(one.world.open(1)).toEqual(putRight);
  });

  test('is put right although another field got the same value later', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.changeFile(1, { 'key:env': 'first' });
    await one.world.push();
    one.world.fake.applyLate();
    await looked(one);
    expect(one.world.open(1)).toEqual(putRight);
  });

  test('is put right although another field went the same way, or the same value was wanted before', async () => {
    const one = await inMemorySync();
    for (const value of ['first', 'second']) {
      one.changeFile(1, { 'key:env': value });
      await one.world.push();
    }
    for (const value of ['second', 'third']) {
      one.changeFile(1, { name: value });
      await one.world.push();
    }
    await overtaken(one, 'first', 'second');
    one.world.fake.applyLate();
    await looked(one);
    expect(one.world.open(1)).toEqual(putRight);
  });

  test('is put right although its update wrote another field first', async () => {
    const one = await inMemorySync();
    one.changeFile(1, { name: 'first' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.changeFile(1, { 'key:more': 'x', name: 'second' });
    await at(one, 61_000);
    await one.world.push();
    one.world.fake.applyLate();
    await looked(one);
    expect(one.world.open(1)).toEqual(putRight);
  });

  test('stays where another account wrote the newer one: that is not for this account to put back', async () => {
    const one = await inMemorySync();
    const { connection } = one.world;
    const first = one.changeFile(1, { name: 'first' });
    one.world.fake.next('updateFile', applyingLate(noAnswer));
    await one.world.push();
    one.world.queue.discard([first]);
    one.world.connection = { ...connection, account: 'another' };
    one.changeFile(1, { name: 'second' });
    await at(one, 61_000);
    await one.world.push();
    expect(one.world.served(1)!.name).toBe('second');
    one.world.connection = connection;
    one.world.fake.applyLate();
    await looked(one);
    expect(one.world.open(1)).toEqual([]);
  });

  test('asks nobody when a list shows it under a newer edit that waits', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    one.world.fake.applyLate();
    await at(one, VERIFY_AFTER_MS + 1);
    const third = one.changeFile(1, { name: 'third' });
    await one.world.pull();
    expect(one.world.tables.files.get(one.world.of(1))?.record.name).toBe('first');
    expect(one.world.statusOf(third)).toBe('queued');
  });

  test('leaves no change set behind where there is nothing to put right', async () => {
    const one = await inMemorySync();
    await overtaken(one, 'first', 'second');
    const sets = () => one.outboxDb.prepare('SELECT count(*) FROM change_sets').pluck().get();
    const before = sets();
    await looked(one);
    expect(sets()).toBe(before);
  });

  test('on a removed key is put right although an earlier removal of the key found nothing to remove', async () => {
    const one = await inMemorySync();
    const { world } = one;
    world.connection = { ...world.connection, learnt: { ...world.connection.learnt, keyvaluesMode: 'merge' } };
    const sent = async (value: FieldValue) => {
      one.changeFile(1, { 'key:env': value });
      await world.push();
    };
    await sent(null);
    const draft = one.changeFile(1, { 'key:env': 'draft' });
    one.changeFile(1, { 'key:env': null });
    world.queue.discard([draft]);
    await world.push();
    await sent('first');
    await sent(null);
    world.fake.change('public', fakeId(1), { keyvalues: new Map([['env', 'first']]) });
    await looked(one);
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'first', mine: null, status: 'queued' }]);
  });

  test('on a key that the person removed before it landed is put right, though nothing was there to remove', async () => {
    const one = await inMemorySync();
    const { world } = one;
    world.connection = { ...world.connection, learnt: { ...world.connection.learnt, keyvaluesMode: 'merge' } };
    one.changeFile(1, { 'key:env': null });
    await world.push();
    await at(one, REPAIR_WINDOW_MS);
    await overtaken(one, 'first', null, 'key:env');
    expect(world.open(1)).toEqual([]);
    world.fake.applyLate();
    await looked(one);
    expect(world.open(1)).toEqual([{ field: 'key:env', base: 'first', mine: null, status: 'queued' }]);
  });

  test('stays where the person let it go out last, above what they had decided before', async () => {
    const one = await inMemorySync();
    const { world } = one;
    const held = one.changeFile(1, { name: 'held' });
    world.queue.hold([held]);
    one.changeFile(1, { name: 'newer' });
    await world.push();
    await at(one, 1_000);
    world.queue.release([held]);
    await world.push();
    world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'mine' } }]);
    await world.push();
    expect(world.served(1)!.name).toBe('held');
    await looked(one);
    expect(world.open(1)).toEqual([]);
  });

  test('that took a key away is asked about once, and not again after the person gave way', async () => {
    const one = await inMemorySync();
    const { world } = one;
    world.connection = { ...world.connection, learnt: { ...world.connection.learnt, keyvaluesMode: 'merge' } };
    await overtaken(one, null, 'kept', 'key:env');
    world.fake.applyLate();
    await looked(one);
    await world.push();
    expect(world.open(1)).toMatchObject([{ mine: 'kept', status: 'conflicted' }]);
    world.queue.decide(world.of(1), [{ field: 'key:env', choice: { kind: 'server' } }]);
    await looked(one);
    expect(world.open(1)).toEqual([]);
  });
});

test('an older value of ours that lands between an update and its answer is asked about by nobody, and written over', async () => {
  const { world } = await inMemorySync();
  const edit = (name: string) => world.edit(1, { name });
  edit('first');
  world.fake.next('updateFile', applyingLate(noAnswer));
  await world.push();
  const second = edit('second');
  const update = world.fake.updateFile.bind(world.fake);
  world.fake.updateFile = async (network, id, body, signal) => {
    world.fake.updateFile = update;
    await update(network, id, body, signal);
    world.fake.applyLate();
    return world.fake.readFile(network, id, signal);
  };
  await world.clock.advance(61_000);
  await world.push();
  expect([world.statusOf(second), world.served(1)!.name]).toEqual(['queued', 'first']);
  await world.clock.advance(61_000);
  await world.push();
  expect([world.statusOf(second), world.served(1)!.name]).toEqual(['settled', 'second']);
});

test('an older value of ours is known as one where a newer edit of another field went out with it', async () => {
  const { world } = await inMemorySync();
  const name = world.edit(1, { name: 'first' });
  const key = world.edit(1, { 'key:env': 'new' });
  world.fake.next('updateFile', applyingLate(noAnswer));
  await world.push();
  world.fake.change('public', fakeId(1), { name: 'theirs' });
  await world.clock.advance(61_000);
  await world.push();
  expect([world.statusOf(name), world.statusOf(key)]).toEqual(['conflicted', 'settled']);
  world.fake.applyLate();
  world.queue.decide(world.of(1), [{ field: 'name', choice: { kind: 'byHand', value: 'decided' } }]);
  await world.push();
  expect([world.open(1), world.served(1)!.name]).toEqual([[], 'decided']);
});
