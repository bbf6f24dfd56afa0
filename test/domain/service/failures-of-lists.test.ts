import { expect, test } from 'vitest';
import { reduce } from '../../../src/domain/service/sync-machine.ts';
import {
  restingState,
  type SyncEvent,
  type SyncState,
  type WorkFailure,
} from '../../../src/domain/service/sync-state.ts';

const MINUTE_MS = 60_000;
const inputs = { random: 0.9, pullEveryMs: 5 * MINUTE_MS, watched: false };

const failed = (failureClass: WorkFailure): SyncEvent => ({
  kind: 'failed',
  failureClass,
  detail: '',
  againAtMs: null,
});

/** A connection whose pull has ended so many times in a row, each time well after the one before. */
function afterPulls(failureClass: WorkFailure, times: number) {
  let [nowMs, state]: [number, SyncState] = [1_000, restingState];
  const step = (event: SyncEvent): void => void ({ state } = reduce(state, event, { ...inputs, nowMs }));
  step({ kind: 'started', mode: 'running' });
  step({ kind: 'pushed', againAtMs: null });
  for (let time = 1; time <= times; time++) {
    step(failed(failureClass));
    nowMs += 10 * MINUTE_MS;
    step({ kind: 'timerDue' });
  }
  // The last of these pulls is under way still.
  step(failed(failureClass));
  return { step, now: () => ({ state, nowMs }) };
}

test.each<WorkFailure>([
  { kind: 'incompleteList' },
  { kind: 'fileCeiling' },
  { kind: 'tooLittleSpace' },
  { kind: 'broken' },
])(
  'an edit that cannot be sent for a moment is tried again soon, however often a pull has failed for another reason: $kind',
  (failureClass) => {
    const { step, now } = afterPulls(failureClass, 50);
    step({ kind: 'editQueued' });
    expect(now().state.work).toBe('push');
    step(failed({ kind: 'notApplied' }));
    const { state, nowMs } = now();
    expect(state.push.problem).toMatchObject({ attempt: 1 });
    expect(state.silentUntilMs - nowMs).toBeLessThanOrEqual(1_000);
  },
);
