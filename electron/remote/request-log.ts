import type { LoggedRequest, RemoteFailure } from '../../src/domain/service/remote-failure.ts';

type RequestStart = {
  readonly method: 'GET' | 'PUT';
  /** Path and query below the base address. The log keeps neither that address, nor body, token or typed pattern. */
  readonly path: string;
};

type RequestEnd = {
  /** Null without an answer. */
  readonly status: number | null;
  /** Null after a success. */
  readonly failure: RemoteFailure['kind'] | null;
  readonly requestId: string | null;
};

/** Logs the start of a request. @returns logs its end */
export type RecordRequest = (start: RequestStart) => (end: RequestEnd) => void;

export type RequestLog = {
  readonly record: RecordRequest;
  /** Newest first. */
  readonly latest: () => readonly LoggedRequest[];
};

const KEPT = 200;

/**
 * The last 200 requests to a service, in memory, for the diagnostics screen.
 *
 * @param onEnd receives each finished request
 */
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
