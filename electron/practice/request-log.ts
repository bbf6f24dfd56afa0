/** What happened to one request, without its token or its body. */
export type RequestEntry = {
  readonly requestId: string;
  readonly atMs: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly requestBodyBytes: number;
  /** Null while the request is under way, and for ever when the connection ended without an answer. */
  readonly status: number | null;
  /** Null while the request is under way. */
  readonly durationMs: number | null;
  /** Whether it changed what the service holds. */
  readonly applied: boolean;
  /** The kind of fault it met, or null. */
  readonly fault: string | null;
  /** What went wrong inside the service, which is a bug of the service; null otherwise. */
  readonly bug: string | null;
};

export type RequestOutcome = Omit<RequestEntry, 'requestId' | 'atMs' | 'method' | 'path'>;

const ENTRIES_KEPT = 5_000;

export type RequestLog = ReturnType<typeof requestLog>;

/** The last requests in the order of their arrival. */
export function requestLog() {
  let entries: { entry: RequestEntry }[] = [];
  return {
    /** Notes a request as it arrives. @returns notes what became of it */
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
      // Trimmed in halves, so that a long run does not copy the list at every request.
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
