import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage, Session } from 'electron';
import type { HostAnswer, HostFetch } from '../host.ts';

type Request = (options: ClientRequestConstructorOptions) => ClientRequest;

/**
 * Asks as Chromium does: through the system's proxy, whatever it signs in with, and with the system's certificates.
 * The session is one of its own, in memory: no cookie and nothing of the page's session goes along, and nothing stays.
 */
export const sessionFetch =
  (request: Request, session: Session): HostFetch =>
  ({ url, method, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const asked = request({ url, method, session, redirect: 'manual', useSessionCookies: false });
      for (const [name, value] of headers) asked.setHeader(name, value);
      asked.setHeader('Cache-Control', 'no-store');
      signal.addEventListener('abort', () => asked.abort(), { once: true });
      asked.on('abort', () => reject(new NetworkError(null)));
      asked.on('error', ({ message }) => reject(new NetworkError(/^net::(ERR_\w+)/.exec(message)?.[1] ?? null)));
      asked.on('redirect', (status, _method, location) => {
        resolve({ status, headers: [['location', location]], body: null });
        asked.abort();
      });
      asked.on('response', (response) => resolve(answerOf(response, asked)));
      asked.end(body ?? undefined);
    });

/** @property code Chromium's name for what went wrong, such as `ERR_NAME_NOT_RESOLVED`; null when it gave none */
class NetworkError extends Error {
  readonly code: string | null;

  constructor(code: string | null) {
    super(code ?? 'The request ended without an answer');
    this.code = code;
  }
}

/** Statuses that have no body, whatever comes after their headers. */
const BODILESS = new Set([204, 205, 304]);

function answerOf(response: IncomingMessage, asked: ClientRequest): HostAnswer {
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
    name,
    [value].flat().join(', '),
  ]);
  const body = BODILESS.has(response.statusCode) ? null : bodyOf(response, asked);
  return { status: response.statusCode, headers, body };
}

const bodyOf = (response: IncomingMessage, asked: ClientRequest): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      response.on('data', (chunk) => controller.enqueue(new Uint8Array(chunk)));
      response.on('end', () => controller.close());
      // What the network cut short must not look complete.
      response.on('aborted', () => controller.error(new NetworkError(null)));
      response.on('error', () => controller.error(new NetworkError(null)));
    },
    cancel: () => asked.abort(),
  });
