import { concernsEverything, outcomeOf } from './service/failure-class.ts';
import type { RemoteFailure } from './service/remote-failure.ts';

/** So often one CID is asked for before it is given up. */
export const MOST_TRIES = 3;

/** What to do about a signature that could not be fetched. */
export type FetchStep =
  /** Nothing more is asked until the token may: files and keys are not affected. */
  | { readonly kind: 'notAllowed' }
  /** All of them wait. @property delayMs null when the service named no time */
  | { readonly kind: 'wait'; readonly delayMs: number | null }
  /** This one again, after the others. */
  | { readonly kind: 'later' }
  /** Asking for this one again would bring the same. */
  | { readonly kind: 'giveUp' };

/** @param tries how often this CID was asked for before and failed by itself */
export function stepAfterFailure(failure: RemoteFailure, tries: number): FetchStep {
  const outcome = outcomeOf(failure);
  if (outcome.kind === 'token' || outcome.kind === 'notAllowed') return { kind: 'notAllowed' };
  if (outcome.kind === 'later') return { kind: 'wait', delayMs: outcome.delayMs };
  if (concernsEverything(outcome)) return { kind: 'wait', delayMs: null };
  const isFinal = outcome.kind === 'refused' || outcome.kind === 'gone' || outcome.kind === 'conflict';
  return isFinal || tries + 1 >= MOST_TRIES ? { kind: 'giveUp' } : { kind: 'later' };
}
