/** A request that is refused: thrown by whoever finds out, answered in one place. */
export class HttpError extends Error {
  override name = 'Refusal';
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

/** @param text JSON */
export function jsonTextResponse(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const bytes = Buffer.from(text);
  return new Response(bytes, {
    status,
    headers: { ...headers, 'Content-Type': JSON_TYPE, 'Content-Length': String(bytes.length) },
  });
}

export function errorBody(status: number, message: string): object {
  return { error: { code: status, message } };
}

export function errorResponse({ status, message, headers }: HttpError): Response {
  return jsonResponse(errorBody(status, message), status, headers);
}

/** Headers that section 4.1 promises and that neither the body nor Node itself supplies. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'X-Request-Id': requestId,
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  };
}
