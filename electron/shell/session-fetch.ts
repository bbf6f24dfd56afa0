import { Readable } from 'node:stream';
import type {
  ClientRequest,
  ClientRequestConstructorOptions,
  IncomingMessage,
  Session,
  session as electronSession,
} from 'electron';
import type { HostAnswer, HostFetch } from '../host.ts';

/**
 * The session of services: separate from the page's and in memory, without a cookie and without a cache, which would answer
 * with what a service said earlier.
 */
export const servicesSession = (sessions: Pick<typeof electronSession, 'fromPartition'>): Session =>
  sessions.fromPartition('services', { cache: false });

type Request = (options: ClientRequestConstructorOptions) => ClientRequest;

/**
 * Sends requests with Chromium's network stack: through the system's proxy, with its sign-in, and with the system's
 * certificates (Electron, `net`).
 */
export const sessionFetch =
  (request: Request, session: Session): HostFetch =>
  ({ url, method, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      // Chromium's cache reads no `no-store` in a request's own header.
      const uncached = { cache: 'no-store', useSessionCookies: false } as const;
      const outgoing = request({ url, method, session, redirect: 'manual', ...uncached });
      for (const [name, value] of headers) outgoing.setHeader(name, value);
      signal.addEventListener('abort', () => outgoing.abort(), { once: true });
      outgoing.on('abort', () => reject(new NetworkError(null)));
      outgoing.on('error', ({ message }) => reject(new NetworkError(/^net::(ERR_\w+)/.exec(message)?.[1] ?? null)));
      outgoing.on('redirect', (status, _method, location) => {
        resolve({ status, headers: [['location', location]], body: null });
        outgoing.abort();
      });
      outgoing.on('response', (response) => resolve(answerOf(response, outgoing)));
      outgoing.end(body ?? undefined);
    });

/** @property code Chromium's name of the error, such as `ERR_NAME_NOT_RESOLVED` (net/base/net_error_list.h), or null */
class NetworkError extends Error {
  readonly code: string | null;

  constructor(code: string | null) {
    super(code ?? 'The request ended without an answer');
    this.code = code;
  }
}

/**
 * The `Response` constructor throws when a response with one of these statuses has a body (Fetch Standard, "null body
 * status").
 */
const BODILESS = new Set([204, 205, 304]);

function answerOf(response: IncomingMessage, outgoing: ClientRequest): HostAnswer {
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    bytesOf([value].flat().join(', ')),
  ]);
  // Without a listener an error would end the program, also where nobody reads a body.
  response.on('error', () => undefined);
  const body = BODILESS.has(response.statusCode) ? null : bodyOf(response, outgoing);
  return { status: response.statusCode, headers, body };
}

/** The bytes of a header, one character each, as the Fetch Standard has them. Electron takes the bytes for UTF-8 (gin's strings). */
const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** Bytes of an answer that may wait in this thread for their reader. */
const AHEAD_BYTES = 1_000_000;

function bodyOf(response: IncomingMessage, outgoing: ClientRequest): ReadableStream<Uint8Array> {
  // Electron's types leave out that it is one (Electron, `IncomingMessage`). While it is paused, Chromium reads no further.
  const source = response instanceof Readable ? response : null;
  // Events that were on their way still arrive after the end, and a stream that is over throws at them.
  let isOver = false;
  const end = (how: () => void): void => {
    if (!isOver) how();
    isOver = true;
  };
  const start = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const cut = (): void => end(() => controller.error(new NetworkError(null)));
    response.on('data', (chunk) => {
      if (isOver) return;
      controller.enqueue(new Uint8Array(chunk));
      if ((controller.desiredSize ?? 0) <= 0) source?.pause();
    });
    response.on('end', () => end(() => controller.close()));
    // A truncated body must not look complete.
    response.on('aborted', cut);
    response.on('error', cut);
  };
  const ahead = new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES });
  const pull = (): void => void source?.resume();
  return new ReadableStream({ start, pull, cancel: () => end(() => outgoing.abort()) }, ahead);
}
