/** How long and how large one exchange with the service may get. */
export type ExchangeLimits = {
  /** Milliseconds until the status line and the headers have arrived, connecting included. */
  readonly headersMs: number;
  /** Milliseconds for the whole exchange, the body included. */
  readonly totalMs: number;
  /** Bytes of a list after decompression. */
  readonly listBytes: number;
  /** Bytes of a single record after decompression. */
  readonly recordBytes: number;
};

export const usualLimits: ExchangeLimits = {
  headersMs: 15_000,
  totalMs: 60_000,
  listBytes: 32 * 1024 * 1024,
  recordBytes: 2 * 1024 * 1024,
};

/** Bytes of a refusal: only its first words are shown. */
export const REFUSAL_BYTES = 64 * 1024;
