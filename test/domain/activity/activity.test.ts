import { expect, test } from 'vitest';
import { type ActivityEvent, folded, originOf } from '../../../src/domain/activity/activity.ts';
import { eventsOfCheck, type FoundByCheck } from '../../../src/domain/activity/found-by-check.ts';
import { areaOf, type CountedRequests, sumOfRequests, withRequest } from '../../../src/domain/activity/requests.ts';
import { turnOf } from '../../../src/domain/activity/trouble.ts';
import type { LoggedRequest } from '../../../src/domain/service/remote-failure.ts';
import { restingState, type SyncProblem, type SyncState } from '../../../src/domain/service/sync-state.ts';

const course = { fromMs: 1, requests: [] };
const nothing: FoundByCheck = {
  added: { files: 0, oldestMs: null, sizeBytes: null, group: null },
  gone: 0,
  changed: { files: 0, fields: [] },
  files: 9,
};

test('a check tells of each kind of news by itself, what somebody changed last, or that there was none', () => {
  const found: FoundByCheck = {
    added: { files: 3, oldestMs: 1, sizeBytes: 5, group: { group: 'g', files: 2 } },
    gone: 1,
    changed: { files: 2, fields: [{ field: 'key:tier', files: 2 }] },
    files: 9,
  };
  expect(eventsOfCheck(found, false, course).map(({ kind }) => kind)).toEqual([
    'filesGone',
    'filesAdded',
    'changedElsewhere',
  ]);
  expect(eventsOfCheck(nothing, false, course)).toEqual([{ kind: 'checked', checks: 1, ...course }]);
  expect(eventsOfCheck(found, true, course)).toEqual([{ kind: 'copied', files: 9, ...course }]);
});

test('checks without news are folded into one, and nothing else is', () => {
  const check = (fromMs: number, checks = 1): ActivityEvent => ({ kind: 'checked', checks, fromMs, requests: [] });
  expect(folded(check(5, 3), check(9))).toEqual(check(5, 4));
  const gone: ActivityEvent = { kind: 'filesGone', files: 1, ...course };
  expect([folded(gone, check(9)), folded(check(5), gone), folded(gone, gone)]).toEqual([null, null, null]);
});

test('checks that are folded into one keep the requests of all of them, and the entry stays small', () => {
  const check = (...requests: readonly CountedRequests[]): ActivityEvent => ({
    ...{ kind: 'checked', checks: 1, fromMs: 1 },
    requests: [...requests],
  });
  const listed: CountedRequests = { area: 'lists', status: 200, count: 2, requestIds: [] };
  const keys: CountedRequests = { area: 'keys', status: 200, count: 1, requestIds: [] };
  const failed: CountedRequests = { area: 'lists', status: 500, count: 4, requestIds: ['a', 'b', 'c', 'd'] };
  const both = folded(check(listed, failed), check(keys, listed, failed));
  expect(both).toMatchObject({
    checks: 2,
    requests: [{ ...listed, count: 4 }, { ...failed, count: 8, requestIds: ['a', 'b', 'c', 'd', 'a'] }, keys],
  });
});

test('news come from elsewhere, and checks, troubles and jobs from the app', () => {
  const kinds = ['changedElsewhere', 'filesAdded', 'filesGone', 'copied', 'checked', 'trouble', 'job'] as const;
  expect(kinds.map((kind) => originOf({ kind }))).toEqual([
    ...(['elsewhere', 'elsewhere', 'elsewhere'] as const),
    ...(['app', 'app', 'app', 'app'] as const),
  ]);
});

const request = (path: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ startedAtMs: 0, durationMs: 1, method: 'GET', path, status: 200, failure: null, requestId: 'r' },
  ...more,
});

test('requests are counted by what they ask and how they ended, and failures keep their request ids', () => {
  const id = '01999999-0000-7000-8000-000000000001';
  const all = [
    request('/v3/files/public?limit=1000'),
    request('/v3/files/private'),
    request(`/v3/files/public/${id}`),
    request(`/v3/files/public/${id}`, { method: 'PUT', status: 500, failure: 'answered', requestId: 'a' }),
    request(`/v3/files/public/${id}`, { method: 'PUT', status: 500, failure: 'answered', requestId: 'b' }),
    request('/v3/files/public/signature/bafy'),
    request('/v3/api_keys?offset=0', { status: null, failure: 'noAnswer', requestId: null }),
    request('/elsewhere'),
  ];
  const counted = all.reduce(withRequest, []);
  expect(counted.map(({ area, status, count, requestIds }) => [area, status, count, requestIds])).toEqual([
    ['lists', 200, 2, []],
    ['reads', 200, 1, []],
    ['updates', 500, 2, ['a', 'b']],
    ['signatures', 200, 1, []],
    ['keys', null, 1, []],
    ['others', 200, 1, []],
  ]);
  expect(sumOfRequests(counted)).toBe(8);
  expect(areaOf(request('/files/files/public'))).toBe('lists');
});

test('however many requests end, and in however many ways, an entry stays small', () => {
  const failing = Array.from({ length: 3_000 }, (_, place) =>
    request('/files/public', { status: 400 + (place % 50), failure: 'answered', requestId: 'x'.repeat(500) }),
  );
  expect(JSON.stringify(failing.reduce(withRequest, [])).length).toBeLessThan(10_000);
});

const problem = (reason: SyncProblem['reason']): SyncProblem => ({ reason, attempt: 1, retryAtMs: 9, detail: 'why' });
const state = (more: Partial<SyncState>): SyncState => ({ ...restingState, mode: 'running', network: 'up', ...more });
const withProblem = (reason: SyncProblem['reason']) =>
  state({ pull: { ...restingState.pull, problem: problem(reason) } });

test('a trouble is told once, again when it becomes another, and its end only once work has gone through', () => {
  expect(turnOf(null, withProblem('notAnswering'))).toEqual({ kind: 'trouble', reason: 'notAnswering', detail: 'why' });
  const known = { reason: 'notAnswering', sinceMs: 3 } as const;
  expect(turnOf(known, withProblem('notAnswering'))).toEqual({ kind: 'none' });
  expect(turnOf(known, state({ network: 'down' }))).toMatchObject({ kind: 'trouble', reason: 'offline' });
  // A new try has cleared the problem, and has no answer yet.
  expect(turnOf(known, state({ work: 'pull' }))).toEqual({ kind: 'none' });
  expect(turnOf(known, state({}))).toEqual({ kind: 'recovered', ...known });
  expect(turnOf(null, state({}))).toEqual({ kind: 'none' });
});

test('a person who pauses a connection, or has no token for it, is in no trouble', () => {
  for (const mode of ['paused', 'noToken'] as const) {
    expect(turnOf(null, { ...withProblem('disk'), mode })).toEqual({ kind: 'none' });
    expect(turnOf({ reason: 'disk', sinceMs: 1 }, state({ mode }))).toEqual({ kind: 'none' });
  }
});
