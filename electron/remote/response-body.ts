import { fail, ok, type Result } from '../../src/domain/core/result.ts';

export type BodyProblem = 'tooLarge' | 'notUtf8';

/**
 * Reads a body into text, never holding more than `longestBytes` of it: 300 kB of gzip can become 300 MB.
 *
 * @param longestBytes counted after decompression
 * @throws what the stream throws when the connection breaks or the attempt is given up
 */
export async function readText(response: Response, longestBytes: number): Promise<Result<string, BodyProblem>> {
  const chunks = await readChunks(response, longestBytes);
  if (chunks === null) return fail('tooLarge');
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    if (error instanceof TypeError) return fail('notUtf8');
    throw error;
  }
}

/** As much of a body as fits, for words to show; bytes that are not UTF-8 become replacement characters. */
export async function readMessage(response: Response, longestBytes: number): Promise<string> {
  const chunks = (await readChunks(response, longestBytes, true)) ?? [];
  return new TextDecoder().decode(Buffer.concat(chunks));
}

async function readChunks(response: Response, longestBytes: number, keepsStart = false): Promise<Uint8Array[] | null> {
  if (response.body === null) return [];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > longestBytes) return keepsStart ? chunks : null;
    chunks.push(chunk);
  }
  return chunks;
}

/** What an answer claims its body is; `none` is no claim at all. */
export type ContentType = 'json' | 'plain' | 'html' | 'other' | 'none';

export function contentTypeOf(header: string | null): ContentType {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'none';
  if (/^application\/(?:[\w!#$%&*.^`~-]+\+)?json$/.test(type)) return 'json';
  if (type === 'text/plain') return 'plain';
  return type === 'text/html' || type === 'application/xhtml+xml' ? 'html' : 'other';
}

/** A page sent under another name. */
export const looksLikeHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body)\b/i.test(text);

/**
 * Whether a status other than 2xx is taken as the service's own, or that of a gateway in front of it.
 *
 * A refusal in JSON, plain text or without a body is. In HTML it may come from a portal or a proxy between us and the
 * service, whose 401 or 400 says nothing of our token or our edit; so only those statuses are believed that a router
 * (404, 405, 410), a gateway (5xx, 408, 413, 414, 425, 429, 431) or an unreachable origin gives in HTML too. Redirects
 * are never followed, and 407 and 511 are by definition not the service.
 */
export function isFromService(status: number, kind: ContentType): boolean {
  if (status < 400 || status === 407 || status === 511) return false;
  return (kind !== 'html' && kind !== 'other') || status >= 500 || TRUSTED_IN_HTML.has(status);
}

const TRUSTED_IN_HTML = new Set([404, 405, 408, 410, 413, 414, 425, 429, 431]);
