import { HOUR_MS } from '../core/durations.ts';
import { backoffDelayMs, LONGEST_BACKOFF_MS, LONGEST_BACKOFF_WHILE_WATCHED_MS } from './schedule.ts';
import type {
  SyncEffect,
  SyncEvent,
  SyncInputs,
  SyncProblem,
  SyncState,
  SyncWork,
  WorkFailure,
  WorkState,
} from './sync-state.ts';

/** A refused token is tried again this much later, because a service may answer 401 for a moment or by mistake. */
const TRY_REFUSED_TOKEN_AFTER_MS = HOUR_MS;

/** The state after a step, and the effects in the order to carry them out. */
export type Reduced = { readonly state: SyncState; readonly effects: readonly SyncEffect[] };

/**
 * One step of a connection's engine. Push goes before pull, so that no person sees their own change undone for a moment;
 * after a failed push the pull has its turn. One piece of work runs at a time. Every step arms the timer again, so that no
 * edit waits for the next local write.
 */
export function reduce(state: SyncState, event: SyncEvent, now: SyncInputs): Reduced {
  const next = after(withinInterval(atTime(state, now.nowMs), now), event, now);
  const abandoned = state.work !== 'none' && next.work === 'none' && !isAnswer(event);
  return startNext(next, now, abandoned ? [{ kind: 'abandon' }] : []);
}

/** Whether edits may be sent now: a pull under way then stops at its next page. */
export const isPushDue = (state: SyncState, nowMs: number): boolean => isReady(due(state.push, nowMs), nowMs);

/** Waits as long as they were: once the clock was set back, they would end when it is there again. */
function atTime(state: SyncState, nowMs: number): SyncState {
  const backMs = Math.max(0, state.asOfMs - nowMs);
  if (backMs === 0) return { ...state, asOfMs: nowMs };
  const sooner = ({ problem, dueAtMs, ...work }: WorkState): WorkState => ({
    ...work,
    problem: problem && { ...problem, retryAtMs: problem.retryAtMs - backMs },
    dueAtMs: dueAtMs === null ? null : dueAtMs - backMs,
  });
  const { push, pull, silentUntilMs } = state;
  return {
    ...state,
    asOfMs: nowMs,
    push: sooner(push),
    pull: sooner(pull),
    silentUntilMs: Math.max(0, silentUntilMs - backMs),
  };
}

/** The next pull is no further away than the time between two of them: a person may have chosen a shorter one since. */
function withinInterval(state: SyncState, { nowMs, pullEveryMs }: SyncInputs): SyncState {
  const latestMs = nowMs + pullEveryMs;
  const { problem, dueAtMs } = state.pull;
  const isSooner = problem !== null && hasWholeInterval(problem.reason) && problem.retryAtMs > latestMs;
  const pull = {
    ...state.pull,
    problem: isSooner ? { ...problem, retryAtMs: latestMs } : problem,
    dueAtMs: dueAtMs === null ? null : Math.min(dueAtMs, latestMs),
  };
  return { ...state, pull };
}

const isAnswer = (event: SyncEvent): boolean => ['pushed', 'pulled', 'yielded', 'failed'].includes(event.kind);

function after(state: SyncState, event: SyncEvent, now: SyncInputs): SyncState {
  switch (event.kind) {
    case 'started':
      return wantsBoth({ ...state, mode: event.mode });
    case 'editQueued':
      return { ...state, push: { ...state.push, isWanted: true } };
    case 'checkAsked':
      return wantsBoth({ ...retriedAtOnce(state), isPullAskedAgain: state.isPullAskedAgain || state.work === 'pull' });
    case 'paused':
      // Only a running connection pauses: resuming must not forget a missing token.
      return state.mode === 'running' ? { ...state, mode: 'paused', work: 'none' } : state;
    case 'resumed':
      return state.mode === 'paused' ? wantsBoth({ ...state, mode: 'running' }) : state;
    case 'woke':
      return wantsBoth(retriedUnlessHeld(state));
    case 'networkUp':
      return wantsBoth(retriedUnlessHeld({ ...state, network: 'up' }));
    case 'networkDown':
      return { ...state, network: 'down', work: 'none' };
    case 'pushed':
      return { ...state, work: 'none', first: 'push', push: { ...retried(state.push), dueAtMs: event.againAtMs } };
    case 'pulled':
      return caughtUp(state, now);
    case 'yielded':
      return {
        ...state,
        work: 'none',
        first: 'push',
        push: due(state.push, now.nowMs),
        pull: { ...state.pull, isWanted: true },
      };
    case 'failed':
      return afterFailure(state, event, now);
    case 'timerDue':
      return { ...state, push: due(state.push, now.nowMs), pull: due(state.pull, now.nowMs) };
  }
}

const retried = (work: WorkState): WorkState => ({ ...work, problem: null, failures: 0 });

/** The person gave a reason to try again at once. */
const retriedAtOnce = (state: SyncState): SyncState => ({
  ...state,
  push: retried(state.push),
  pull: retried(state.pull),
  silentUntilMs: 0,
});

/** A time to wait that the service named holds, and so does a refused token, whatever the network and this computer do. */
function retriedUnlessHeld(state: SyncState): SyncState {
  const isHeld = ({ problem }: WorkState): boolean =>
    problem !== null && ['rateLimited', 'tokenRefused'].includes(problem.reason);
  const { push, pull } = state;
  const isRateLimited = [push, pull].some(({ problem }) => problem?.reason === 'rateLimited');
  return {
    ...state,
    push: isHeld(push) ? push : retried(push),
    pull: isHeld(pull) ? pull : retried(pull),
    silentUntilMs: isRateLimited ? state.silentUntilMs : 0,
  };
}

