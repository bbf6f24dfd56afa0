import type { RemoteFailure } from './remote-failure.ts';
import { unreachable } from '../core/result.ts';

/**
 * What a failed update means for the edit. Decided by status and shape, here and nowhere else, and never by a message's
 * text.
 */
export type FailureClass =
  | { readonly kind: 'notApplied' }
  /** It may have been applied, or may still be. */
  | { readonly kind: 'unknown' }
  /** The token is refused: the whole queue waits. */
  | { readonly kind: 'token' }
  | { readonly kind: 'notAllowed' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'conflict' }
  /** The whole connection waits. @property delayMs null when the service named no time */
  | { readonly kind: 'later'; readonly delayMs: number | null }
  | { readonly kind: 'broken' }
  | { readonly kind: 'notOurService' };

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
      return outcomeOfStatus(failure.status, failure.retryAfterMs);
    default:
      return unreachable(failure);
  }
}

function outcomeOfStatus(status: number, retryAfterMs: number | null): FailureClass {
  if ([408, 502, 504].includes(status)) return { kind: 'unknown' };
  if (status === 401) return { kind: 'token' };
  if (status === 403) return { kind: 'notAllowed' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status === 409 || status === 412) return { kind: 'conflict' };
  if ([425, 429, 503].includes(status)) return { kind: 'later', delayMs: retryAfterMs };
  if (status >= 500) return { kind: 'broken' };
  // Every other 4xx says that this request, as it is, will not be taken.
  return { kind: 'refused' };
}

/** After these, the service may hold the value although it did not say so, now or a little later. */
export const mayHaveBeenApplied = (outcome: FailureClass): boolean =>
  outcome.kind === 'unknown' || outcome.kind === 'broken';

/** Would meet the next file as well; the rest may be one file's own. */
export const concernsEverything = (outcome: FailureClass): boolean =>
  ['notApplied', 'token', 'later', 'notOurService'].includes(outcome.kind);

/** So many files in a row that fail each by itself are not about the files. */
export const FAILURES_BEFORE_PAUSE = 3;
