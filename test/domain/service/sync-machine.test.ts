import { describe, expect, test } from 'vitest';
import type { FailureClass } from '../../../src/domain/service/remote-failure.ts';
import { isPushDue, reduce, type Reduced } from '../../../src/domain/service/sync-machine.ts';
import { problemOf, restingState, type SyncEvent, type SyncState } from '../../../src/domain/service/sync-state.ts';

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

describe('a clock that is set back', () => {
  const ahead = { ...now, nowMs: now.nowMs + 365 * 86_400_000 };
  const aheadOf = (...events: readonly SyncEvent[]): SyncState =>
    events.reduce((state, event) => reduce(state, event, ahead).state, restingState);
  const pulling = [
    { kind: 'started', mode: 'running' },
    { kind: 'pushed', againAtMs: null },
  ] as const;

  test.each([
    ['no network', unreachable],
    ['a service that asks to wait', failed({ kind: 'later', delayMs: 3_000_000 })],
    ['a refused token', failed({ kind: 'token' })],
    ['an incomplete list', { ...unreachable, failureClass: { kind: 'incompleteList' } } as const],
  ])('leaves every wait as long as it was: %s', (_, failure) => {
    const waiting = aheadOf(...pulling, failure);
    const waitMs = (problemOf(waiting)?.retryAtMs ?? 0) - ahead.nowMs;
    expect(waitMs).toBeGreaterThan(0);
    const woken = reduce({ ...waiting, push: restingState.push }, { kind: 'timerDue' }, now);
    expect((problemOf(woken.state)?.retryAtMs ?? 0) - now.nowMs).toBe(waitMs);
    expect(woken.effects).toEqual([{ kind: 'wakeAt', atMs: now.nowMs + waitMs }]);
  });

  test('leaves no check and no edit to wait for the time that it was planned for', () => {
    const state = aheadOf(
      ...pulling,
      { kind: 'pulled' },
      { kind: 'editQueued' },
      { kind: 'pushed', againAtMs: ahead.nowMs + 60_000 },
    );
    const woken = reduce(state, { kind: 'timerDue' }, now);
    expect(woken.effects).toEqual([{ kind: 'wakeAt', atMs: now.nowMs + 60_000 }]);
    const due = { ...now, nowMs: now.nowMs + 300_000 };
    const sent = reduce(woken.state, { kind: 'timerDue' }, due);
    const checked = reduce(sent.state, { kind: 'pushed', againAtMs: null }, due);
    expect([sent.effects, checked.effects]).toEqual([[{ kind: 'push' }], [{ kind: 'pull' }]]);
  });
});

