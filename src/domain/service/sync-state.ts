import type { FailureClass } from './remote-failure.ts';

/** What keeps one kind of work from going on just now. */
export type SyncProblem = {
  readonly reason:
    | 'unreachable'
    | 'notAnswering'
    | 'rateLimited'
    | 'notOurService'
    | 'notAllowed'
    | 'tokenRefused'
    | 'incompleteList'
    | 'fileCeiling'
    | 'disk';
  /** Failures in a row, 1 or more. */
  readonly attempt: number;
  readonly retryAtMs: number;
  /** The service's words or the system's; never a token. */
  readonly detail: string;
};

/** The two kinds of work: sending edits, and refreshing the mirror. */
export type SyncWork = 'push' | 'pull';

/** One kind of work. Each waits by itself, so that a service that takes no update still refreshes the mirror. */
export type WorkState = {
  readonly isWanted: boolean;
  readonly problem: SyncProblem | null;
  /**
   * Failures since the work last ended well, or since a person, the network or the system gave a reason to try again. A
   * push does not reset those of a pull: with nothing to send it asks nothing of the service.
   */
  readonly failures: number;
  /** When the next pull, or the earliest delayed edit, is due, in milliseconds since 1970; null for no time. */
  readonly dueAtMs: number | null;
};

/** The state of one connection's engine. */
export type SyncState = {
  readonly mode: 'running' | 'paused' | 'noToken';
  readonly network: 'up' | 'down';
  readonly work: 'none' | SyncWork;
  readonly push: WorkState;
  readonly pull: WorkState;
  /** Whether a person asked for a check during the pull under way: another one follows, although this one yields. */
  readonly isPullAskedAgain: boolean;
  /** Which work starts when both may. */
  readonly first: SyncWork;
  /** Until when the service is asked nothing, because nothing reaches it or it named a time; 0 for no wait. */
  readonly silentUntilMs: number;
  /** When the last complete pull ended; null when none ever did. */
  readonly caughtUpAtMs: number | null;
  /** When the latest step was: a later step at an earlier time shows that the clock was set back. */
  readonly asOfMs: number;
};

/** A failure of this computer's disk and not of the service. */
type DiskFull = { readonly kind: 'disk' };

/** The disk has too little room left for a pull, and enough for edits. */
type TooLittleSpace = { readonly kind: 'tooLittleSpace' };

/** A list of the service that did not come to its own end: what it gave is in the mirror, and more may be missing. */
type IncompleteList = { readonly kind: 'incompleteList' };

/** The mirror has as many files as it may have, and the service has more. */
type FileCeilingReached = { readonly kind: 'fileCeiling' };

/** Why a piece of work ended early. */
export type WorkFailure = FailureClass | DiskFull | TooLittleSpace | IncompleteList | FileCeilingReached;

/** Everything that may change the state of an engine. */
export type SyncEvent =
  | { readonly kind: 'started'; readonly mode: SyncState['mode'] }
  | { readonly kind: 'editQueued' }
  /** "Check now" or "Try now": works through back-off and a refused token, never un-pauses. */
  | { readonly kind: 'checkAsked' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  /** The computer woke from sleep. */
  | { readonly kind: 'woke' }
  | { readonly kind: 'networkUp' }
  | { readonly kind: 'networkDown' }
  /** @property againAtMs when a delayed edit is due; null when none is */
  | { readonly kind: 'pushed'; readonly againAtMs: number | null }
  | { readonly kind: 'pulled' }
  /** The pull stopped between two pages, because edits wait to be sent. */
  | { readonly kind: 'yielded' }
  /** @property againAtMs of a push: when a delayed edit is due; null when none is */
  | {
      readonly kind: 'failed';
      readonly failureClass: WorkFailure;
      readonly detail: string;
      readonly againAtMs: number | null;
    }
  | { readonly kind: 'timerDue' };

/** What the engine has to do after a step. */
export type SyncEffect =
  | { readonly kind: SyncWork }
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

const resting: WorkState = { isWanted: false, problem: null, failures: 0, dueAtMs: null };

/** The state before `started`. */
export const restingState: SyncState = {
  mode: 'noToken',
  network: 'up',
  work: 'none',
  push: resting,
  pull: { ...resting, dueAtMs: 0 },
  isPullAskedAgain: false,
  first: 'push',
  silentUntilMs: 0,
  caughtUpAtMs: null,
  asOfMs: 0,
};

/** A silence puts off every kind of work: nothing is tried again before its end. */
const afterSilence = <Problem extends SyncProblem>(problem: Problem, silentUntilMs: number): Problem => ({
  ...problem,
  retryAtMs: Math.max(problem.retryAtMs, silentUntilMs),
});

/** What keeps edits from being sent: a problem of the push, or one of the pull that silences the whole connection. */
export function pushProblemOf({ push, pull, silentUntilMs }: SyncState): SyncProblem | null {
  const isSilent = pull.problem !== null && silentUntilMs >= pull.problem.retryAtMs;
  const problem = push.problem ?? (isSilent ? pull.problem : null);
  return problem && afterSilence(problem, silentUntilMs);
}

/** What a screen says of the connection: a refused token before all, then what keeps the mirror old, then the edits. */
export function problemOf({
  push,
  pull,
  silentUntilMs,
}: SyncState): (SyncProblem & { readonly work: SyncWork }) | null {
  const problems = [
    ...(pull.problem === null ? [] : [{ ...pull.problem, work: 'pull' as const }]),
    ...(push.problem === null ? [] : [{ ...push.problem, work: 'push' as const }]),
  ];
  const problem = problems.find(({ reason }) => reason === 'tokenRefused') ?? problems[0];
  return problem === undefined ? null : afterSilence(problem, silentUntilMs);
}
