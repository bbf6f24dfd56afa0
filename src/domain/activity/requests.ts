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
  const area = areaOf(request);
  const ids = request.failure === null || request.requestId === null ? [] : [request.requestId.slice(0, LONGEST_ID)];
  const known = counted.findIndex((one) => one.area === area && one.status === request.status);
  if (known === -1) {
    if (counted.length >= MOST_KINDS) return counted;
    return [...counted, { area, status: request.status, count: 1, requestIds: ids }];
  }
  return counted.map((one, place) =>
    place === known
      ? { ...one, count: one.count + 1, requestIds: [...one.requestIds, ...ids].slice(0, MOST_IDS) }
      : one,
  );
}

export const sumOfRequests = (counted: readonly CountedRequests[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0);
