import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { retryAfterMs } from '../../src/domain/service/schedule.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import { contentTypeOf, type ContentType, isFromService, looksLikeHtml, readMessage } from './response-body.ts';
import { parseStrictly } from './strict-json.ts';
import { oneLine, type SecretRedactor } from './token.ts';

/** The failure of a request that something between the app and the service answered, such as a captive portal. */
export async function interceptedResponse(response: Response, redact: SecretRedactor): Promise<RemoteFailure> {
  await response.body?.cancel();
  return { kind: 'notOurService', detail: interceptedMessage(response, redact) };
}

/** The failure in an answer with another status than 2xx. */
export async function errorResponse(response: Response, redact: SecretRedactor): Promise<RemoteFailure> {
  const claimed = contentTypeOf(response.headers.get('content-type'));
  if (!isFromService(response.status, claimed)) return await interceptedResponse(response, redact);
  // The body is only the message: without it the failure is as the status says.
  const body = (await readErrorBody(response)) ?? '';
  const kind = looksLikeHtml(body) ? 'html' : claimed;
  if (!isFromService(response.status, kind)) return await interceptedResponse(response, redact);
  return refusalOf(response, kind, body, redact);
}

/**
 * Reads a 404 to a question that may have no answer, as the one for a signature. Only the service itself can say that there
 * is none: a gateway in front of it sends a 404 while the service is down.
 */
export async function absenceResponse(
  response: Response,
  redact: SecretRedactor,
): Promise<Result<{ readonly requestId: string | null }, RemoteFailure>> {
  const kind = contentTypeOf(response.headers.get('content-type'));
  const requestId = requestIdIn(response.headers, redact);
  const body = await readErrorBody(response);
  if (body === null) return fail({ kind: 'malformed', detail: 'the answer was cut short', requestId });
  if (!isAbsence(kind, body, requestId))
    return fail({ kind: 'notOurService', detail: interceptedMessage(response, redact) });
  return ok({ requestId });
}

/** The errors of the service, and data without a signature. */
const absence = z.union([
  z.object({ error: z.union([z.string(), z.looseObject({})]) }),
  z.object({ data: z.object({ signature: z.literal('').nullish() }).nullable() }),
]);

/** Whether a body is the service's: the service gives every answer an id, and an older one has errors in plain text. */
function isAbsence(kind: ContentType, body: string, requestId: string | null): boolean {
  if (kind === 'html' || kind === 'other' || looksLikeHtml(body)) return false;
  if (body.trim() === '' || requestId !== null) return true;
  const parsed = parseStrictly(body);
  return parsed.ok && absence.safeParse(parsed.value).success;
}

/** The rest is never read: the message is cut to 300 characters. */
const ERROR_BODY_BYTES = 64 * 1024;

/** @returns null for a body that cannot be read to its end */
async function readErrorBody(response: Response): Promise<string | null> {
  try {
    return await readMessage(response, ERROR_BODY_BYTES);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Says who answered in place of the service. The message repeats no body and no whole address. */
export function interceptedMessage({ status, headers }: Response, redact: SecretRedactor): string {
  if (status === 407) return 'a proxy asks for a name and a password (407)';
  if (status === 421) return 'the request came to a server that does not answer for this address (421)';
  if (status === 511) return 'the network asks to sign in first (511)';
  if (status >= 300 && status < 400) return `${redirectMessage(headers.get('location'), redact)} (${status})`;
  if (contentTypeOf(headers.get('content-type')) === 'html')
    return `a web page came instead, as a proxy or a sign-in page sends it (${status})`;
  return `something else answered: ${status}, no JSON`;
}

/** Says that a proxy refused to open a tunnel. @param status the proxy's answer to `CONNECT` */
export const tunnelMessage = (status: number): string =>
  status === 407
    ? 'a proxy asks for a name and a password (407)'
    : `a proxy did not let this through to the service (${status})`;

/**
 * Names the redirect's host only: its path and query often repeat the request. The host of another scheme than http may be
 * any text (URL Standard, "opaque host").
 */
function redirectMessage(location: string | null, redact: SecretRedactor): string {
  const host = oneLine(URL.parse(location ?? '')?.host ?? '', redact);
  return host === '' ? 'a redirect came instead' : `a redirect to ${host} came instead, as for signing in`;
}

/** The service's error, with the service's own message where it sent one. */
function refusalOf(response: Response, kind: ContentType, body: string, redact: SecretRedactor): RemoteFailure {
  const message = kind === 'html' || kind === 'other' ? '' : oneLine(messageIn(body), redact);
  return {
    kind: 'answered',
    status: response.status,
    message: message === '' ? (STATUS_CODES[response.status] ?? 'no reason given') : message,
    requestId: requestIdIn(response.headers, redact),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), response.headers.get('date')),
  };
}

/** The service's id of a request, for its support; null when the answer has none. */
export function requestIdIn(headers: Headers, redact: SecretRedactor): string | null {
  const given = oneLine(headers.get('x-request-id') ?? '', redact);
  return given === '' ? null : given;
}

const details = z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]);
const shapes = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z
    .object({ error: z.object({ reason: z.string(), details: details.optional() }) })
    .transform(({ error }) => [error.reason, error.details].filter(Boolean).join(': ')),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** Finds the message in the known forms of an error. A body in another form is the message itself. */
function messageIn(body: string): string {
  const parsed = parseStrictly(body);
  if (!parsed.ok) return body;
  const shaped = shapes.safeParse(parsed.value);
  if (shaped.success) return shaped.data;
  return typeof parsed.value === 'string' ? parsed.value : body;
}
