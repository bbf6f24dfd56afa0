/** How long and how large one exchange with the service may get. */
export type RequestLimits = {
  /** Milliseconds until the status line and the headers have arrived, connecting included. */
  readonly headersMs: number;
  /** Milliseconds for the whole exchange, the body included. */
  readonly totalMs: number;
  /** Bytes of a list after decompression. */
  readonly listBytes: number;
  /** Bytes of a single record after decompression. */
  readonly recordBytes: number;
};

export const defaultLimits: RequestLimits = {
  headersMs: 15_000,
  totalMs: 60_000,
  listBytes: 32 * 1024 * 1024,
  recordBytes: 2 * 1024 * 1024,
};

/** Bytes of a refusal: only its first words are shown. */
export const ERROR_BODY_BYTES = 64 * 1024;

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
  { headersMs, totalMs }: Pick<RequestLimits, 'headersMs' | 'totalMs'>,
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
