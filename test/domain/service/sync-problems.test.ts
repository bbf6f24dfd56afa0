import { expect, test } from 'vitest';
import {
  problemOf,
  pushProblemOf,
  restingState,
  type SyncProblem,
  type SyncState,
} from '../../../src/domain/service/sync-state.ts';

const problem = (reason: SyncProblem['reason'], retryAtMs: number): SyncProblem => ({
  ...{ reason, retryAtMs },
  ...{ attempt: 1, detail: '' },
});
const waiting = (push: SyncProblem | null, pull: SyncProblem | null, silentUntilMs = 0): SyncState => ({
  ...restingState,
  push: { ...restingState.push, problem: push },
  pull: { ...restingState.pull, problem: pull },
  silentUntilMs,
});

test('what only keeps the mirror old keeps no edit from being sent', () => {
  expect(pushProblemOf(waiting(null, problem('notAnswering', 400)))).toBeNull();
  expect(pushProblemOf(restingState)).toBeNull();
});

test('a silence after a failed pull keeps edits from being sent as long', () => {
  const pull = problem('unreachable', 400);
  expect(pushProblemOf(waiting(null, pull, 400))).toEqual(pull);
});

test('nothing is tried before the silence ends, whatever the problem of its work says', () => {
  const state = waiting(problem('unreachable', 400), problem('unreachable', 100), 400);
  expect([problemOf(state)?.retryAtMs, pushProblemOf(state)?.retryAtMs]).toEqual([400, 400]);
});
