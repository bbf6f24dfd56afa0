import { fail, ok, type Result } from '../../src/domain/core/result.ts';

/** Why a body has no text. */
export type BodyProblem = 'tooLarge' | 'notUtf8';

/**
 * Reads a body as UTF-8. Memory holds at most `longestBytes` of it: 300 kB of gzip can expand to 300 MB.
 *
 * @param longestBytes counted after decompression
 * @throws the stream's error when the connection breaks or the request is aborted
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

/** Reads the start of a body for a message. Invalid UTF-8 becomes U+FFFD. @throws as `readText` does */
export async function readMessage(response: Response, longestBytes: number): Promise<string> {
  const chunks = (await readChunks(response, longestBytes, true)) ?? [];
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * Reads a body as bytes.
 *
 * @param longestBytes counted after decompression
 * @returns null for a longer body, of which the rest is never read
 * @throws as `readText` does
 */
export async function readBytes(response: Response, longestBytes: number): Promise<Uint8Array | null> {
  const chunks = await readChunks(response, longestBytes);
  return chunks === null ? null : Buffer.concat(chunks);
}

async function readChunks(response: Response, longestBytes: number, keepsStart = false): Promise<Uint8Array[] | null> {
  if (response.body === null) return [];
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream and closes the connection (Streams Standard, async iteration).
  for await (const chunk of response.body) {
    const left = longestBytes - bytes;
    bytes += chunk.byteLength;
    if (bytes > longestBytes) return keepsStart ? [...chunks, chunk.subarray(0, left)] : null;
    chunks.push(chunk);
  }
  return chunks;
}

/** The kind of body that a `Content-Type` header claims; `none` without a header. */
export type ContentType = 'json' | 'plain' | 'html' | 'other' | 'none';

/** @param header `Content-Type` (RFC 9110, 8.3), or null without one */
export function contentTypeOf(header: string | null): ContentType {
  // A header that came twice is one with a comma (RFC 9110, 5.3), which no type has: the first counts, as in Electron.
  const type = (header ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'none';
  if (/^application\/(?:[\w!#$%&*.^`~-]+\+)?json$/.test(type)) return 'json';
  if (type === 'text/plain') return 'plain';
  return type === 'text/html' || type === 'application/xhtml+xml' ? 'html' : 'other';
}

/** Whether a body is a web page, whatever its header claims. */
export const looksLikeHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body)\b/i.test(text);

/**
 * Whether the service, or a gateway in front of it, sent a status other than 2xx.
 *
 * An error in JSON, in plain text or without a body comes from the service. An HTML page may come from a captive portal
 * or a proxy, whose 400 or 401 says nothing about our edit or our token. In HTML only those statuses count that a
 * service's router (404, 405, 410) or gateway (5xx, 408, 413, 414, 425, 429, 431) sends as pages too. A redirect never
 * counts, 407 (RFC 9110, 15.5.8) and 511 (RFC 6585, 6) always come from something between, and 421 (RFC 9110, 15.5.20) from a
 * server that speaks for another address.
 */
export function isFromService(status: number, kind: ContentType): boolean {
  if (status < 400 || [407, 421, 511].includes(status)) return false;
  return (kind !== 'html' && kind !== 'other') || status >= 500 || TRUSTED_IN_HTML.has(status);
}

const TRUSTED_IN_HTML = new Set([404, 405, 408, 410, 413, 414, 425, 429, 431]);
