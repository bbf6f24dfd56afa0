import { HttpError } from './responses.ts';
import { parseJson, type Json } from './json.ts';

const BODY_LIMIT_BYTES = 100 * 1024;

/**
 * Reads the body of a request.
 *
 * @throws HttpError 413 when it is longer than 100 KiB, before reading the rest
 */
export async function readBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('Content-Length') ?? 0) > BODY_LIMIT_BYTES) throw tooLarge();
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
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