const wantsBoth = (state: SyncState): SyncState => ({
  ...state,
  push: { ...state.push, isWanted: true },
  pull: { ...state.pull, isWanted: true },
});

/** A complete pull shows that the service can be reached, which is news for edits that waited for just that. */
function caughtUp(state: SyncState, now: SyncInputs): SyncState {
  const { push, pull } = state;
  const wasUnreachable = push.problem?.reason === 'unreachable';
  return {
    ...state,
    work: 'none',
    first: 'push',
    push: wasUnreachable ? retried(push) : push,
    pull: {
      ...retried(pull),
      isWanted: pull.isWanted || state.isPullAskedAgain,
      dueAtMs: now.nowMs + now.pullEveryMs,
    },
    isPullAskedAgain: false,
    caughtUpAtMs: now.nowMs,
  };
}

function due(work: WorkState, nowMs: number): WorkState {
  const isDue = work.dueAtMs !== null && work.dueAtMs <= nowMs;
  const isRetryDue = work.problem !== null && work.problem.retryAtMs <= nowMs;
  return { ...work, isWanted: work.isWanted || isDue || isRetryDue };
}

/** The failures of one kind of work that the other would have met as well. A list that goes wrong tells nothing of updates. */
const failuresOfAll = ({ problem, failures }: WorkState): number =>
  problem !== null && ['unreachable', 'rateLimited'].includes(problem.reason) ? failures : 0;

type Failed = Extract<SyncEvent, { kind: 'failed' }>;

function afterFailure(state: SyncState, event: Failed, now: SyncInputs): SyncState {
  const failed = state.work === 'pull' ? 'pull' : 'push';
  const isAboutAll = concernsConnection(event.failureClass);
  const { push, pull } = state;
  const attempt = 1 + Math.max(state[failed].failures, isAboutAll ? failuresOfAll(failed === 'push' ? pull : push) : 0);
  const problem = { ...problemAfter(event, attempt, now), detail: event.detail, attempt };
  const work: WorkState = { ...state[failed], isWanted: true, failures: attempt, problem };
  return {
    ...state,
    work: 'none',
    first: failed === 'push' ? 'pull' : 'push',
    push: failed === 'push' ? { ...work, dueAtMs: event.againAtMs } : push,
    pull: failed === 'pull' ? work : { ...pull, isWanted: pull.isWanted || isAboutAll },
    silentUntilMs: isAboutAll ? problem.retryAtMs : state.silentUntilMs,
  };
}

function problemAfter(
  { failureClass }: Failed,
  attempt: number,
  now: SyncInputs,
): Pick<SyncProblem, 'reason' | 'retryAtMs'> {
  const reason = reasonOf(failureClass);
  if (reason === 'tokenRefused') return { reason, retryAtMs: now.nowMs + TRY_REFUSED_TOKEN_AFTER_MS };
  if (hasWholeInterval(reason)) return { reason, retryAtMs: now.nowMs + now.pullEveryMs };
  const named = failureClass.kind === 'later' ? failureClass.delayMs : null;
  const ceilingMs = now.watched ? LONGEST_BACKOFF_WHILE_WATCHED_MS : LONGEST_BACKOFF_MS;
  return { reason, retryAtMs: now.nowMs + (named ?? backoffDelayMs(attempt, now.random, ceilingMs)) };
}

/** Whether the list gave what it has to give: asking sooner than for any list would not bring more. */
const hasWholeInterval = (reason: SyncProblem['reason']): boolean =>
  reason === 'incompleteList' || reason === 'fileCeiling';

/** Whether the other kind of work would fail in the same way. */
const concernsConnection = ({ kind }: WorkFailure): boolean => ['notApplied', 'later', 'disk'].includes(kind);

function reasonOf({ kind }: WorkFailure): SyncProblem['reason'] {
  switch (kind) {
    case 'notApplied':
      return 'unreachable';
    case 'later':
      return 'rateLimited';
    case 'notOurService':
      return 'notOurService';
    case 'notAllowed':
      return 'notAllowed';
    case 'token':
      return 'tokenRefused';
    case 'disk':
    case 'tooLittleSpace':
      return 'disk';
    case 'incompleteList':
    case 'fileCeiling':
      return kind;
    case 'broken':
    case 'conflict':
    case 'gone':
    case 'refused':
    case 'unknown':
      return 'notAnswering';
  }
}

const isReady = ({ isWanted, problem }: WorkState, nowMs: number): boolean =>
  isWanted && (problem?.retryAtMs ?? 0) <= nowMs;

/** Starts the work that may start now, and arms the timer for the work that may start later. */
function startNext(state: SyncState, { nowMs }: SyncInputs, effects: readonly SyncEffect[]): Reduced {
  if (state.mode !== 'running' || state.network === 'down' || state.work !== 'none') return { state, effects };
  const order: readonly SyncWork[] = state.first === 'push' ? ['push', 'pull'] : ['pull', 'push'];
  const next = state.silentUntilMs > nowMs ? undefined : order.find((work) => isReady(state[work], nowMs));
  if (next === undefined) return { state, effects: [...effects, { kind: 'wakeAt', atMs: nextStartMs(state) }] };
  const started = { ...state[next], isWanted: false, dueAtMs: next === 'push' ? null : state.pull.dueAtMs };
  return { state: { ...state, work: next, [next]: started }, effects: [...effects, { kind: next }] };
}

/** When the next work may start: at the end of its wait when it is wanted, else when it is due. */
function nextStartMs({ push, pull, silentUntilMs }: SyncState): number {
  const starts = [push, pull].map(({ isWanted, problem, dueAtMs }) =>
    isWanted || problem !== null ? (problem?.retryAtMs ?? 0) : (dueAtMs ?? Number.POSITIVE_INFINITY),
  );
  return Math.max(silentUntilMs, Math.min(...starts));
}
