import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';

type RequestStart = {
  readonly method: 'GET' | 'PUT';
  /** With its query; never the origin, a body or a token. */
  readonly path: string;
};

type RequestEnd = {
  /** Null when no answer came. */
  readonly status: number | null;
  /** Null when the exchange was what it should be. */
  readonly failure: RemoteFailure['kind'] | null;
  readonly requestId: string | null;
};

/** Told when a request starts; @returns told how it ended */
export type RecordRequest = (start: RequestStart) => (end: RequestEnd) => void;

export type LoggedRequest = RequestStart & RequestEnd & { readonly startedAtMs: number; readonly durationMs: number };

export type RequestLog = {
  readonly record: RecordRequest;
  /** Newest first. */
  readonly latest: () => readonly LoggedRequest[];
};

const KEPT = 200;

/** The last 200 exchanges with a service, for a person who has to find out what went on; gone with the program. */
export function requestLog(nowMs: () => number, onEnd: (request: LoggedRequest) => void = () => {}): RequestLog {
  const ended: LoggedRequest[] = [];
  return {
    record: (start) => {
      const startedAtMs = nowMs();
      return (end) => {
        const request = { ...start, ...end, startedAtMs, durationMs: nowMs() - startedAtMs };
        ended.push(request);
        onEnd(request);
        if (ended.length > KEPT) ended.shift();
      };
    },
    latest: () => ended.toReversed(),
  };
}
