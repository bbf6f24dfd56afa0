import { fail, ok, type Result } from '../../src/domain/core/result.ts';
import { redirectOf } from '../../src/domain/gateways/gateway.ts';
import type { pictureLimits, PictureProblem } from '../../src/domain/gateways/picture.ts';
import { readBytes } from './response-body.ts';

export type GatewayLimits = { readonly [Name in keyof typeof pictureLimits]: number };

/** What a gateway sent. `isBlock`: it says that this is the block itself, not what the block stands for. */
export type GatewayAnswer = { readonly bytes: Uint8Array; readonly isBlock: boolean };

const BLOCK = 'application/vnd.ipld.raw';
const PICTURES = 'image/png, image/jpeg, image/gif, image/webp';

/**
 * Asks a gateway for bytes, within limits. The request holds the address and nothing else: no token, no cookie, no name of
 * this app.
 *
 * @param caller gives the request up for a later one
 */
export async function askGateway(
  fetch: typeof globalThis.fetch,
  url: string,
  limits: GatewayLimits,
  caller: AbortSignal,
): Promise<Result<GatewayAnswer, PictureProblem>> {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(limits.totalMs)]);
  try {
    const followed = await followed200(fetch, url, limits.redirects, signal);
    if (!followed.ok) return followed;
    const bytes = await readBytes(followed.value, limits.bytes);
    const type = followed.value.headers.get('content-type') ?? '';
    return bytes === null ? fail('tooLarge') : ok({ bytes, isBlock: type.startsWith(BLOCK) });
  } catch (error) {
    // A network that fails throws TypeErrors, an abort a DOMException (Fetch Standard); both are Errors in Node.
    if (!(error instanceof Error)) throw error;
    if (caller.aborted) return fail('replaced');
    return fail(signal.aborted ? 'tooSlow' : 'notReached');
  }
}

/** Follows redirects one by one, each held to the rule of the domain. */
async function followed200(
  fetch: typeof globalThis.fetch,
  first: string,
  mostRedirects: number,
  signal: AbortSignal,
): Promise<Result<Response, PictureProblem>> {
  let url = first;
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const response = await fetch(url, requestWith(signal, url));
    if (response.status === 200) return ok(response);
    await response.body?.cancel();
    if (response.status < 300 || response.status >= 400) return fail(problemOf(response.status));
    const next = redirectOf(url, response.headers.get('location') ?? '');
    if (next === null) return fail('redirected');
    url = next;
  }
  return fail('redirected');
}

const problemOf = (status: number): PictureProblem => (status === 404 || status === 410 ? 'notFound' : 'refused');

const requestWith = (signal: AbortSignal, url: string): RequestInit => ({
  signal,
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  // Electron would name this app, its version and the languages of the system (Electron, `session.setUserAgent`).
  headers: {
    Accept: url.endsWith('?format=raw') ? BLOCK : PICTURES,
    'Accept-Language': '*',
    'User-Agent': 'Mozilla/5.0',
  },
});
