import { parseBaseUrl } from '../../src/domain/connections/typed-address.ts';
import { fail, type Result } from '../../src/domain/core/result.ts';
import { type RemoteFailure, requestIdOf } from '../../src/domain/service/remote-failure.ts';
import { exchange, type HttpClientOptions, type HttpRequest, type JsonResponse } from './http-request.ts';
import { pathRedactor } from './path-redactor.ts';
import type { RecordRequest } from './request-log.ts';
import type { Answer } from './service.ts';
import { oneLine } from './token.ts';

/** Makes the URLs of one service's requests. A token goes to these URLs and to no other. */
export type UrlBuilder = {
  /** @returns null when a segment is empty, `.`, `..` or half a surrogate pair */
  readonly at: (segments: readonly string[], query?: Readonly<Record<string, string>>) => URL | null;
  /** A text without the path of the base address, which may be a secret: a path of one of these URLs begins with `…/`. */
  readonly withoutBasePath: (text: string) => string;
};

/**
 * The URL builder of a base address. Every URL stays on its origin and below its path, whatever the segments are.
 *
 * @throws Error when `parseBaseUrl` refuses the base address
 */
export function urlBuilder(baseUrl: string): UrlBuilder {
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new Error(`Not a base address: ${parsed.failure}`);
  const base = new URL(parsed.value);
  const below = `${base.pathname.replace(/\/$/, '')}/`;
  return {
    at: (segments, query = {}) => {
      if (!segments.every(isPlainSegment)) return null;
      const url = new URL(`${base.origin}${below}${segments.map(encodeURIComponent).join('/')}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.origin === base.origin && url.pathname.startsWith(below) ? url : null;
    },
    withoutBasePath: pathRedactor(below.slice(0, -1)),
  };
}

/** `encodeURIComponent` keeps dots and throws a URIError on half a surrogate pair (ECMA-262, Encode). */
const isPlainSegment = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && segment.isWellFormed();

/** A request to the service, below its base address. */
type ServiceRequest<T> = Omit<HttpRequest, 'url'> & {
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Reads the JSON of a 2xx. */
  readonly read: (response: JsonResponse) => Result<T, RemoteFailure>;
};

export type HttpClient = <T>(request: ServiceRequest<T>, signal: AbortSignal) => Answer<T>;

/** The path and query below the base address without what a person typed: the pattern of a filter often holds a name. */
const loggedPath = (segments: readonly string[], { search }: URL): string =>
  `/${segments.map(encodeURIComponent).join('/')}${search.replaceAll(/([?&]name=)[^&]*/g, '$1[typed]')}`;

/** The HTTP client of one service. The request log receives every request, without its token and its base address. */
export function httpClient(client: HttpClientOptions, urls: UrlBuilder, record: RecordRequest): HttpClient {
  return async ({ segments, query, read, ...request }, signal) => {
    const url = urls.at(segments, query);
    if (url === null) return fail({ kind: 'notSent', detail: 'this cannot be part of an address' });
    const end = record({ method: request.method, path: oneLine(loggedPath(segments, url), client.redact) });
    const { status, json } = await exchange(client, { ...request, url }, signal);
    const answer = json.ok ? read(json.value) : json;
    end({
      status,
      failure: answer.ok ? null : answer.failure.kind,
      requestId: json.ok ? json.value.requestId : requestIdOf(json.failure),
    });
    return answer;
  };
}
