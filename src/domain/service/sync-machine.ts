import type { FailureClass } from './remote-failure.ts';
import { backoffDelayMs, LONGEST_BACKOFF_MS, LONGEST_BACKOFF_WHILE_WATCHED_MS } from './schedule.ts';

/** What keeps a connection from working just now. */
type SyncProblem = {
  readonly reason: 'unreachable' | 'notAnswering' | 'rateLimited' | 'notOurService' | 'notAllowed' | 'disk';
  /** Failures in a row, 1 or more. */
  readonly attempt: number;
  readonly retryAtMs: number;
  /** The service's words or the system's; never a token. */
  readonly detail: string;
};

/** The state of one connection's engine. */
export type SyncState = {
  readonly mode: 'running' | 'paused' | 'noToken' | 'tokenRefused';
  readonly network: 'up' | 'down';
  readonly work: 'none' | 'push' | 'pull';
  readonly wantsPush: boolean;
  readonly wantsPull: boolean;
  readonly trouble: SyncProblem | null;
  /**
   * Failures since the last complete pull, or since a person, the network or the system gave a reason to try again. A
   * push does not reset them: with nothing to send it asks nothing of the service.
   */
  readonly failures: number;
  /** When the next pull is due, in milliseconds since 1970. */
  readonly nextPullAtMs: number;
  /** When the earliest delayed edit may be tried again; null when none waits for a time. */
  readonly nextPushAtMs: number | null;
  /** When the last complete pull ended; null when none ever did. */
  readonly caughtUpAtMs: number | null;
};

/** A failure of this computer's disk and not of the service. */
type DiskFull = { readonly kind: 'disk' };

/** Everything that may change the state of an engine. */
export type SyncEvent =
  | { readonly kind: 'started'; readonly mode: SyncState['mode'] }
  | { readonly kind: 'editQueued' }
  /** "Check now" or "Try now": works through back-off, never un-pauses. */
  | { readonly kind: 'checkAsked' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'tokenGiven' }
  /** The computer woke from sleep. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'networkUp' }
  | { readonly kind: 'networkDown' }
  /** @property againAtMs when a delayed edit is due; null when none is */
  | { readonly kind: 'pushed'; readonly againAtMs: number | null }
  | { readonly kind: 'pulled' }
  | {
      readonly kind: 'failed';
      readonly failureClass: FailureClass | DiskFull;
      readonly detail: string;
      readonly againAtMs: number | null;
    }
  | { readonly kind: 'timerDue' };

/** What the engine has to do after a step. */
export type SyncEffect =
  | { readonly kind: 'push' }
  | { readonly kind: 'pull' }
  /** Aborts the work under way. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'wakeAt'; readonly atMs: number };

/** What the rules need besides state and event. */
export type SyncInputs = {
  readonly nowMs: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  readonly pullEveryMs: number;
  /** Whether a person looks at the app: back-off then ends after 30 s at most. */
  readonly watched: boolean;
};

/** The state before `started`. */
export const restingState: SyncState = {
  mode: 'noToken',
  network: 'up',
  work: 'none',
  wantsPush: false,
  wantsPull: false,
  trouble: null,
  failures: 0,
  nextPullAtMs: 0,
  nextPushAtMs: null,
  caughtUpAtMs: null,
};

/** The state after a step, and the effects in the order to carry them out. */
export type Reduced = { readonly state: SyncState; readonly effects: readonly SyncEffect[] };

/**
 * One step of a connection's engine. Push goes before pull, so that no person sees their own change undone for a moment.
 * One piece of work runs at a time. Every step arms the timer again, so that no edit waits for the next local write.
 */
export function reduce(state: SyncState, event: SyncEvent, now: SyncInputs): Reduced {
  const next = after(state, event, now);
  const abandoned = state.work !== 'none' && next.work === 'none' && !isAnswer(event);
  return startNext(next, now, abandoned ? [{ kind: 'abandon' }] : []);
}

const isAnswer = (event: SyncEvent): boolean =>
  event.kind === 'pushed' || event.kind === 'pulled' || event.kind === 'failed';

