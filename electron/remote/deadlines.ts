import type { ExchangeLimits } from './request-limits.ts';

/** Everything that may end one attempt early: the caller, late headers, and a late end. */
export type Deadlines = {
  readonly signal: AbortSignal;
  /** From here on only the caller and the time for the whole exchange count. */
  readonly headersArrived: () => void;
};

/**
 * One attempt's own signal. ofetch's `timeout` would not do: it leaves the body out and is ignored beside a `signal`.
 */
export function deadlines(
  caller: AbortSignal,
  { headersMs, totalMs }: Pick<ExchangeLimits, 'headersMs' | 'totalMs'>,
): Deadlines {
  const late = new AbortController();
  const forHeaders = AbortSignal.timeout(headersMs);
  const onLate = (): void => late.abort(forHeaders.reason);
  forHeaders.addEventListener('abort', onLate, { once: true });
  return {
    signal: AbortSignal.any([caller, late.signal, AbortSignal.timeout(totalMs)]),
    headersArrived: () => forHeaders.removeEventListener('abort', onLate),
  };
}
