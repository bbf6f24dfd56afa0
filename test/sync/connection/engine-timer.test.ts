import { problemOf } from '../../../src/domain/service/sync-state.ts';
import { describe, expect, test, vi } from 'vitest';
import { fakeFile } from '../../support/fake-service.ts';
import { SyncWorld } from '../../support/sync-world.ts';
import { answered, applyingLate, failing, noAnswer, notSent, portal } from '../push/failures.ts';

// Real tables and many turns of the event loop: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

/** A connection that has come to rest after its first check. */
async function started(files = 1, over: ConstructorParameters<typeof SyncWorld>[0] = {}): Promise<SyncWorld> {
  const world = new SyncWorld(over);
  for (let number = 1; number <= files; number++) world.fake.put(fakeFile(number));
  world.sync.send({ kind: 'started', mode: 'running' });
  await world.clock.settle();
  world.fake.calls.length = 0;
  return world;
}

async function typed(world: SyncWorld, file = 1, name = 'mine') {
  const edit = world.edit(file, { name });
  world.sync.send({ kind: 'editQueued' });
  await world.clock.settle();
  return edit;
}

const MINUTE = 60_000;

describe('the timer', () => {
  test('asks for news every so often', async () => {
    const world = await started();
    await world.clock.advance(5 * MINUTE - 1);
    expect(world.asked).toEqual([]);
    await world.clock.advance(1);
    expect(world.asked[0]).toBe('listFiles');
  });

  test.each([
    ['an unknown effect', noAnswer],
    ['a broken service', answered(500)],
    ['no way to the service', notSent],
    ['a web page', portal],
    ['too many requests', answered(429, { retryAfterMs: 20_000 })],
  ])('sends an edit again after %s, without any local write', async (_what, failure) => {
    const world = await started();
    world.fake.next('updateFile', failing(failure));
    const edit = await typed(world);
    expect(world.statusOf(edit)).toBe('queued');
    expect(world.clock.nextWakeMs).not.toBeNull();
    await world.clock.advance(MINUTE);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('is armed after every step, so that an edit gets through any number of failures', async () => {
    const world = await started();
    let left = 30;
    world.fake.faultOf = () => (left-- > 0 ? failing(left % 2 === 0 ? noAnswer : answered(500)) : null);
    const edit = await typed(world);
    await world.clock.advance(90 * MINUTE);
    expect(world.statusOf(edit)).toBe('settled');
    expect(problemOf(world.sync.state)).toBeNull();
  });

  test('is one, however much happens', async () => {
    const world = await started();
    for (const kind of ['checkAsked', 'networkDown', 'networkUp', 'editQueued', 'paused', 'resumed'] as const) {
      world.sync.send({ kind });
      await world.clock.settle();
      expect(world.clock.wakes).toBeLessThanOrEqual(1);
    }
    expect(world.clock.wakes).toBe(1);
  });

  test('waits as long as the service asks', async () => {
    const world = await started();
    world.fake.next('updateFile', failing(answered(503, { retryAfterMs: 10 * MINUTE })));
    const edit = await typed(world);
    expect(problemOf(world.sync.state)).toMatchObject({ reason: 'rateLimited', attempt: 1 });
    await world.clock.advance(10 * MINUTE - 1);
    expect(world.sent).toHaveLength(1);
    await world.clock.advance(1);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('looks once more at an update that may land late', async () => {
    const world = await started();
    world.fake.next('updateFile', applyingLate(noAnswer));
    await typed(world, 1, 'first');
    world.edit(1, { name: 'second' });
    world.sync.send({ kind: 'editQueued' });
    await world.clock.advance(2 * MINUTE);
    expect(world.served(1)!.name).toBe('second');
    world.fake.applyLate();
    expect(world.served(1)!.name).toBe('first');
    await world.clock.advance(10 * MINUTE);
    expect(world.served(1)!.name).toBe('second');
  });

  test('shows trouble while there is some, waits longer, and less long while somebody looks', async () => {
    const longest = async (isWatched: boolean): Promise<number> => {
      const world = await started();
      world.isWatched = isWatched;
      world.fake.faultOf = () => failing(notSent);
      world.sync.send({ kind: 'checkAsked' });
      let waitMs = 0;
      for (let tries = 0; tries < 25; tries++) {
        await world.clock.settle();
        const problem = problemOf(world.sync.state);
        expect(problem).toMatchObject({ reason: 'unreachable', detail: 'connection refused' });
        waitMs = Math.max(waitMs, problem!.retryAtMs - world.clock.nowMs());
        await world.clock.advance(problem!.retryAtMs - world.clock.nowMs());
      }
      return waitMs;
    };
    const watched = await longest(true);
    expect(watched).toBeGreaterThan(20_000);
    expect(watched).toBeLessThanOrEqual(30_000);
    expect(await longest(false)).toBeGreaterThan(2 * MINUTE);
  });
});

describe('a clock that is set back by a year', () => {
  const YEAR = 365 * 24 * 60 * MINUTE;

  test.each([
    ['an unknown effect', noAnswer],
    ['a broken service', answered(500)],
    ['no way to the service', notSent],
    ['too many requests', answered(429, { retryAfterMs: 20_000 })],
  ])('keeps no edit back for that year: %s', async (_what, failure) => {
    const world = await started();
    world.fake.next('updateFile', failing(failure));
    const edit = await typed(world);
    world.clock.setBack(YEAR);
    await world.clock.advance(30 * MINUTE);
    expect(world.statusOf(edit)).toBe('settled');
  });

  test('keeps no other value back behind an update whose effect is unknown', async () => {
    const world = await started();
    world.fake.next('updateFile', failing(noAnswer));
    await typed(world);
    world.clock.setBack(YEAR);
    const second = await typed(world, 1, 'mine as well');
    await world.clock.advance(30 * MINUTE);
    expect(world.statusOf(second)).toBe('settled');
  });

  test('asks for news as often as before', async () => {
    const world = await started();
    world.clock.setBack(YEAR);
    await world.clock.advance(61 * MINUTE);
    const lists = world.asked.filter((what) => what === 'listFiles');
    expect(lists.length).toBeGreaterThanOrEqual(10);
    expect(lists.length).toBeLessThanOrEqual(40);
  });

  test('shows what somebody else wrote after an edit of ours was taken', async () => {
    const world = await started();
    expect(world.statusOf(await typed(world))).toBe('settled');
    world.clock.setBack(YEAR);
    const { network, id } = world.of(1);
    world.fake.change(network, id, { name: 'theirs' });
    await world.clock.advance(61 * MINUTE);
    expect(world.shown(1)?.name).toBe('theirs');
  });

  test('and forth every minute makes neither a storm of requests nor a standstill', async () => {
    const [steady, jumping] = [await anHourInVain(0), await anHourInVain(YEAR)];
    expect(jumping.requests).toBeLessThan(2 * steady.requests);
    expect(jumping.requests).toBeGreaterThan(steady.requests / 2);
    jumping.world.fake.faultOf = () => null;
    await jumping.world.clock.advance(30 * MINUTE);
    expect(jumping.world.statusOf(jumping.edit)).toBe('settled');
  });

  /** An hour in which nothing is answered, and the clock goes back and forth by so much. */
  async function anHourInVain(byMs: number) {
    const world = await started();
    world.fake.faultOf = () => failing(noAnswer);
    const edit = await typed(world);
    world.fake.calls.length = 0;
    for (let minute = 0; minute < 60; minute++) {
      world.clock.setBack(minute % 2 === 0 ? byMs : -byMs);
      await world.clock.advance(MINUTE);
    }
    return { world, edit, requests: world.fake.calls.length };
  }
});
