import { createPublicKey, verify } from 'node:crypto';
import { errorCode } from '../../src/domain/core/thrown.ts';
import { parseJsonOrNull } from '../../src/domain/core/json-text.ts';
import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { type ReleaseFeed, releaseFeed } from '../../src/domain/updates/release-feed.ts';
import type { UpdateProblem } from '../../src/domain/updates/update-state.ts';

/** Where a build looks for its updates, and whose signature it believes; both are part of the build. */
export type UpdateSource = {
  /** The folder of the newest release, without a slash at the end. */
  readonly url: string;
  /** A raw Ed25519 public key (RFC 8032), in base64. */
  readonly publicKey: string;
};

export type FetchPorts = {
  readonly fetch: typeof globalThis.fetch;
  /** Whether plain http may be asked on this computer. For tests. */
  readonly allowsLoopback?: boolean;
};

export const FEED_NAME = 'pinfold-updates.json';
const MOST_FEED_BYTES = 64_000;
const MOST_REDIRECTS = 5;
const LONGEST_FEED_MS = 30_000;

/**
 * Fetches what is newest. The signature is checked over the very bytes before anything reads them. A feed and a signature that
 * do not fit are fetched once more: a release may have come between the two.
 */
export async function fetchFeed(
  source: UpdateSource,
  ports: FetchPorts,
  signal: AbortSignal,
): Promise<Result<ReleaseFeed, UpdateProblem>> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_FEED_MS)]);
  const first = await signedFeed(source, ports, limited);
  const isFit = first.ok || first.failure !== 'badSignature';
  const feed = isFit ? first : await signedFeed(source, ports, limited);
  if (!feed.ok) return feed;
  const parsed = releaseFeed.safeParse(parseJsonOrNull(feed.value.toString('utf8')));
  return parsed.success ? ok(parsed.data) : fail('malformedFeed');
}

async function signedFeed(
  source: UpdateSource,
  ports: FetchPorts,
  signal: AbortSignal,
): Promise<Result<Buffer, UpdateProblem>> {
  const feed = await textOf(`${source.url}/${FEED_NAME}`, ports, signal);
  if (!feed.ok) return feed;
  const signature = await textOf(`${source.url}/${FEED_NAME}.sig`, ports, signal);
  if (!signature.ok) return signature;
  return isSigned(feed.value, signature.value, source.publicKey) ? feed : fail('badSignature');
}

/** Whether `signature`, in base64, is one of the key over the text. */
export function isSigned(text: Buffer, signature: Buffer, publicKey: string): boolean {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  });
  const bytes = Buffer.from(signature.toString('latin1').trim(), 'base64');
  return bytes.length === 64 && verify(null, text, key, bytes);
}

async function textOf(url: string, ports: FetchPorts, signal: AbortSignal): Promise<Result<Buffer, UpdateProblem>> {
  const opened = await open(url, ports, signal);
  if (!opened.ok) return opened;
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const read of chunksOf(opened.value)) {
    if (!read.ok) return fail('unreachable');
    sizeBytes += read.value.length;
    if (sizeBytes > MOST_FEED_BYTES) return fail('malformedFeed');
    chunks.push(read.value);
  }
  return ok(Buffer.concat(chunks));
}

/**
 * Opens an address and follows its redirects, to https alone: hosts of releases keep the files elsewhere. What is trusted
 * is the signature and the hashes, and never the host.
 *
 * @returns the body, which the caller reads with `chunksOf` or cancels: an open one holds its connection
 */
export async function open(
  url: string,
  ports: FetchPorts,
  signal: AbortSignal,
): Promise<Result<ReadableStream<Uint8Array>, 'unreachable' | 'noFeed'>> {
  let at = url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!isAllowed(at, ports)) return fail('unreachable');
    const response = await asked(at, ports, signal);
    if (response === null) return fail('unreachable');
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, at)) {
      await response.body?.cancel();
      at = new URL(location, at).href;
      continue;
    }
    if (response.status === 200 && response.body !== null) return ok(response.body);
    await response.body?.cancel();
    return fail(response.status === 404 ? 'noFeed' : 'unreachable');
  }
  return fail('unreachable');
}

function isAllowed(address: string, { allowsLoopback = false }: FetchPorts): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (allowsLoopback && protocol === 'http:' && hostname === '127.0.0.1');
}

/** @returns null when no answer came */
async function asked(url: string, { fetch }: FetchPorts, signal: AbortSignal): Promise<Response | null> {
  try {
    return await fetch(url, { redirect: 'manual', signal });
  } catch (error) {
    // The name of a network's error, such as that of a proxy that cannot be used, stands in its code.
    if (signal.aborted || error instanceof TypeError || errorCode(error) !== null) return null;
    throw error;
  }
}

/** The chunks of a body, up to the one that `cut` stands for where it breaks off. Leaving the loop early cancels the body. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Result<Uint8Array, 'cut'>> {
  const reader = body.getReader();
  let isOver = false;
  try {
    while (!isOver) {
      const chunk = await nextOf(reader);
      isOver = !chunk.ok || chunk.value === null;
      if (!chunk.ok) yield chunk;
      else if (chunk.value !== null) yield ok(chunk.value);
    }
  } finally {
    // A body that broke off meanwhile rejects, and is given up already.
    if (!isOver) await reader.cancel().catch(() => undefined);
  }
}

/** @returns null at the end; `cut` for a body that breaks off, which is no bug */
async function nextOf(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Result<Uint8Array | null, 'cut'>> {
  try {
    const read: { readonly done: boolean; readonly value?: Uint8Array | undefined } = await reader.read();
    return ok(read.value ?? null);
  } catch {
    return fail('cut');
  }
}
