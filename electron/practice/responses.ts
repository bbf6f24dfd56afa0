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
