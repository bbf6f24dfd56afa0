import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FailureClass } from '../../../src/domain/service/remote-failure.ts';
import {
  reduce,
  restingState,
  type Reduced,
  type SyncEvent,
  type SyncState,
} from '../../../src/domain/service/sync-machine.ts';

const now = { nowMs: 1_000_000, random: 0.5, pullEveryMs: 300_000, watched: false };
const failed = (failureClass: FailureClass): SyncEvent => ({
  kind: 'failed',
  failureClass,
  detail: 'words',
  againAtMs: null,
});
const unreachable = failed({ kind: 'notApplied' });

/** Runs events one after another, while time stands still. */
const after = (state: SyncState, ...events: readonly SyncEvent[]): Reduced =>
  events.reduce<Reduced>((reduced, event) => reduce(reduced.state, event, now), { state, effects: [] });

const running = after(restingState, { kind: 'started', mode: 'running' }).state;
const atRest = after(running, { kind: 'pushed', againAtMs: null }, { kind: 'pulled' });

describe('a connection', () => {
  test('pushes before it pulls, and then waits for the next check', () => {
    const start = after(restingState, { kind: 'started', mode: 'running' });
    const pushed = after(start.state, { kind: 'pushed', againAtMs: null });
    expect([start.effects, pushed.effects]).toEqual([[{ kind: 'push' }], [{ kind: 'pull' }]]);
    expect(atRest.effects).toEqual([{ kind: 'wakeAt', atMs: now.nowMs + now.pullEveryMs }]);
    expect(atRest.state).toMatchObject({ work: 'none', trouble: null, caughtUpAtMs: now.nowMs });
  });

  test.each(['paused', 'noToken', 'tokenRefused'] as const)('that is %s at the start does nothing', (mode) => {
    expect(after(restingState, { kind: 'started', mode }).effects).toEqual([]);
  });

  test('sends an edit at once when at rest, and next when at work', () => {
    expect(after(atRest.state, { kind: 'editQueued' }).effects).toEqual([{ kind: 'push' }]);
    const pulling = after(running, { kind: 'pushed', againAtMs: null }).state;
    const queued = after(pulling, { kind: 'editQueued' });
    expect([queued.effects, after(queued.state, { kind: 'pulled' }).effects]).toEqual([[], [{ kind: 'push' }]]);
  });

  test('wakes for a postponed edit before the next check', () => {
    const atMs = now.nowMs + 5_000;
    const waiting = after(running, { kind: 'pushed', againAtMs: atMs }, { kind: 'pulled' });
    expect(waiting.effects).toEqual([{ kind: 'wakeAt', atMs }]);
    expect(reduce(waiting.state, { kind: 'timerDue' }, { ...now, nowMs: atMs }).effects).toEqual([{ kind: 'push' }]);
  });

  test('a timer that fires early is set again', () => {
    expect(after(atRest.state, { kind: 'timerDue' }).effects).toEqual(atRest.effects);
  });

  test('waits longer after every failure, though there is nothing to push in between', () => {
    let state = after(running, { kind: 'pushed', againAtMs: null }).state;
    const waits: number[] = [];
    let nowMs = now.nowMs;
    for (let failure = 0; failure < 12; failure++) {
      state = reduce(state, unreachable, { ...now, nowMs }).state;
      const retryAtMs = state.trouble?.retryAtMs ?? 0;
      waits.push(retryAtMs - nowMs);
      nowMs = retryAtMs;
      state = reduce(state, { kind: 'timerDue' }, { ...now, nowMs }).state;
      expect(state.work).toBe('push');
      state = reduce(state, { kind: 'pushed', againAtMs: null }, { ...now, nowMs }).state;
      expect(state.work).toBe('pull');
    }
    expect(waits).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000, 150_000,
    ]);
    expect(reduce(state, { kind: 'pulled' }, { ...now, nowMs }).state).toMatchObject({ trouble: null, failures: 0 });
  });

  test('waits shorter while somebody looks', () => {
    const long = { ...running, failures: 50 };
    expect(reduce(long, unreachable, { ...now, watched: true }).effects).toEqual([
      { kind: 'wakeAt', atMs: now.nowMs + 15_000 },
    ]);
  });

  test('honours the time a service names, even when the network comes and goes', () => {
    const limited = after(running, failed({ kind: 'later', delayMs: 60_000 }));
    const wake = [{ kind: 'wakeAt', atMs: now.nowMs + 60_000 }];
    expect(limited.effects).toEqual(wake);
    expect(after(limited.state, { kind: 'networkDown' }, { kind: 'networkUp' }).effects).toEqual(wake);
    expect(after(limited.state, { kind: 'editQueued' }).effects).toEqual(wake);
    expect(after(limited.state, { kind: 'woke' }).effects).toEqual(wake);
    const later = { ...now, nowMs: now.nowMs + 60_000 };
    expect(reduce(limited.state, { kind: 'woke' }, later).effects).toEqual([{ kind: 'push' }]);
  });

  test.each<[FailureClass, string]>([
    [{ kind: 'notApplied' }, 'unreachable'],
    [{ kind: 'unknown' }, 'notAnswering'],
    [{ kind: 'broken' }, 'notAnswering'],
    [{ kind: 'later', delayMs: null }, 'rateLimited'],
    [{ kind: 'notOurService' }, 'notOurService'],
    [{ kind: 'notAllowed' }, 'notAllowed'],
  ])('after %j is in trouble: %s', (failureClass, reason) => {
    expect(after(running, failed(failureClass)).state.trouble).toMatchObject({ reason, detail: 'words' });
  });

  test('with a refused token stops until there is another, whatever is asked meanwhile', () => {
    const stopped = after(running, failed({ kind: 'token' }));
    expect([stopped.state.mode, stopped.effects]).toEqual(['tokenRefused', []]);
    const asked = after(
      stopped.state,
      { kind: 'checkAsked' },
      { kind: 'paused' },
      { kind: 'resumed' },
      { kind: 'networkUp' },
      { kind: 'timerDue' },
    );
    expect([asked.state.mode, asked.effects]).toEqual(['tokenRefused', []]);
    expect(after(asked.state, { kind: 'tokenGiven' }).effects).toEqual([{ kind: 'push' }]);
  });

  test('works again at once when the network is back', () => {
    const down = after(running, unreachable, { kind: 'networkDown' });
    expect(down.effects).toEqual([]);
    expect(after(down.state, { kind: 'networkUp' }).effects).toEqual([{ kind: 'push' }]);
  });

  test('works again at once when the computer was asleep', () => {
    expect(after(running, unreachable, { kind: 'woke' }).effects).toEqual([{ kind: 'push' }]);
    expect(after(running, { kind: 'paused' }, { kind: 'woke' }).effects).toEqual([]);
  });

  test('abandons what is in flight when it is paused or the network goes, and takes it up again', () => {
    for (const [stop, go] of [
      ['paused', 'resumed'],
      ['networkDown', 'networkUp'],
    ] as const) {
      const stopped = after(running, { kind: stop });
      expect([stopped.effects, stopped.state.work]).toEqual([[{ kind: 'abandon' }], 'none']);
      expect(after(stopped.state, { kind: go }).effects).toEqual([{ kind: 'push' }]);
    }
  });

  test('asked to check goes through a wait, but un-pauses nothing', () => {
    const waiting = after(running, unreachable);
    expect(after(waiting.state, { kind: 'checkAsked' }).effects).toEqual([{ kind: 'push' }]);
    const paused = after(running, { kind: 'paused' }, { kind: 'checkAsked' });
    expect([paused.state.mode, paused.effects]).toEqual(['paused', []]);
  });
});

