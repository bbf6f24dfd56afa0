import { accountRefOf } from '../../../src/domain/connections/connection.ts';
import { describe, expect, test } from 'vitest';
import { nextRetry } from '../../../electron/database/outbox/due-files.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { type FakeCall, fakeFile, fakeId } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, failing, malformed, noAnswer } from './failures.ts';

/** A copy of some files, with one edit of the first. */
async function edited({ files = 1 } = {}) {
  const world = new SyncWorld();
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  await world.copy();
  const edit = world.edit(1, { name: 'mine' });
  return { world, edit };
}

const waiting = [{ field: 'name', base: 'file 1', mine: 'mine', status: 'queued' }];

describe('a service that breaks on an edit', () => {
  const breaking = (world: SyncWorld, isBroken: (id: unknown) => boolean): void => {
    world.fake.faultOf = ({ name, input }) =>
      name === 'updateFile' && isBroken(input[1]) ? failing(answered(500)) : null;
  };

  test('is asked again after longer and longer waits', async () => {
    const { world } = await edited();
    breaking(world, () => true);
    const waits: number[] = [];
    for (let failures = 1; failures <= 6; failures++) {
      const result = await world.push();
      expect(world.outbox.retryState(world.of(1)).failures).toBe(failures);
      const waitMs = result.againAtMs! - world.clock.nowMs();
      expect(waitMs).toBeLessThanOrEqual(1_000 * 2 ** (failures - 1));
      waits.push(waitMs);
      await world.clock.advance(waitMs);
    }
    expect(Math.max(...waits)).toBeGreaterThan(4_000);
  });

  test('ends no round while other files get through in between', async () => {
    const { world } = await edited({ files: 8 });
    for (const number of [2, 3, 4, 5, 6, 7, 8]) world.edit(number, { name: 'mine' });
    const broken = [1, 3, 5, 7].map((number) => fakeId(number));
    breaking(world, (id) => broken.some((one) => one === id));
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect([2, 4, 6, 8].flatMap((number) => world.open(number))).toEqual([]);
  });

  test.each([402, 426, 431])('answers %i to everything, and no edit is called refused', async (status) => {
    const { world } = await edited({ files: 5 });
    const edits = [2, 3, 4, 5].map((number) => world.edit(number, { name: 'mine' }));
    world.fake.faultOf = () => failing(answered(status));
    expect(await world.push()).toMatchObject({ kind: 'failed', detail: `${status}: "status ${status}"` });
    expect(edits.map((edit) => world.statusOf(edit))).toEqual(edits.map(() => 'queued'));
    world.fake.faultOf = () => null;
    await world.clock.advance(60_000);
    await world.push();
    expect(edits.map((edit) => world.statusOf(edit))).toEqual(edits.map(() => 'settled'));
  });

  test('never makes an edit suspect while no other file gets through', async () => {
    const { world } = await edited();
    breaking(world, () => true);
    for (let tries = 0; tries < 20; tries++) {
      await world.push();
      await world.clock.advance(5 * 60_000);
    }
    expect(world.open(1)).toEqual(waiting);
  });

  test('makes an edit wait for the person after eight failures, if other files get through meanwhile', async () => {
    const { world, edit } = await edited({ files: 2 });
    breaking(world, (id) => id === fakeId(1));
    for (let tries = 0; tries < 8; tries++) {
      expect(world.statusOf(edit)).toBe('queued');
      world.edit(2, { name: `other ${tries}` });
      await world.push();
      await world.clock.advance(5 * 60_000);
    }
    expect(world.statusOf(edit)).toBe('refused');
    expect(world.words(edit)).toMatchObject({ status: 500, message: 'status 500' });
    expect(world.outbox.retryState(world.of(1))).toEqual({ failures: 0, notBeforeMs: 0 });
  });

  test.each([
    ['resets every connection', () => failing(noAnswer)],
    ['breaks on every update', ({ name }: FakeCall) => (name === 'updateFile' ? failing(answered(500)) : null)],
  ])('and %s for minutes makes no edit suspect, although others got through before', async (_how, fault) => {
    const { world, edit } = await edited({ files: 2 });
    for (let outage = 0; outage < 3; outage++) {
      world.fake.faultOf = ({ input }) => (input[1] === fakeId(1) ? failing(noAnswer) : null);
      world.edit(2, { name: `other ${outage}` });
      await world.push();
      world.fake.faultOf = fault;
      for (let tries = 0; tries < 9; tries++) {
        await world.push();
        await world.clock.advance(20_000);
      }
      expect(world.statusOf(edit), `outage ${outage}`).toBe('queued');
    }
    world.fake.faultOf = () => null;
    await world.clock.advance(5 * 60_000);
    await world.push();
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('for three files in a row is asked about no further file', async () => {
    const { world } = await edited({ files: 12 });
    for (let number = 2; number <= 12; number++) world.edit(number, { name: `mine ${number}` });
    breaking(world, () => true);
    expect(await world.push()).toMatchObject({ kind: 'failed', failureClass: { kind: 'broken' } });
    expect(world.sent.length).toBeLessThanOrEqual(6);
  });
});

describe('a failed read before the update', () => {
  test.each<[string, RemoteFailure]>([
    ['lost', noAnswer],
    ['cut', malformed],
    ['broken', answered(500)],
  ])('that was %s sends nothing and lets the file wait', async (_how, failure) => {
    const { world } = await edited();
    world.fake.next('readFile', failing(failure));
    expect(await world.push()).toMatchObject({ kind: 'drained' });
    expect(world.sent).toEqual([]);
    expect(world.open(1)).toEqual(waiting);
    expect(world.outbox.retryState(world.of(1)).failures).toBe(1);
    expect(world.attempts(1)).toEqual([]);
  });
});

test('a file keeps how it failed last until it succeeds, and names it to the screens', async () => {
  const world = new SyncWorld();
  world.fake.put(fakeFile(1));
  await world.copy();
  world.fake.next('updateFile', failing(answered(500)));
  world.edit(1, { name: 'mine' });
  await world.push();
  const { notBeforeMs, lastFailure } = world.outbox.retryState(world.of(1));
  expect(lastFailure).toEqual({ kind: 'answered', status: 500, words: 'status 500' });
  const asked = nextRetry(world.outboxDb)(world.connection.id, accountRefOf(world.connection));
  expect(asked).toEqual({ failures: 1, retryAtMs: notBeforeMs, lastFailure });
});
