import { createFetch } from 'ofetch';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { type RemoteFailure, requestIdOf } from '../../src/domain/service/remote-failure.ts';
import type { UrlBuilder } from './address.ts';
import { errorResponse, requestIdIn, interceptedResponse } from './error-response.ts';
import { networkFailure } from './network-failure.ts';
import { oneLine, type SecretRedactor } from './redact-secrets.ts';
import { deadlines, type RequestLimits } from './request-limits.ts';
import type { RecordRequest } from './request-log.ts';
import { type BodyProblem, contentTypeOf, looksLikeHtml, readText } from './response-body.ts';
import type { Answer } from './service.ts';
import { parseStrictly } from './strict-json.ts';

export type HttpClientOptions = {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: RequestLimits;
  readonly redact: SecretRedactor;
};

export type HttpRequest = {
  readonly method: 'GET' | 'PUT';
  readonly url: URL;
  readonly body: string | null;
  /** Bytes of the answer's body after decompression. */
  readonly longestBytes: number;
  /** Parses the body of a 2xx; `parseStrictly` by default. */
  readonly parse?: (text: string) => Result<unknown, string>;
};

/** The parsed body of a 2xx, unchecked. `requestId` is null when the answer has none. */
export type JsonResponse = { readonly json: unknown; readonly requestId: string | null };

/** The end of one request. `status` is null without an answer. */
export type HttpResponse = { readonly status: number | null; readonly json: Result<JsonResponse, RemoteFailure> };

/** Sends one request and reads its answer. Never retries and follows no redirect: the outbox decides about retries. */
export async function exchange(
  client: HttpClientOptions,
  request: HttpRequest,
  caller: AbortSignal,
): Promise<HttpResponse> {
  if (caller.aborted) return noResponse({ kind: 'notSent', detail: 'given up before it was sent' });
  const { signal, headersArrived } = deadlines(caller, client.limits);
  let response: Response;
  try {
    response = await send(client, request, signal);
  } catch (error) {
    return noResponse(networkFailure(error, caller));
  }
  headersArrived();
  const json = response.ok
    ? await readJson(client, request, response, caller)
    : fail(await errorResponse(response, client.redact));
  return { status: response.status, json };
}

const noResponse = (failure: RemoteFailure): HttpResponse => ({ status: null, json: fail(failure) });

async function send(
  client: HttpClientOptions,
  { method, url, body }: HttpRequest,
  signal: AbortSignal,
): Promise<Response> {
  // The first access to the global `Headers` loads undici; at module level it would slow the start.
  const { raw } = createFetch({ fetch: client.fetch, Headers, AbortController });
  return await raw(url.href, {
    method,
    signal,
    headers: { ...client.headers, ...(body === null ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === null ? {} : { body }),
    retry: false,
    redirect: 'manual',
    credentials: 'omit',
    ignoreResponseError: true,
    responseType: 'stream',
  });
}

async function readJson(
  { redact }: HttpClientOptions,
  request: HttpRequest,
  response: Response,
  caller: AbortSignal,
): Promise<Result<JsonResponse, RemoteFailure>> {
  const requestId = requestIdIn(response.headers, redact);
  const kind = contentTypeOf(response.headers.get('content-type'));
  if (kind !== 'json' && kind !== 'none') return fail(await interceptedResponse(response));
  let text: Result<string, BodyProblem>;
  try {
    text = await readText(response, request.longestBytes);
  } catch (error) {
    return fail(truncated(error, caller, requestId));
  }
  if (!text.ok) return fail({ kind: 'malformed', detail: bodyProblemMessages[text.failure], requestId });
  if (text.value === '') return fail({ kind: 'malformed', detail: 'the answer is empty', requestId });
  if (kind === 'none' || looksLikeHtml(text.value)) return fail(await interceptedResponse(response));
  const json = (request.parse ?? parseStrictly)(text.value);
  return json.ok ? ok({ json: json.value, requestId }) : fail({ kind: 'malformed', detail: json.failure, requestId });
}

const bodyProblemMessages: Record<BodyProblem, string> = {
  tooLarge: 'the answer is larger than any this app asks for',
  notUtf8: 'the answer is not UTF-8',
};

/**
 * The failure of a 2xx with an incomplete body: `malformed`, because the service did answer, unless the app aborted.
 */
function truncated(error: unknown, caller: AbortSignal, requestId: string | null): RemoteFailure {
  if (caller.aborted) return { kind: 'noAnswer', detail: 'given up before the answer was complete' };
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return { kind: 'noAnswer', detail: 'the answer did not end in time' };
  return { kind: 'malformed', detail: 'the answer was cut short', requestId };
}

/** A request to the service, below its base address. */
type ServiceRequest<T> = Omit<HttpRequest, 'url'> & {
  readonly segments: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Reads the JSON of a 2xx. */
  readonly read: (response: JsonResponse) => Result<T, RemoteFailure>;
};

export type HttpClient = <T>(request: ServiceRequest<T>, signal: AbortSignal) => Answer<T>;

/** The HTTP client of one service. The request log receives every request, without its token. */
export function httpClient(client: HttpClientOptions, urls: UrlBuilder, record: RecordRequest): HttpClient {
  return async ({ segments, query, read, ...request }, signal) => {
    const url = urls.at(segments, query);
    if (url === null) return fail({ kind: 'notSent', detail: 'this cannot be part of an address' });
    const end = record({ method: request.method, path: oneLine(url.pathname + url.search, client.redact) });
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