describe('in every state that can be reached', () => {
  const anyOutcome = fc.constantFrom<FailureClass>(
    { kind: 'notApplied' },
    { kind: 'unknown' },
    { kind: 'token' },
    { kind: 'notAllowed' },
    { kind: 'later', delayMs: 60_000 },
    { kind: 'later', delayMs: null },
    { kind: 'broken' },
    { kind: 'notOurService' },
  );
  const anyAgain = fc.option(fc.integer({ min: 0, max: 3_000_000 }));
  const fromOutside = fc.constantFrom<SyncEvent>(
    { kind: 'editQueued' },
    { kind: 'checkAsked' },
    { kind: 'paused' },
    { kind: 'resumed' },
    { kind: 'tokenGiven' },
    { kind: 'networkUp' },
    { kind: 'networkDown' },
    { kind: 'woke' },
    { kind: 'timerDue' },
  );
  const failing = fc
    .tuple(anyOutcome, anyAgain)
    .map(([failureClass, againAtMs]): SyncEvent => ({ kind: 'failed', failureClass, detail: '', againAtMs }));
  const step = fc.record({
    outside: fc.option(fromOutside),
    failure: fc.option(failing),
    againAtMs: anyAgain,
    random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    passMs: fc.constantFrom(0, 1, 900, 60_000, 400_000),
    watched: fc.boolean(),
  });
  const mode = fc.constantFrom<SyncState['mode']>('running', 'paused', 'noToken', 'tokenRefused');

  /** What the work in flight would report; none while there is none. */
  const ending = (state: SyncState, failure: SyncEvent | null, againAtMs: number | null): SyncEvent => {
    if (state.work === 'none') return { kind: 'timerDue' };
    return failure ?? (state.work === 'push' ? { kind: 'pushed', againAtMs } : { kind: 'pulled' });
  };

  const eachStep = (check: (before: SyncState, event: SyncEvent, reduced: Reduced, nowMs: number) => void): void => {
    fc.assert(
      fc.property(mode, fc.array(step, { maxLength: 40 }), (start, steps) => {
        let nowMs = 1_000;
        let state = reduce(restingState, { kind: 'started', mode: start }, { ...now, nowMs }).state;
        for (const { outside, failure, againAtMs, random, passMs, watched } of steps) {
          nowMs += passMs;
          const event = outside ?? ending(state, failure, againAtMs);
          const reduced = reduce(state, event, { nowMs, random, pullEveryMs: 300_000, watched });
          check(state, event, reduced, nowMs);
          state = reduced.state;
        }
      }),
      { numRuns: 1_000 },
    );
  };

  const mayWork = ({ mode: at, network }: SyncState): boolean => at === 'running' && network === 'up';

  test('work is under way or a time to wake is set, and neither where nothing may be done', () => {
    eachStep((_before, _event, { state, effects }) => {
      const wakes = effects.filter(({ kind }) => kind === 'wakeAt');
      if (!mayWork(state)) expect([state.work, wakes]).toEqual(['none', []]);
      else expect([state.work !== 'none', wakes.length]).toEqual([wakes.length === 0, wakes.length === 0 ? 0 : 1]);
    });
  });

  test('work starts only when none is under way, and only what the state says', () => {
    eachStep((before, event, { state, effects }) => {
      const started = effects.filter(({ kind }) => kind === 'push' || kind === 'pull');
      const ended = ['pushed', 'pulled', 'failed'].includes(event.kind);
      const isAbandoned = effects.some(({ kind }) => kind === 'abandon');
      expect(isAbandoned).toBe(before.work !== 'none' && state.work === 'none' && !ended);
      if (started.length > 0) {
        expect(before.work === 'none' || ended).toBe(true);
        expect(started.map(({ kind }) => kind)).toEqual([state.work]);
      }
    });
  });

  test('a wake-up is a real time, never past the next check, and due work starts instead of being waited for', () => {
    eachStep((_before, _event, { state, effects }, nowMs) => {
      for (const effect of effects) {
        if (effect.kind !== 'wakeAt') continue;
        expect(Number.isFinite(effect.atMs)).toBe(true);
        expect(effect.atMs).toBeLessThanOrEqual(Math.max(state.nextPullAtMs, state.trouble?.retryAtMs ?? 0));
        if (state.wantsPush || state.wantsPull) expect(state.trouble?.retryAtMs).toBeGreaterThan(nowMs);
      }
    });
  });

  test('a queued edit is wanted until a push has started after it', () => {
    eachStep((_before, event, { state }) => {
      if (event.kind === 'editQueued') expect(state.wantsPush || state.work === 'push').toBe(true);
      if (event.kind === 'failed') expect(state.wantsPush || state.work === 'push').toBe(true);
    });
  });

  test('asking for a check never changes the mode', () => {
    eachStep((before, event, { state }) => {
      if (event.kind === 'checkAsked') expect(state.mode).toBe(before.mode);
    });
  });

  test('only a resume or a token makes a stopped connection run', () => {
    eachStep((before, event, { state }) => {
      if (before.mode === 'running' || state.mode !== 'running') return;
      expect([before.mode, event.kind]).toEqual(
        before.mode === 'paused' ? ['paused', 'resumed'] : [before.mode, 'tokenGiven'],
      );
    });
  });

  test('left alone with a service that answers, it comes to rest with everything done', () => {
    eachStep((_before, _event, reduced, nowMs) => {
      let { state } = reduced;
      if (!mayWork(state)) return;
      let atMs = nowMs;
      for (let turn = 0; turn < 12; turn++) {
        if (state.work === 'none') atMs = Math.max(atMs, state.trouble?.retryAtMs ?? 0, state.nextPushAtMs ?? 0);
        if (state.work === 'none' && !state.wantsPush && !state.wantsPull && state.trouble === null) break;
        const event = ending(state, null, null);
        state = reduce(state, event, { ...now, nowMs: atMs }).state;
      }
      expect(state).toMatchObject({ work: 'none', wantsPush: false, wantsPull: false, trouble: null, failures: 0 });
    });
  });
});
