import { fail, ok, type Result } from '../../src/domain/core/result.ts';

export type BodyFlaw = 'tooLarge' | 'notUtf8';

/**
 * Reads a body into text, never holding more than `longestBytes` of it: 300 kB of gzip can become 300 MB.
 *
 * @param longestBytes counted after decompression
 * @throws what the stream throws when the connection breaks or the attempt is given up
 */
export async function readText(response: Response, longestBytes: number): Promise<Result<string, BodyFlaw>> {
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
export async function readWords(response: Response, longestBytes: number): Promise<string> {
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
