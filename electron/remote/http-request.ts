import { createFetch } from 'ofetch';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { excessIn, type ListSize } from './answer-size.ts';
import { absenceResponse, errorResponse, interceptedResponse, requestIdIn } from './error-response.ts';
import { networkFailure } from './network-failure.ts';
import { type BodyProblem, contentTypeOf, looksLikeHtml, readText } from './response-body.ts';
import { parseStrictly } from './strict-json.ts';
import type { SecretRedactor } from './token.ts';

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
  /** Absent for an answer without rows. */
  readonly listSize?: ListSize;
  /** Parses the body of a 2xx; `parseStrictly` by default. */
  readonly parse?: (text: string) => Result<unknown, string>;
  /** Whether a 404 of the service is an answer, read as one without data. */
  readonly mayBeAbsent?: boolean;
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
  return { status: response.status, json: await jsonOf(client, request, response, caller) };
}

async function jsonOf(client: HttpClientOptions, request: HttpRequest, response: Response, caller: AbortSignal) {
  if (response.ok) return await readJson(client, request, response, caller);
  if (response.status !== 404 || !request.mayBeAbsent) return fail(await errorResponse(response, client.redact));
  const absent = await absenceResponse(response, client.redact);
  return absent.ok ? ok({ json: { data: null }, ...absent.value }) : absent;
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
    body,
    // ofetch adds the type of a JSON body.
    headers: client.headers,
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
  if (kind !== 'json' && kind !== 'none') return fail(await interceptedResponse(response, redact));
  let text: Result<string, BodyProblem>;
  try {
    text = await readText(response, request.longestBytes);
  } catch (error) {
    return fail(truncated(error, caller, requestId));
  }
  if (!text.ok) return fail({ ...bodyFailures[text.failure], requestId });
  if (text.value === '') return fail({ kind: 'malformed', detail: 'the answer is empty', requestId });
  if (kind === 'none' || looksLikeHtml(text.value)) return fail(await interceptedResponse(response, redact));
  const excess = excessIn(text.value, request.listSize ?? null);
  if (excess !== null) return fail({ kind: 'malformed', detail: excess, requestId, tooLarge: true });
  const json = (request.parse ?? parseStrictly)(text.value);
  return json.ok ? ok({ json: json.value, requestId }) : fail({ kind: 'malformed', detail: json.failure, requestId });
}

const bodyFailures = {
  tooLarge: { kind: 'malformed', detail: 'the answer is larger than any this app asks for', tooLarge: true },
  notUtf8: { kind: 'malformed', detail: 'the answer is not UTF-8' },
} as const satisfies Record<BodyProblem, object>;

/**
 * The failure of a 2xx with an incomplete body: `malformed`, because the service did answer, unless the app aborted.
 */
function truncated(error: unknown, caller: AbortSignal, requestId: string | null): RemoteFailure {
  if (caller.aborted) return { kind: 'noAnswer', detail: 'given up before the answer was complete' };
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return { kind: 'noAnswer', detail: 'the answer did not end in time' };
  return { kind: 'malformed', detail: 'the answer was cut short', requestId };
}

/** The abort signal of one request, and the event that relaxes it. */
type Deadlines = {
  /** Aborted by the caller, by late headers, or by a late end of the body. */
  readonly signal: AbortSignal;
  /** Ends the deadline of the headers; the caller and the deadline of the body stay. */
  readonly headersArrived: () => void;
};

/**
 * Starts the deadlines of a request. ofetch's `timeout` covers no body and yields to a `signal` (ofetch, `fetch.ts`).
 */
function deadlines(
  caller: AbortSignal,
  { headersMs, totalMs }: Pick<RequestLimits, 'headersMs' | 'totalMs'>,
): Deadlines {
  const late = new AbortController();
  const forHeaders = AbortSignal.timeout(headersMs);
  const onLate = (): void => late.abort(forHeaders.reason);
  forHeaders.addEventListener('abort', onLate);
  return {
    signal: AbortSignal.any([caller, late.signal, AbortSignal.timeout(totalMs)]),
    headersArrived: () => forHeaders.removeEventListener('abort', onLate),
  };
}
