import { backoffDelayMs, LONGEST_BACKOFF_MS, LONGEST_BACKOFF_WHILE_WATCHED_MS } from './backoff.ts';
import type { FailureClass } from './failure-class.ts';

/** What keeps a connection from working just now. */
type Trouble = {
  readonly reason: 'unreachable' | 'notAnswering' | 'rateLimited' | 'notOurService' | 'notAllowed' | 'disk';
  /** Failures in a row, 1 or more. */
  readonly attempt: number;
  readonly retryAtMs: number;
  /** The service's words or the system's; never a token. */
  readonly detail: string;
};

/** Where one connection's exchange with its service stands. */
export type SyncState = {
  readonly mode: 'running' | 'paused' | 'noToken' | 'tokenRefused';
  readonly network: 'up' | 'down';
  readonly work: 'none' | 'push' | 'pull';
  readonly wantsPush: boolean;
  readonly wantsPull: boolean;
  readonly trouble: Trouble | null;
  /**
   * Failures since the last check that got through to its end, or since somebody or something gave reason for hope. A
   * push that got through does not count: with nothing to send it asks nobody.
   */
  readonly failures: number;
  readonly nextPullAtMs: number;
  /** When the earliest postponed edit may be tried again; null when none waits for a time. */
  readonly nextPushAtMs: number | null;
  /** The last time a check got through to its end; null when none ever did. */
  readonly caughtUpAtMs: number | null;
};

/** Nothing is wrong with the service: this computer's disk cannot take what it says. */
type DiskFull = { readonly kind: 'disk' };

export type SyncEvent =
  | { readonly kind: 'started'; readonly mode: SyncState['mode'] }
  | { readonly kind: 'editQueued' }
  /** "Check now" or "Try now": works through back-off, never un-pauses. */
  | { readonly kind: 'checkAsked' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'tokenGiven' }
  /** The computer was asleep. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'networkUp' }
  | { readonly kind: 'networkDown' }
  /** @property againAtMs when a postponed edit is due; null when none is */
  | { readonly kind: 'pushed'; readonly againAtMs: number | null }
  | { readonly kind: 'pulled' }
  | {
      readonly kind: 'failed';
      readonly outcome: FailureClass | DiskFull;
      readonly detail: string;
      readonly againAtMs: number | null;
    }
  | { readonly kind: 'timerDue' };

export type SyncEffect =
  | { readonly kind: 'push' }
  | { readonly kind: 'pull' }
  /** Ends the exchange in flight: its answers are no longer wanted. */
  | { readonly kind: 'abandon' }
  | { readonly kind: 'wakeAt'; readonly atMs: number };

/** What the rules need from outside at the moment of an event. */
export type SyncInputs = {
  readonly nowMs: number;
  /** Uniform in [0, 1). */
  readonly random: number;
  readonly pullEveryMs: number;
  /** Somebody is looking at the app, so waits are kept short. */
  readonly watched: boolean;
};

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

export type Reduced = { readonly state: SyncState; readonly effects: readonly SyncEffect[] };

/**
 * One step of a connection's life. Push goes before pull, so that nobody sees their own change undone for a moment; one
 * piece of work at a time; and the timer is armed again after every step, so that nothing waits for a local write.
 */
export function reduce(state: SyncState, event: SyncEvent, now: SyncInputs): Reduced {
  const next = after(state, event, now);
  const abandoned = state.work !== 'none' && next.work === 'none' && !isAnswer(event);
  return onward(next, now, abandoned ? [{ kind: 'abandon' }] : []);
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
      return { ...state, wantsPush: true, wantsPull: true, ...hopeful };
    case 'paused':
      // Without a good token nothing goes on anyway, and resuming must not forget that.
      return state.mode === 'running' ? { ...state, mode: 'paused', work: 'none' } : state;
    case 'resumed':
      return state.mode === 'paused' ? wanting({ ...state, mode: 'running' }) : state;
    case 'tokenGiven':
      return wanting({ ...state, mode: state.mode === 'paused' ? 'paused' : 'running', ...hopeful });
    case 'woke':
      return wanting({ ...state, ...hopefulUnlessTold(state) });
    case 'networkUp':
      return wanting({ ...state, network: 'up', ...hopefulUnlessTold(state) });
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

const hopeful = { trouble: null, failures: 0 } as const;

/** A service that named a time to wait meant it, whatever our network and our computer do meanwhile. */
const hopefulUnlessTold = ({ trouble }: SyncState): Partial<SyncState> =>
  trouble?.reason === 'rateLimited' ? {} : hopeful;

const wanting = (state: SyncState): SyncState => ({ ...state, wantsPush: true, wantsPull: true });

function caughtUp(state: SyncState, now: SyncInputs): SyncState {
  const nextPullAtMs = now.nowMs + now.pullEveryMs;
  return { ...state, ...hopeful, work: 'none', caughtUpAtMs: now.nowMs, nextPullAtMs };
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

function afterFailure(state: SyncState, { outcome, detail, againAtMs }: Failed, now: SyncInputs): SyncState {
  const stopped: SyncState = { ...state, work: 'none', wantsPush: true, wantsPull: true, nextPushAtMs: againAtMs };
  if (outcome.kind === 'token') return { ...stopped, mode: 'tokenRefused' };
  const attempt = state.failures + 1;
  const named = outcome.kind === 'later' ? outcome.delayMs : null;
  const ceilingMs = now.watched ? LONGEST_BACKOFF_WHILE_WATCHED_MS : LONGEST_BACKOFF_MS;
  const delayMs = named ?? backoffDelayMs(attempt, now.random, ceilingMs);
  const trouble = { reason: reasonOf(outcome), attempt, retryAtMs: now.nowMs + delayMs, detail };
  return { ...stopped, failures: attempt, trouble };
}

function reasonOf(outcome: FailureClass | DiskFull): Trouble['reason'] {
  switch (outcome.kind) {
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

/** Starts what may start, and arms the timer for what may start later. */
function onward(state: SyncState, now: SyncInputs, effects: readonly SyncEffect[]): Reduced {
  if (state.mode !== 'running' || state.network === 'down' || state.work !== 'none') return { state, effects };
  const heldUntilMs = state.trouble?.retryAtMs ?? 0;
  if (heldUntilMs > now.nowMs) return { state, effects: [...effects, { kind: 'wakeAt', atMs: heldUntilMs }] };
  if (state.wantsPush) {
    return { state: { ...state, work: 'push', wantsPush: false }, effects: [...effects, { kind: 'push' }] };
  }
  if (state.wantsPull) {
    return { state: { ...state, work: 'pull', wantsPull: false }, effects: [...effects, { kind: 'pull' }] };
  }
  const atMs = Math.min(state.nextPullAtMs, state.nextPushAtMs ?? Number.POSITIVE_INFINITY);
  return { state, effects: [...effects, { kind: 'wakeAt', atMs }] };
}
