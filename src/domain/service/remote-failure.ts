import { z } from 'zod';
import { unreachable } from '../core/result.ts';

/** How one request to the service failed, by what may have happened there. */
export type RemoteFailure =
  /** No byte of the request left: name not found, refused, no route, TLS. */
  | { readonly kind: 'notSent'; readonly detail: string }
  /** Reset, timeout, or abort after bytes were sent. */
  | { readonly kind: 'noAnswer'; readonly detail: string }
  /** A status other than 2xx, with the service's message. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly message: string;
      readonly requestId: string | null;
      /** Milliseconds, already clamped to [1 s, 1 h]; null when the answer names no time. */
      readonly retryAfterMs: number | null;
    }
  /** A 2xx whose body was cut, was not JSON, or was not of the agreed shape. */
  | {
      readonly kind: 'malformed';
      readonly detail: string;
      readonly requestId: string | null;
      /** There was more of it than is read, so that nobody knows its shape. */
      readonly tooLarge?: true;
    }
  /** A redirect, HTML, or another content type: a portal, a proxy, a wrong address. */
  | { readonly kind: 'notOurService'; readonly detail: string }
  /** A 2xx about another file than the one asked for. */
  | { readonly kind: 'wrongRecord'; readonly requestId: string | null };

/** A failure in one line, for the status bar and the history. Never contains a token. */
export function describeFailure(failure: RemoteFailure): string {
  switch (failure.kind) {
    case 'answered':
      return `${failure.status}: "${failure.message}"`;
    case 'wrongRecord':
      return 'the service answered with another file';
    case 'notSent':
    case 'noAnswer':
    case 'malformed':
    case 'notOurService':
      return failure.detail;
  }
}

