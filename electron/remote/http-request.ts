import { createFetch } from 'ofetch';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { readText, readWords, type BodyFlaw } from './response-body.ts';
import { contentKind, isServicesRefusal, looksLikeHtml } from './content-type.ts';
import { deadlines } from './deadlines.ts';
import { REFUSAL_BYTES, type ExchangeLimits } from './request-limits.ts';
import { networkFailure } from './network-failure.ts';
import { refusalOf, requestIdIn } from './refusal.ts';
import { strangerWords } from './error-response.ts';
import type { Scrub } from './redact-secrets.ts';
import { parseStrictly } from './strict-json.ts';

export type Line = {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ExchangeLimits;
  readonly scrub: Scrub;
};

export type Ask = {
  readonly method: 'GET' | 'PUT';
  readonly url: URL;
  readonly body: string | null;
  readonly longestBytes: number;
  /** Reads the text of a 2xx; strictly when left out. */
  readonly parse?: (text: string) => Result<unknown, string>;
};

/** A 2xx whose body is JSON; what the JSON says is still unread. */
export type Heard = { readonly json: unknown; readonly requestId: string | null };

export type Exchanged = { readonly status: number | null; readonly heard: Result<Heard, RemoteFailure> };

/** One request and its answer. Never repeated and never redirected: retrying is the queue's business alone. */
export async function exchange(line: Line, ask: Ask, caller: AbortSignal): Promise<Exchanged> {
  if (caller.aborted) return unheard({ kind: 'notSent', detail: 'given up before it was sent' });
  const { signal, headersArrived } = deadlines(caller, line.limits);
  let response: Response;
  try {
    response = await send(line, ask, signal);
  } catch (error) {
    return unheard(networkFailure(error, caller));
  }
  headersArrived();
  const heard = response.ok ? await hear(line, ask, response, caller) : fail(await refused(line, response));
  return { status: response.status, heard };
}

const unheard = (failure: RemoteFailure): Exchanged => ({ status: null, heard: fail(failure) });

async function send(line: Line, { method, url, body }: Ask, signal: AbortSignal): Promise<Response> {
  // Made only now: whoever names `Headers` has Node load its whole HTTP client, which a start can do without.
  const { raw } = createFetch({ fetch: line.fetch, Headers, AbortController });
  return await raw(url.href, {
    method,
    signal,
    headers: { ...line.headers, ...(body === null ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === null ? {} : { body }),
    retry: false,
    redirect: 'manual',
    credentials: 'omit',
    ignoreResponseError: true,
    responseType: 'stream',
  });
}

async function hear(
  { scrub }: Line,
  ask: Ask,
  response: Response,
  caller: AbortSignal,
): Promise<Result<Heard, RemoteFailure>> {
  const requestId = requestIdIn(response.headers, scrub);
  const kind = contentKind(response.headers.get('content-type'));
  if (kind !== 'json' && kind !== 'none') return fail(await stranger(response));
  let text: Result<string, BodyFlaw>;
  try {
    text = await readText(response, ask.longestBytes);
  } catch (error) {
    return fail(cutShort(error, caller, requestId));
  }
  if (!text.ok) return fail({ kind: 'malformed', detail: flawWords[text.failure], requestId });
  if (text.value === '') return fail({ kind: 'malformed', detail: 'the answer is empty', requestId });
  if (kind === 'none' || looksLikeHtml(text.value)) return fail(await stranger(response));
  const json = (ask.parse ?? parseStrictly)(text.value);
  return json.ok ? ok({ json: json.value, requestId }) : fail({ kind: 'malformed', detail: json.failure, requestId });
}

const flawWords: Record<BodyFlaw, string> = {
  tooLarge: 'the answer is larger than any this app asks for',
  notUtf8: 'the answer is not UTF-8',
};

/** The status said yes, so what is missing is only the proof: `malformed`, unless we ourselves stopped listening. */
function cutShort(error: unknown, caller: AbortSignal, requestId: string | null): RemoteFailure {
  if (caller.aborted) return { kind: 'noAnswer', detail: 'given up before the answer was complete' };
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return { kind: 'noAnswer', detail: 'the answer did not end in time' };
  return { kind: 'malformed', detail: 'the answer was cut short', requestId };
}

async function stranger(response: Response): Promise<RemoteFailure> {
  if (!response.bodyUsed) await response.body?.cancel();
  return { kind: 'notOurService', detail: strangerWords(response) };
}

async function refused({ scrub }: Line, response: Response): Promise<RemoteFailure> {
  const claimed = contentKind(response.headers.get('content-type'));
  if (!isServicesRefusal(response.status, claimed)) return await stranger(response);
  const body = await wordsOf(response);
  const kind = looksLikeHtml(body) ? 'html' : claimed;
  if (!isServicesRefusal(response.status, kind)) return await stranger(response);
  return refusalOf(response, kind, body, scrub);
}

/** The status has decided already; words that do not arrive are only words. */
async function wordsOf(response: Response): Promise<string> {
  try {
    return await readWords(response, REFUSAL_BYTES);
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}
