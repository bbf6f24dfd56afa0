/** How long one request may take, and how large its answer may be. */
export type RequestLimits = {
  /** Milliseconds until the headers have arrived, connecting included. */
  readonly headersMs: number;
  /** Milliseconds until the body is complete. */
  readonly totalMs: number;
  /** Bytes of a list's body after decompression. */
  readonly listBytes: number;
  /** Bytes of one record's body after decompression. */
  readonly recordBytes: number;
};

/** The limits of every connection; tests shorten them. */
export const defaultLimits: RequestLimits = {
  headersMs: 15_000,
  totalMs: 60_000,
  listBytes: 32 * 1024 * 1024,
  recordBytes: 2 * 1024 * 1024,
};

/** Bytes read of an error's body: the message is cut to 300 characters anyway. */
export const ERROR_BODY_BYTES = 64 * 1024;

/** The abort signal of one request, and the event that relaxes it. */
export type Deadlines = {
  /** Aborted by the caller, by late headers, or by a late end of the body. */
  readonly signal: AbortSignal;
  /** Ends the deadline of the headers; the caller and the deadline of the body stay. */
  readonly headersArrived: () => void;
};

/**
 * Starts the deadlines of a request. ofetch's `timeout` covers no body and yields to a `signal` (ofetch, `fetch.ts`).
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
