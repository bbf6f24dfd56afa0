import { HttpError } from './responses.ts';
import { parseJson, type Json } from './json.ts';

const BODY_LIMIT_BYTES = 100 * 1024;

/**
 * The whole body of a request.
 *
 * @throws Refusal 413 as soon as it proves longer than 100 KiB
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
  // The rest of the body is not read, so the connection cannot serve another request.
  return new HttpError(413, `the body is larger than ${BODY_LIMIT_BYTES} bytes`, { Connection: 'close' });
}

/** @throws Refusal 415 when the body claims to be something else, 400 when it is not JSON in UTF-8 */
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