describe('a connection', () => {
  test('pushes before it pulls, and then waits for the next check', () => {
    const start = after(restingState, { kind: 'started', mode: 'running' });
    const pushed = after(start.state, { kind: 'pushed', againAtMs: null });
    expect([start.effects, pushed.effects]).toEqual([[{ kind: 'push' }], [{ kind: 'pull' }]]);
    expect(atRest.effects).toEqual([{ kind: 'wakeAt', atMs: now.nowMs + now.pullEveryMs }]);
    expect([atRest.state.work, problemOf(atRest.state), atRest.state.caughtUpAtMs]).toEqual(['none', null, now.nowMs]);
  });

  test.each(['paused', 'noToken'] as const)('that is %s at the start does nothing', (mode) => {
    expect(after(restingState, { kind: 'started', mode }).effects).toEqual([]);
  });

  test('sends an edit at once when at rest, and next when at work', () => {
    expect(after(atRest.state, { kind: 'editQueued' }).effects).toEqual([{ kind: 'push' }]);
    const pulling = after(running, { kind: 'pushed', againAtMs: null }).state;
    const queued = after(pulling, { kind: 'editQueued' });
    expect([queued.effects, after(queued.state, { kind: 'pulled' }).effects]).toEqual([[], [{ kind: 'push' }]]);
    expect([isPushDue(pulling, now.nowMs), isPushDue(queued.state, now.nowMs)]).toEqual([false, true]);
  });

  test('sends between two pages of a pull, which then goes on', () => {
    const pulling = after(running, { kind: 'pushed', againAtMs: null }, { kind: 'editQueued' }).state;
    const yielded = after(pulling, { kind: 'yielded' });
    expect(yielded.effects).toEqual([{ kind: 'push' }]);
    expect(after(yielded.state, { kind: 'pushed', againAtMs: null }).effects).toEqual([{ kind: 'pull' }]);
  });

  test('pulls once more when a check was asked for during a pull, also one that yields', () => {
    const pulling = after(running, { kind: 'pushed', againAtMs: null }, { kind: 'checkAsked' }).state;
    const resumed = after(pulling, { kind: 'yielded' }, { kind: 'pushed', againAtMs: null });
    const again = after(resumed.state, { kind: 'pulled' });
    expect([resumed.effects, again.effects]).toEqual([[{ kind: 'pull' }], [{ kind: 'pull' }]]);
    expect(after(again.state, { kind: 'pulled' }).state.work).toBe('none');
  });

  test('sends a delayed edit that became due during a pull before the pull goes on', () => {
    const atMs = now.nowMs + 1_000;
    const pulling = after(running, { kind: 'pushed', againAtMs: atMs }).state;
    const late = { ...now, nowMs: atMs };
    expect([isPushDue(pulling, now.nowMs), isPushDue(pulling, atMs)]).toEqual([false, true]);
    expect(reduce(pulling, { kind: 'yielded' }, late).effects).toEqual([{ kind: 'push' }]);
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
      const retryAtMs = problemOf(state)?.retryAtMs ?? 0;
      waits.push(retryAtMs - nowMs);
      nowMs = retryAtMs;
      state = reduce(state, { kind: 'timerDue' }, { ...now, nowMs }).state;
      if (state.work === 'push') state = reduce(state, { kind: 'pushed', againAtMs: null }, { ...now, nowMs }).state;
      expect(state.work).toBe('pull');
    }
    expect(waits).toEqual([
      500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000, 150_000,
    ]);
    const ended = reduce(state, { kind: 'pulled' }, { ...now, nowMs }).state;
    expect([problemOf(ended), ended.pull.failures]).toEqual([null, 0]);
  });

  test('after a failed push pulls at once, and goes on waiting with the push', () => {
    for (const kind of ['unknown', 'broken', 'notOurService', 'notAllowed', 'token'] as const) {
      const pulling = after(running, failed({ kind }));
      expect(pulling.effects).toEqual([{ kind: 'pull' }]);
      const pulled = after(pulling.state, { kind: 'pulled' });
      expect(pulled.state).toMatchObject({ work: 'none', caughtUpAtMs: now.nowMs });
      expect(problemOf(pulled.state)).toMatchObject({ work: 'push', attempt: 1 });
    }
  });

  test.each<FailureClass>([{ kind: 'notApplied' }, { kind: 'later', delayMs: 9_000 }])(
    'after a push that ended with %j asks nothing for a while, then pulls before it pushes',
    (failureClass) => {
      const silent = after(running, failed(failureClass));
      const [wake] = silent.effects;
      expect(silent.effects).toEqual([{ kind: 'wakeAt', atMs: silent.state.silentUntilMs }]);
      const atMs = wake?.kind === 'wakeAt' ? wake.atMs : 0;
      expect(reduce(silent.state, { kind: 'timerDue' }, { ...now, nowMs: atMs }).effects).toEqual([{ kind: 'pull' }]);
    },
  );

  test('waits shorter while somebody looks', () => {
    const long = { ...running, push: { ...running.push, failures: 50 } };
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
    expect(reduce(limited.state, { kind: 'woke' }, later).effects).toEqual([{ kind: 'pull' }]);
  });

  test.each<[FailureClass, string]>([
    [{ kind: 'notApplied' }, 'unreachable'],
    [{ kind: 'unknown' }, 'notAnswering'],
    [{ kind: 'broken' }, 'notAnswering'],
    [{ kind: 'later', delayMs: null }, 'rateLimited'],
    [{ kind: 'notOurService' }, 'notOurService'],
    [{ kind: 'notAllowed' }, 'notAllowed'],
    [{ kind: 'token' }, 'tokenRefused'],
  ])('after %j is in trouble: %s', (failureClass, reason) => {
    expect(problemOf(after(running, failed(failureClass)).state)).toMatchObject({ reason, detail: 'words' });
  });

  test('whose token is refused for updates goes on refreshing, and sends again when asked to', () => {
    const refused = after(running, failed({ kind: 'token' }), { kind: 'pulled' });
    const waiting = after(refused.state, { kind: 'editQueued' }, { kind: 'networkUp' }, { kind: 'pulled' });
    expect([waiting.state.work, problemOf(waiting.state)]).toMatchObject(['none', { reason: 'tokenRefused' }]);
    expect(after(waiting.state, { kind: 'checkAsked' }).effects).toEqual([{ kind: 'push' }]);
    const pull = { ...now, nowMs: now.nowMs + now.pullEveryMs };
    expect(reduce(waiting.state, { kind: 'timerDue' }, pull).effects).toEqual([{ kind: 'pull' }]);
    const hour = { ...now, nowMs: now.nowMs + 3_600_000 };
    expect(isPushDue(waiting.state, hour.nowMs - 1)).toBe(false);
    expect(isPushDue(waiting.state, hour.nowMs)).toBe(true);
  });

  test('whose token is refused for reading goes on sending', () => {
    const refused = after(running, { kind: 'pushed', againAtMs: null }, failed({ kind: 'token' }));
    expect(after(refused.state, { kind: 'editQueued' }).effects).toEqual([{ kind: 'push' }]);
  });

  test('works again at once when the network is back', () => {
    const down = after(running, unreachable, { kind: 'networkDown' });
    expect(down.effects).toEqual([]);
    expect(after(down.state, { kind: 'networkUp' }).effects).toEqual([{ kind: 'pull' }]);
  });

  test('works again at once when the computer was asleep', () => {
    expect(after(running, unreachable, { kind: 'woke' }).effects).toEqual([{ kind: 'pull' }]);
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
    expect(after(waiting.state, { kind: 'checkAsked' }).effects).toEqual([{ kind: 'pull' }]);
    const paused = after(running, { kind: 'paused' }, { kind: 'checkAsked' });
    expect([paused.state.mode, paused.effects]).toEqual(['paused', []]);
  });
});
