import { type Json, parseJson } from './json.ts';

/** Refuses a request. Any function may throw it; the routes answer it in one place. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonResponse(
  body: object | null,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return jsonTextResponse(JSON.stringify(body), status, headers);
}

/** A response with JSON that is text already. */
export function jsonTextResponse(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const bytes = Buffer.from(text);
  return new Response(bytes, {
    status,
    headers: { ...headers, 'Content-Type': JSON_TYPE, 'Content-Length': String(bytes.length) },
  });
}

/** The body of an error, in the interface's form. */
export function errorBody(status: number, message: string): object {
  return { error: { code: status, message } };
}

export function errorResponse({ status, message, headers }: HttpError): Response {
  return jsonResponse(errorBody(status, message), status, headers);
}

/** The headers of every response (section 4.1 of the interface) that neither the body nor Node supplies. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  };
}

const BODY_LIMIT_BYTES = 100 * 1024;
/** Read and thrown away: a client that still sends would meet a closed connection, and never the answer (RFC 9112, 9.6). */
const DRAINED_BYTES = 1024 * 1024;

/**
 * Reads the body of a request.
 *
 * @throws HttpError 413 when it is longer than 100 KiB
 */
export async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length') ?? 0) > DRAINED_BYTES) throw tooLarge();
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > DRAINED_BYTES) break;
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  if (bytes > BODY_LIMIT_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

function tooLarge(): HttpError {
  // The unread rest of the body makes the connection unusable for another request.
  return new HttpError(413, `the body is larger than ${BODY_LIMIT_BYTES} bytes`, { Connection: 'close' });
}

/** Parses a body as JSON. @throws HttpError 415 for another content type, 400 when the body is not JSON in UTF-8 */
export function jsonBody(contentType: string | undefined, body: Buffer): Json {
  if (!/^application\/json *(;|$)/i.test(contentType ?? '')) {
    throw new HttpError(415, 'the body must be application/json');
  }
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) throw new HttpError(400, 'the body is not JSON');
    throw error;
  }
}

/** Query parameters with all their values. */
export type Query = Readonly<Record<string, readonly string[]>>;

/** The value of a parameter; null without one. @throws HttpError 400 for more than one value */
export function oneParameter(query: Query, name: string): string | null {
  const values = Object.hasOwn(query, name) ? query[name] : undefined;
  if (values === undefined) return null;
  if (values.length > 1) throw new HttpError(400, `${name} is given more than once`);
  return values[0] ?? null;
}

/** A parameter as a boolean; null without one. @throws HttpError 400 for another value */
export function booleanParameter(query: Query, name: string): boolean | null {
  const text = oneParameter(query, name);
  if (text === null) return null;
  if (text !== 'true' && text !== 'false') throw new HttpError(400, `${name} must be true or false`);
  return text === 'true';
}

/** A parameter as a whole number; null without one. @throws HttpError 400 for another value or one out of range */
export function numberParameter(
  query: Query,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
): number | null {
  const text = oneParameter(query, name);
  if (text === null) return null;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new HttpError(400, `${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}
