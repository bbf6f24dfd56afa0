import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RateLimit, type Scheduler } from '../../electron/remote/rate-limit.ts';
import { rateLimited } from '../../electron/remote/service-decorators.ts';
import { fakeFile, fakeId, FakeService } from '../support/fake-service.ts';
import { never } from './asking.ts';

/** Time that moves only when told, and tells whom it wakes. */
class ManualClock implements Scheduler {
  #nowMs = 1_000_000;
  readonly #sleepers = new Set<{ atMs: number; wake: () => void }>();

  nowMs = (): number => this.#nowMs;

  wakeAt = (atMs: number, wake: () => void): (() => void) => {
    const sleeper = { atMs, wake };
    this.#sleepers.add(sleeper);
    return () => this.#sleepers.delete(sleeper);
  };

  get sleepers(): number {
    return this.#sleepers.size;
  }

  async advance(byMs: number): Promise<void> {
    await whoeverWaits();
    const untilMs = this.#nowMs + byMs;
    for (;;) {
      const [next] = [...this.#sleepers].filter(({ atMs }) => atMs <= untilMs).toSorted((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.#sleepers.delete(next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.wake();
      await whoeverWaits();
    }
    this.#nowMs = untilMs;
    await whoeverWaits();
  }

  setBack(byMs: number): void {
    this.#nowMs -= byMs;
  }
}

/** A few turns of the microtask queue: no timer, so no real time. */
async function whoeverWaits(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await Promise.resolve();
}

/** When each of many callers got its turn, in milliseconds since the start. */
async function turns(perMinute: number, callers: number, forMs: number): Promise<readonly number[]> {
  const clock = new ManualClock();
  const startMs = clock.nowMs();
  const limit = new RateLimit(perMinute, clock);
  const atMs: number[] = [];
  for (let caller = 0; caller < callers; caller++)
    void limit.acquire(never).then(() => atMs.push(clock.nowMs() - startMs));
  await clock.advance(forMs);
  return atMs;
}

describe('a rate limit', () => {
  test('lets a sixth of a minute’s requests go at once and spreads the rest', async () => {
    expect(await turns(12, 5, 60_000)).toEqual([0, 0, 6_000, 12_000, 18_000]);
  });

  test('never lets more start within any minute, and wastes little of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 120 })),
        async (perMinute) => {
          const atMs = await turns(perMinute, perMinute * 4, 240_000);
          // So many more starts later, a minute has passed.
          const soonest = atMs.map((startMs, at) => (atMs[at + perMinute] ?? Infinity) - startMs);
          expect(Math.min(...soonest)).toBeGreaterThanOrEqual(60_000);
          expect(atMs.length).toBeGreaterThanOrEqual(Math.floor(perMinute * 4 * 0.8) - 1);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('serves requests in their order, and an aborted request delays no other', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(6, clock);
    const giving = new AbortController();
    const served: string[] = [];
    const ask = async (who: string, signal = never): Promise<void> => {
      served.push(`${who} ${await limit.acquire(signal)}`);
    };
    const all = [ask('first'), ask('second', giving.signal), ask('third')];
    giving.abort();
    await clock.advance(12_000);
    expect(served).toEqual(['first true', 'second false', 'third true']);
    await Promise.all(all);
    expect(clock.sleepers).toBe(0);
  });

  test('asks nothing more of a signal whose request has had its turn: one signal may outlive thousands', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(12, clock);
    const { signal } = new AbortController();
    const turns = [1, 2, 3].map(() => limit.acquire(signal));
    await clock.advance(60_000);
    expect(await Promise.all(turns)).toEqual([true, true, true]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('wakes nobody once everyone who waited has been aborted: the end of the program waits for no turn', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(1, clock);
    const giving = new AbortController();
    await limit.acquire(never);
    const late = limit.acquire(giving.signal);
    giving.abort();
    expect([await late, clock.sleepers]).toEqual([false, 0]);
  });

  test('lets the next one go as soon as an aborted one, which wanted more turns, is out of its way', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(12, clock);
    const giving = new AbortController();
    await limit.acquire(never);
    void limit.acquire(giving.signal, 2);
    const next = limit.acquire(never);
    giving.abort();
    await clock.advance(0);
    expect(await Promise.race([next, whoeverWaits()])).toBe(true);
  });

  test('does not let an aborted caller wait at all', async () => {
    expect(await new RateLimit(6, new ManualClock()).acquire(AbortSignal.abort())).toBe(false);
  });

  test('goes on after the clock is set back', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(60, clock);
    for (let taken = 0; taken < 10; taken++) await limit.acquire(never);
    clock.setBack(3_600_000);
    const turn = limit.acquire(never);
    await clock.advance(1_300);
    expect(await turn).toBe(true);
  });

  test('takes a new pace over at once', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(1, clock);
    await limit.acquire(never);
    const turn = limit.acquire(never);
    limit.setPerMinute(600);
    await clock.advance(120);
    expect(await turn).toBe(true);
  });

  test('a new pace is no burst, and what was saved at the old pace counts as that', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(6, clock);
    await limit.acquire(never);
    // Half a turn is saved at the old pace of one in 12 s; the other half takes 60 ms at the new pace of one in 120 ms.
    await clock.advance(6_000);
    const startMs = clock.nowMs();
    limit.setPerMinute(600);
    const atMs: number[] = [];
    for (let caller = 0; caller < 3; caller++) void limit.acquire(never).then(() => atMs.push(clock.nowMs() - startMs));
    await clock.advance(60_000);
    expect(atMs).toEqual([60, 180, 300]);
  });

  test('a pace that is lowered leaves no larger burst than its own', async () => {
    const clock = new ManualClock();
    const limit = new RateLimit(600, clock);
    limit.setPerMinute(12);
    const startMs = clock.nowMs();
    const atMs: number[] = [];
    for (let caller = 0; caller < 4; caller++) void limit.acquire(never).then(() => atMs.push(clock.nowMs() - startMs));
    await clock.advance(60_000);
    expect(atMs).toEqual([0, 0, 6_000, 12_000]);
  });
});

test('a rate-limited service sends each request in its turn, and never sends an aborted one', async () => {
  const clock = new ManualClock();
  const fake = new FakeService();
  fake.put(fakeFile(1));
  const service = rateLimited(fake, new RateLimit(6, clock));
  const giving = new AbortController();
  expect((await service.readFile('public', fakeId(1), never)).ok).toBe(true);
  const late = service.updateFile('public', fakeId(1), '{}', giving.signal);
  const last = service.signature('public', 'bafy1', never);
  giving.abort();
  await clock.advance(12_000);
  expect(await late).toEqual({ ok: false, failure: { kind: 'notSent', detail: 'given up before it was sent' } });
  expect(await last).toEqual({ ok: true, value: { signature: null } });
  expect(fake.calls.map(({ name }) => name)).toEqual(['readFile', 'signature']);
});
