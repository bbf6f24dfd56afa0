/** One request, without its token and body. */
export type RequestEntry = {
  readonly requestId: string;
  readonly atMs: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly requestBodyBytes: number;
  /** Null while the request runs, and after a connection that ended without a response. */
  readonly status: number | null;
  /** Null while the request runs. */
  readonly durationMs: number | null;
  /** Whether it changed a record. */
  readonly applied: boolean;
  /** The kind of fault that the request met, or null. */
  readonly fault: string | null;
  /** The stack of a bug in the service; null without one. */
  readonly bug: string | null;
};

export type RequestOutcome = Omit<RequestEntry, 'requestId' | 'atMs' | 'method' | 'path'>;

const ENTRIES_KEPT = 5_000;

export type RequestLog = ReturnType<typeof requestLog>;

/** Keeps the last 5,000 requests, oldest first. */
export function requestLog() {
  let entries: { entry: RequestEntry }[] = [];
  return {
    /** Logs the start of a request. @returns logs its end */
    begin(arrival: Pick<RequestEntry, 'requestId' | 'atMs' | 'method' | 'path'>): (outcome: RequestOutcome) => void {
      const unanswered = {
        requestBodyBytes: 0,
        status: null,
        durationMs: null,
        applied: false,
        fault: null,
        bug: null,
      };
      const kept: { entry: RequestEntry } = { entry: { ...arrival, ...unanswered } };
      entries.push(kept);
      // The list is trimmed when it is twice as long: trimming copies it, and every request would pay for a copy.
      if (entries.length > ENTRIES_KEPT * 2) entries = entries.slice(-ENTRIES_KEPT);
      return (outcome) => {
        kept.entry = { ...arrival, ...outcome };
      };
    },
    last(limit: number): readonly RequestEntry[] {
      const wanted = Math.min(limit, ENTRIES_KEPT);
      return wanted > 0 ? entries.slice(-wanted).map(({ entry }) => entry) : [];
    },
    forget(): void {
      entries = [];
    },
  };
}
