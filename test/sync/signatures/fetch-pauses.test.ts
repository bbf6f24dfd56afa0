import { describe, expect, test } from 'vitest';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { backoffDelayMs } from '../../../src/domain/service/schedule.ts';
import { connectionA } from '../../support/builders.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { FetchBackoff } from '../../../electron/sync/signatures/fetch-backoff.ts';
import { cidOf, contentOf, SignatureWorld } from './signature-world.ts';

const contents = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => contentOf(from + at));
const answered = (status: number, retryAfterMs: number | null = null): RemoteFailure => ({
  kind: 'answered',
  status,
  message: 'no',
  requestId: null,
  retryAfterMs,
});
const malformed: RemoteFailure = { kind: 'malformed', detail: 'the answer is not a signature', requestId: null };

/** A world whose service fails each of these contents once. */
function failingOnce(failure: RemoteFailure, ...numbers: readonly number[]): SignatureWorld {
  const world = new SignatureWorld();
  const left = new Set(numbers.map(cidOf));
  world.fake.faultOf = ({ input }) => (left.delete(String(input[1])) ? { kind: 'failed', failure } : null);
  return world;
}

async function fetched(world: SignatureWorld, from: number, to: number): Promise<SignatureWorld> {
  world.fetches.begin(connectionA, contents(from, to), true);
  await world.clock.settle();
  return world;
}

describe('failures that may be of the content alone', () => {
  test('pause the job at the third in a row, and not before', async () => {
    const two = await fetched(failingOnce(malformed, 0, 1), 0, 2);
    expect(two.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 2, failed: 0 });
    const three = await fetched(failingOnce(malformed, 0, 1, 2), 0, 3);
    expect(three.fetches.state(connectionA)).toMatchObject({ status: 'waiting', done: 0 });
    expect(three.fetches.state(connectionA)?.retryAtMs).toBeGreaterThan(three.clock.nowMs());
  });

  test('pause the job for as long as the third failure in a row asks for', async () => {
    const three = await fetched(failingOnce(malformed, 0, 1, 2), 0, 3);
    const pauseMs = (three.fetches.state(connectionA)?.retryAtMs ?? 0) - three.clock.nowMs();
    expect(pauseMs).toBe(backoffDelayMs(3, seededRandom().next()));
  });

  test('are not in a row when a signature came between', async () => {
    const world = failingOnce(malformed, 0, 1, 4);
    world.putSigned(0, 8);
    await fetched(world, 0, 8);
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 8, failed: 0 });
  });

  test('of an earlier job do not count for the next', async () => {
    const world = failingOnce(answered(400), 0, 1);
    await fetched(world, 0, 2);
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', failed: 2 });
    world.fake.next('signature', { kind: 'failed', failure: malformed });
    await fetched(world, 2, 3);
    expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 1, failed: 0 });
  });
});

test('contents that the service refuses are given up with its words, pause nothing, and say nothing about the token', async () => {
  const world = await fetched(failingOnce(answered(400), 0, 1, 2, 3), 0, 4);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'done', done: 4, failed: 4, failure: '400: "no"' });
  expect(world.learnt.signatures).toEqual({ kind: 'notChecked' });
});

test('of several requests to wait in one go the first counts, and a person may go on at once', async () => {
  const world = new SignatureWorld();
  world.fake.next('signature', { kind: 'failed', failure: answered(429, 30_000) });
  world.fake.next('signature', { kind: 'failed', failure: answered(429, 60_000) });
  await fetched(world, 0, 2);
  expect(world.fetches.state(connectionA)?.retryAtMs).toBe(world.clock.nowMs() + 30_000);
  expect(world.clock.wakes).toBe(1);
  world.fetches.goOn(connectionA);
  expect(world.fetches.state(connectionA)).toMatchObject({ status: 'asking', retryAtMs: null });
  await world.clock.settle();
  expect([world.fetches.state(connectionA)?.status, world.clock.wakes]).toEqual(['done', 0]);
});

describe('a job that is ended during a pause', () => {
  const paused = async (): Promise<SignatureWorld> => {
    const world = new SignatureWorld();
    world.fake.next('signature', { kind: 'failed', failure: answered(429, 30_000) });
    return fetched(world, 0, 2);
  };

  test('by a person leaves no alarm behind', async () => {
    const world = await paused();
    await world.fetches.cancel(connectionA);
    expect([world.fetches.state(connectionA), world.clock.wakes]).toEqual([null, 0]);
  });

  test('by the end of the program leaves none either, and stays', async () => {
    const world = await paused();
    await world.fetches.close();
    expect([world.fetches.state(connectionA)?.done, world.clock.wakes]).toEqual([1, 0]);
  });
});

test('the permission to read signatures is noted when it is seen, and not with every signature', async () => {
  const world = await fetched(new SignatureWorld(), 0, 1);
  const noted = world.learnt.signatures;
  expect(noted).toEqual({ kind: 'yes', checkedAtMs: world.clock.nowMs() });
  await world.clock.advance(1_000);
  await fetched(world, 1, 2);
  expect(world.learnt.signatures).toBe(noted);
});

describe('a pause without a time of the service', () => {
  const backoff = () => {
    const clock = new ManualClock();
    const over: string[] = [];
    return {
      clock,
      over,
      pauses: new FetchBackoff({ clock, random: { next: () => 1, uuid: () => '' } }, (id) => void over.push(id)),
    };
  };

  test('is twice as long with every failure in a row, and short again after a success', () => {
    const { clock, pauses } = backoff();
    const pauseMs = (): number => {
      pauses.failed(connectionA);
      pauses.begin(connectionA, null);
      const endsAtMs = pauses.endsAtMs(connectionA) ?? 0;
      pauses.end(connectionA);
      return endsAtMs - clock.nowMs();
    };
    expect([pauseMs(), pauseMs(), pauseMs()]).toEqual([1_000, 2_000, 4_000]);
    pauses.succeeded(connectionA);
    expect(pauseMs()).toBe(1_000);
  });

  test('counts failures that came in one go with the one that began it once', () => {
    const { clock, pauses } = backoff();
    const counts = Array.from({ length: 3 }, () => {
      const inARow = pauses.failed(connectionA);
      pauses.begin(connectionA, null);
      return inARow;
    });
    expect([counts, (pauses.endsAtMs(connectionA) ?? 0) - clock.nowMs()]).toEqual([[1, 1, 1], 1_000]);
    pauses.end(connectionA);
    expect(pauses.failed(connectionA)).toBe(2);
  });

  test('is over at its time, unless it was ended before', async () => {
    const { clock, over, pauses } = backoff();
    pauses.begin(connectionA, null);
    await clock.advance(1_000);
    expect(over).toEqual([connectionA]);
    pauses.end(connectionA);
    pauses.begin(connectionA, null);
    pauses.end(connectionA);
    await clock.advance(10_000);
    expect([over.length, pauses.has(connectionA), [...pauses.owners()]]).toEqual([1, false, []]);
  });
});