/** The status in a failure that `describeFailure` described; null without one. */
export const statusIn = (described: string): number | null => Number(/^(\d{3}): "/.exec(described)?.[1]) || null;

/** The service's message alone; of a failure without an answer, what came instead. */
export const messageOf = (failure: RemoteFailure): string =>
  failure.kind === 'answered' ? failure.message : describeFailure(failure);

/** The id under which the service logged the request; null when its answer had none. */
export const requestIdOf = (failure: RemoteFailure): string | null =>
  'requestId' in failure ? failure.requestId : null;

/** Whether an answer was too large to read; fewer rows of the same list may be readable. */
export const isTooLarge = (failure: RemoteFailure): boolean =>
  failure.kind === 'malformed' && failure.tooLarge === true;

/** What a failed request means for the edit. Status and shape decide, in this file alone; a message's text never does. */
export type FailureClass =
  /** The service did not receive the request. */
  | { readonly kind: 'notApplied' }
  /** The service may have applied the update, or may still apply it. */
  | { readonly kind: 'unknown' }
  /** The service refuses the token: the whole queue waits. */
  | { readonly kind: 'token' }
  /** The token lacks a permission: this file waits. */
  | { readonly kind: 'notAllowed' }
  /** The service will never take this request as it is. */
  | { readonly kind: 'refused' }
  /** The service has no such file (any more). */
  | { readonly kind: 'gone' }
  /** The service sees a conflict with the record it holds. */
  | { readonly kind: 'conflict' }
  /** The whole connection waits. @property delayMs null when the service named no time */
  | { readonly kind: 'later'; readonly delayMs: number | null }
  /** The service failed; it may have applied the update. */
  | { readonly kind: 'broken' }
  /**
   * Something other than the service answered: a firewall that dislikes one request, or a portal, a proxy, a wrong
   * address in the way of all.
   */
  | { readonly kind: 'notOurService' };

/** The class of a failure; statuses by RFC 9110, section 15, RFC 6585 (429) and RFC 8470 (425). */
export function failureClassOf(failure: RemoteFailure): FailureClass {
  switch (failure.kind) {
    case 'notSent':
      return { kind: 'notApplied' };
    case 'noAnswer':
    case 'malformed':
    case 'wrongRecord':
      return { kind: 'unknown' };
    case 'notOurService':
      return { kind: 'notOurService' };
    case 'answered':
      return classOfStatus(failure.status, failure.retryAfterMs);
    default:
      return unreachable(failure);
  }
}

function classOfStatus(status: number, retryAfterMs: number | null): FailureClass {
  if ([408, 502, 504].includes(status)) return { kind: 'unknown' };
  if (status === 401) return { kind: 'token' };
  if (status === 403) return { kind: 'notAllowed' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 409 || status === 412) return { kind: 'conflict' };
  if ([425, 429, 503].includes(status)) return { kind: 'later', delayMs: retryAfterMs };
  if (status >= 500 || UNRELATED_TO_REQUEST.has(status)) return { kind: 'broken' };
  // Every other 4xx says that this request, as it is, will not be taken.
  return { kind: 'refused' };
}

/**
 * An account that is to pay (402), another protocol (426), headers that are too large (431), which are the same in every
 * request: RFC 9110, 15.5.3 and 15.5.22, and RFC 6585, 5. No edit is refused by them.
 */
const UNRELATED_TO_REQUEST: ReadonlySet<number> = new Set([402, 426, 431]);

/** Statuses of a service, or of a gateway before it, that does not answer just now (RFC 9110, RFC 6585, RFC 8470). */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/** Whether a request got no answer, or one that says "later": the same request may well succeed soon. */
export const isOutage = (failure: RemoteFailure): boolean =>
  failure.kind === 'notSent' ||
  failure.kind === 'noAnswer' ||
  (failure.kind === 'answered' && PASSING_STATUSES.has(failure.status));

/** Whether the service may hold the value, now or a little later, although it did not say so. */
export const mayHaveBeenApplied = ({ kind }: FailureClass): boolean => kind === 'unknown' || kind === 'broken';

/** Whether the next file would fail in the same way; other classes may be about one file alone. */
export const concernsEverything = ({ kind }: FailureClass): boolean => ['notApplied', 'token', 'later'].includes(kind);

/** Files in a row that fail by themselves before a probe asks whether the cause is in the files at all. */
export const FAILURES_BEFORE_PAUSE = 3;

/** Files in a row that fail by themselves before the connection pauses, although a probe got through. */
export const FAILURES_IN_SPITE_OF_PROBE = 8;

/** Failures in a row after which an edit is refused, if other files succeed meanwhile. */
export const SUSPECT_AFTER_FAILURES = 8;

/**
 * How often others have to get through between two tries of a file before its edit is refused. An outage ends once and
 * begins once; a file that fails by itself fails through all of them.
 */
export const SUSPECT_AFTER_SUCCESSES_OF_OTHERS = 4;

/**
 * Consecutive conflict answers to the same body over the same record after which the edit itself is refused: another try
 * cannot succeed.
 */
export const CONFLICT_ANSWERS_BEFORE_REFUSAL = 5;

/** One update that was sent; `readRaw` is the record read before it, null when the mirror stood in. */
type Sent = { readonly body: string; readonly readRaw: string | null };

/**
 * Whether the latest updates of a file all sent the same body over the same record, so that the conflict answers are about
 * the edit itself.
 *
 * @param sent updates of one file, newest first
 * @param failuresInARow 1 or more
 */
export function isRepeatedConflict(sent: readonly Sent[], failuresInARow: number): boolean {
  const latest = sent.slice(0, CONFLICT_ANSWERS_BEFORE_REFUSAL);
  const isSame = latest.every(({ body, readRaw }) => body === latest[0]?.body && readRaw === latest[0].readRaw);
  return (
    latest.length === CONFLICT_ANSWERS_BEFORE_REFUSAL && failuresInARow >= CONFLICT_ANSWERS_BEFORE_REFUSAL && isSame
  );
}

/** The last failure of a file that waits for its next try. */
export const lastFailure = z.object({
  kind: z.enum(['notSent', 'noAnswer', 'answered', 'malformed', 'notOurService', 'wrongRecord']),
  /** Null without an answer of the service. */
  status: z.number().nullable(),
  /** The service's words or the system's. */
  words: z.string(),
});
export type LastFailure = Readonly<z.infer<typeof lastFailure>>;

/** A failure as the person is told of it while the file waits. */
export const lastFailureOf = (failure: RemoteFailure): LastFailure => ({
  kind: failure.kind,
  status: failure.kind === 'answered' ? failure.status : null,
  words: messageOf(failure),
});

/** A file's wait for its next try: the failures in a row, the time of the next, and the last failure. */
export const fileRetry = z.object({ failures: z.number(), retryAtMs: z.number(), lastFailure });
export type FileRetry = Readonly<z.infer<typeof fileRetry>>;

/** One request to a service, without body, headers and token. */
export const loggedRequest = z.object({
  startedAtMs: z.number(),
  durationMs: z.number(),
  method: z.enum(['GET', 'PUT']),
  /** Path and query below the base address, whose own path may be a secret. */
  path: z.string(),
  /** Null without an answer. */
  status: z.number().nullable(),
  /** Null after a success. */
  failure: z.enum(['notSent', 'noAnswer', 'answered', 'malformed', 'notOurService', 'wrongRecord']).nullable(),
  requestId: z.string().nullable(),
});
export type LoggedRequest = Readonly<z.infer<typeof loggedRequest>>;
