import { z } from 'zod';
import type { LoggedRequest } from '../service/remote-failure.ts';

/** What a request asks of the service, told from its method and path. */
const requestArea = z.enum(['lists', 'reads', 'updates', 'keys', 'signatures', 'others']);
export type RequestArea = z.infer<typeof requestArea>;

/** Requests with the same area and the same end, counted together. */
export const countedRequests = z.object({
  area: requestArea,
  /** Null without an answer. */
  status: z.number().nullable(),
  count: z.number(),
  /** The service's request ids of failures, the first ones; empty after successes. */
  requestIds: z.array(z.string()),
});
export type CountedRequests = Readonly<z.infer<typeof countedRequests>>;

const MOST_IDS = 5;
const LONGEST_ID = 100;
/** An entry names at most this many kinds of ends. */
const MOST_KINDS = 12;

/** The area of a request. @param path path and query */
export function areaOf({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): RequestArea {
  if (method === 'PUT') return 'updates';
  const parts = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean);
  if (parts.includes('api_keys')) return 'keys';
  const files = parts.lastIndexOf('files');
  if (files === -1) return 'others';
  if (parts[files + 2] === 'signature') return 'signatures';
  return parts.length > files + 2 ? 'reads' : 'lists';
}

/** Adds one finished request to those counted so far. */
export function withRequest(counted: readonly CountedRequests[], request: LoggedRequest): readonly CountedRequests[] {
  const { status, failure, requestId } = request;
  const requestIds = failure === null || requestId === null ? [] : [requestId.slice(0, LONGEST_ID)];
  return withCounted(counted, { area: areaOf(request), status, count: 1, requestIds });
}

/** Adds requests that were counted together to those counted so far. */
export function withCounted(counted: readonly CountedRequests[], more: CountedRequests): readonly CountedRequests[] {
  const known = counted.findIndex(({ area, status }) => area === more.area && status === more.status);
  if (known === -1) return counted.length >= MOST_KINDS ? counted : [...counted, more];
  return counted.map((one, place) =>
    place === known
      ? {
          ...one,
          count: one.count + more.count,
          requestIds: [...one.requestIds, ...more.requestIds].slice(0, MOST_IDS),
        }
      : one,
  );
}

export const sumOfRequests = (counted: readonly CountedRequests[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0);
