import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FailureClass } from '../../../src/domain/service/remote-failure.ts';
import { isPushDue, reduce, type Reduced } from '../../../src/domain/service/sync-machine.ts';
import { problemOf, restingState, type SyncEvent, type SyncState } from '../../../src/domain/service/sync-state.ts';

const now = { nowMs: 1_000_000, random: 0.5, pullEveryMs: 300_000, watched: false };

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
  const mode = fc.constantFrom<SyncState['mode']>('running', 'paused', 'noToken');

  /** What the work in flight would report; none while there is none. */
  const ending = (state: SyncState, failure: SyncEvent | null, againAtMs: number | null): SyncEvent => {
    if (state.work === 'none') return { kind: 'timerDue' };
    if (failure !== null) return failure;
    if (state.work === 'push') return { kind: 'pushed', againAtMs };
    return isPushDue(state, 0) ? { kind: 'yielded' } : { kind: 'pulled' };
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
      const ended = ['pushed', 'pulled', 'yielded', 'failed'].includes(event.kind);
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
        const retryAtMs = state.pull.problem?.retryAtMs ?? 0;
        expect(effect.atMs).toBeLessThanOrEqual(Math.max(state.pull.dueAtMs ?? 0, retryAtMs, state.silentUntilMs));
        for (const { isWanted, problem } of [state.push, state.pull]) {
          if (isWanted) expect(Math.max(problem?.retryAtMs ?? 0, state.silentUntilMs)).toBeGreaterThan(nowMs);
        }
      }
    });
  });

  test('a queued edit is wanted until a push has started after it', () => {
    eachStep((_before, event, { state }) => {
      if (event.kind === 'editQueued') expect(state.push.isWanted || state.work === 'push').toBe(true);
    });
  });

  test('failed work is wanted again', () => {
    eachStep((before, event, { state }) => {
      if (event.kind !== 'failed') return;
      const failedWork = before.work === 'pull' ? 'pull' : 'push';
      expect(state[failedWork].isWanted || state.work === failedWork).toBe(true);
    });
  });

  test('a push does not fail twice while a pull may run', () => {
    let failedPush = false;
    eachStep((before, event, { effects }) => {
      if (event.kind === 'started' || event.kind === 'timerDue') return;
      if (event.kind === 'failed' && before.work === 'push' && before.pull.isWanted && before.pull.problem === null) {
        failedPush = true;
        expect(effects).not.toContainEqual({ kind: 'push' });
      }
    });
    expect(failedPush).toBe(true);
  });

  test('asking for a check never changes the mode', () => {
    eachStep((before, event, { state }) => {
      if (event.kind === 'checkAsked') expect(state.mode).toBe(before.mode);
    });
  });

  test('only a resume makes a stopped connection run', () => {
    eachStep((before, event, { state }) => {
      if (before.mode === 'running' || state.mode !== 'running') return;
      expect([before.mode, event.kind]).toEqual(['paused', 'resumed']);
    });
  });

  const isDone = ({ push, pull }: SyncState): boolean =>
    !push.isWanted && !pull.isWanted && push.dueAtMs === null && push.problem === null && pull.problem === null;
  const nextMs = ({ push, pull, silentUntilMs }: SyncState): number =>
    Math.max(silentUntilMs, Math.min(...[push, pull].flatMap((one) => one.problem?.retryAtMs ?? one.dueAtMs ?? [])));

  test('left alone with a service that answers, it comes to rest with everything done', () => {
    eachStep((_before, _event, reduced, nowMs) => {
      let { state } = reduced;
      if (!mayWork(state)) return;
      let atMs = nowMs;
      // A refused token is tried again after an hour, with a pull every five minutes until then.
      for (let turn = 0; turn < 40; turn++) {
        if (state.work === 'none' && isDone(state)) break;
        if (state.work === 'none') atMs = Math.max(atMs, nextMs(state));
        state = reduce(state, ending(state, null, null), { ...now, nowMs: atMs }).state;
      }
      expect([state.work, isDone(state), problemOf(state)]).toEqual(['none', true, null]);
    });
  });
});