function after(state: SyncState, event: SyncEvent, now: SyncInputs): SyncState {
  switch (event.kind) {
    case 'started':
      return { ...state, mode: event.mode, wantsPush: true, wantsPull: true };
    case 'editQueued':
      return { ...state, wantsPush: true };
    case 'checkAsked':
      return { ...state, wantsPush: true, wantsPull: true, ...retryAtOnce };
    case 'paused':
      // Only a running connection pauses: resuming must not forget a missing or refused token.
      return state.mode === 'running' ? { ...state, mode: 'paused', work: 'none' } : state;
    case 'resumed':
      return state.mode === 'paused' ? wantsBoth({ ...state, mode: 'running' }) : state;
    case 'tokenGiven':
      return wantsBoth({ ...state, mode: state.mode === 'paused' ? 'paused' : 'running', ...retryAtOnce });
    case 'woke':
      return wantsBoth({ ...state, ...retryUnlessRateLimited(state) });
    case 'networkUp':
      return wantsBoth({ ...state, network: 'up', ...retryUnlessRateLimited(state) });
    case 'networkDown':
      return { ...state, network: 'down', work: 'none' };
    case 'pushed':
      return { ...state, work: 'none', trouble: null, nextPushAtMs: event.againAtMs };
    case 'pulled':
      return caughtUp(state, now);
    case 'failed':
      return afterFailure(state, event, now);
    case 'timerDue':
      return dueNow(state, now);
  }
}

/** The person, the network or the system gave a reason to try again at once. */
const retryAtOnce = { trouble: null, failures: 0 } as const;

/** A time to wait that the service named holds, whatever the network and this computer do meanwhile. */
const retryUnlessRateLimited = ({ trouble }: SyncState): Partial<SyncState> =>
  trouble?.reason === 'rateLimited' ? {} : retryAtOnce;

const wantsBoth = (state: SyncState): SyncState => ({ ...state, wantsPush: true, wantsPull: true });

function caughtUp(state: SyncState, now: SyncInputs): SyncState {
  const nextPullAtMs = now.nowMs + now.pullEveryMs;
  return { ...state, ...retryAtOnce, work: 'none', caughtUpAtMs: now.nowMs, nextPullAtMs };
}

function dueNow(state: SyncState, { nowMs }: SyncInputs): SyncState {
  const pushDue = state.nextPushAtMs !== null && state.nextPushAtMs <= nowMs;
  const retryDue = state.trouble !== null && state.trouble.retryAtMs <= nowMs;
  return {
    ...state,
    wantsPush: state.wantsPush || pushDue || retryDue,
    wantsPull: state.wantsPull || retryDue || state.nextPullAtMs <= nowMs,
    nextPushAtMs: pushDue ? null : state.nextPushAtMs,
  };
}

type Failed = Extract<SyncEvent, { kind: 'failed' }>;

function afterFailure(state: SyncState, { failureClass, detail, againAtMs }: Failed, now: SyncInputs): SyncState {
  const stopped: SyncState = { ...state, work: 'none', wantsPush: true, wantsPull: true, nextPushAtMs: againAtMs };
  if (failureClass.kind === 'token') return { ...stopped, mode: 'tokenRefused' };
  const attempt = state.failures + 1;
  const named = failureClass.kind === 'later' ? failureClass.delayMs : null;
  const ceilingMs = now.watched ? LONGEST_BACKOFF_WHILE_WATCHED_MS : LONGEST_BACKOFF_MS;
  const delayMs = named ?? backoffDelayMs(attempt, now.random, ceilingMs);
  const trouble = { reason: reasonOf(failureClass), attempt, retryAtMs: now.nowMs + delayMs, detail };
  return { ...stopped, failures: attempt, trouble };
}

function reasonOf({ kind }: FailureClass | DiskFull): SyncProblem['reason'] {
  switch (kind) {
    case 'notApplied':
      return 'unreachable';
    case 'later':
      return 'rateLimited';
    case 'notOurService':
      return 'notOurService';
    case 'notAllowed':
      return 'notAllowed';
    case 'disk':
      return 'disk';
    case 'broken':
    case 'conflict':
    case 'gone':
    case 'refused':
    case 'token':
    case 'unknown':
      return 'notAnswering';
  }
}

/** Starts the work that may start now, and arms the timer for the work that may start later. */
function startNext(state: SyncState, now: SyncInputs, effects: readonly SyncEffect[]): Reduced {
  if (state.mode !== 'running' || state.network === 'down' || state.work !== 'none') return { state, effects };
  const retryAtMs = state.trouble?.retryAtMs ?? 0;
  if (retryAtMs > now.nowMs) return { state, effects: [...effects, { kind: 'wakeAt', atMs: retryAtMs }] };
  if (state.wantsPush) {
    return { state: { ...state, work: 'push', wantsPush: false }, effects: [...effects, { kind: 'push' }] };
  }
  if (state.wantsPull) {
    return { state: { ...state, work: 'pull', wantsPull: false }, effects: [...effects, { kind: 'pull' }] };
  }
  const atMs = Math.min(state.nextPullAtMs, state.nextPushAtMs ?? Number.POSITIVE_INFINITY);
  return { state, effects: [...effects, { kind: 'wakeAt', atMs }] };
}
