import type { HttpBindings } from '@hono/node-server';
import { wait } from '../clock.ts';
import { errorResponse, HttpError, JSON_TYPE } from '../http.ts';
import { seededBytes } from '../seed/random.ts';
import type { Fault } from './fault-settings.ts';

/** A request before its answer. */
export type PendingAnswer = {
  readonly connection: HttpBindings;
  readonly closing: AbortSignal;
  /** Applies the request and makes its complete response. */
  readonly answer: () => Promise<Response>;
  /** Adds the headers of every response. */
  readonly withHeaders: (response: Response) => Response;
};

const LOGIN_PAGE =
  '<!doctype html><html><head><title>Welcome</title></head><body>Please log in to the network.</body></html>';

/** Answers a request with a fault. */
export async function applyFault(fault: Fault, pending: PendingAnswer): Promise<SentResponse> {
  const { connection, closing, answer, withHeaders } = pending;
  switch (fault.kind) {
    case 'error':
      return sent(withHeaders(errorResponse(new HttpError(fault.status, 'the practice service was told to fail'))));
    case 'rateLimit':
      return sent(withHeaders(tooManyRequests(fault.retryAfterSeconds)));
    case 'redirect':
      return sent(withHeaders(plainAnswer(fault.status, 'text/plain', 'moved', { Location: fault.location })));
    case 'html':
      return sent(withHeaders(plainAnswer(fault.status, 'text/html; charset=utf-8', LOGIN_PAGE)));
    case 'answer':
      return sent(withHeaders(plainAnswer(fault.status, fault.contentType, fault.body)));
    case 'dropBeforeApply':
      return dropConnection(connection);
    case 'silence':
      await connectionClosed(connection, closing);
      return dropConnection(connection);
    case 'lateApply': {
      const lost = dropConnection(connection);
      if (await wait(fault.delayMs, closing)) await answer();
      return lost;
    }
    case 'dropAfterApply':
      await answer();
      return dropConnection(connection);
    case 'garbage':
      await answer();
      return sent(withHeaders(plainAnswer(200, JSON_TYPE, seededBytes('garbage'))));
    case 'wrongRecord':
      return sent(withHeaders(await answer()));
    case 'cutBody':
    case 'stallBody':
    case 'trickle':
      return brokenBody(fault, pending);
  }
}

/** Sends the correct headers and a body that is cut, stalls or trickles. */
async function brokenBody(
  fault: Extract<Fault, { kind: 'cutBody' | 'stallBody' | 'trickle' }>,
  { connection, closing, answer, withHeaders }: PendingAnswer,
): Promise<SentResponse> {
  const { incoming, outgoing } = connection;
  return sendPartly(connection, withHeaders(await answer()), async (bytes) => {
    const half = Math.floor(bytes.length / 2);
    if (fault.kind === 'cutBody') {
      outgoing.write(bytes.subarray(0, fault.keepBytes ?? half));
      incoming.socket.destroySoon();
    } else if (fault.kind === 'stallBody') {
      outgoing.write(bytes.subarray(0, half));
      await connectionClosed(connection, closing);
    } else {
      for (let at = 0; at < bytes.length && !incoming.socket.destroyed; at += fault.bytesPerSecond) {
        outgoing.write(bytes.subarray(at, at + fault.bytesPerSecond));
        if (!(await wait(1_000, closing))) return;
      }
      outgoing.end();
    }
  });
}

function tooManyRequests(retryAfterSeconds: number | string): Response {
  return errorResponse(new HttpError(429, 'too many requests', { 'Retry-After': String(retryAfterSeconds) }));
}

const STATUSES_WITHOUT_BODY = [204, 205, 304];

function plainAnswer(
  status: number,
  contentType: string | null,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Response {
  const bytes = STATUSES_WITHOUT_BODY.includes(status) ? null : new Uint8Array(Buffer.from(body));
  const answer = new Response(bytes, { status, headers });
  if (contentType !== null) answer.headers.set('Content-Type', contentType);
  if (bytes) answer.headers.set('Content-Length', String(bytes.length));
  return answer;
}

/** Tells the adapter that the response was written directly (`x-hono-already-sent`, @hono/node-server). */
function alreadySent(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/** The response for the adapter, and the status that the caller received; null without one. */
export type SentResponse = { readonly response: Response; readonly status: number | null };

export function sent(response: Response): SentResponse {
  return { response, status: response.status };
}

/** Closes the connection without a response. */
export function dropConnection({ incoming }: HttpBindings): SentResponse {
  incoming.socket.destroy();
  return { response: alreadySent(), status: null };
}

/** Resolves when the caller or the service closes the connection. */
export function connectionClosed({ incoming }: HttpBindings, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (incoming.socket.destroyed || closing.aborted) resolve();
    incoming.socket.once('close', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Sends the status and headers of a response, and of its body only the bytes that `writeBody` writes. */
export async function sendPartly(
  { outgoing }: HttpBindings,
  response: Response,
  writeBody: (bytes: Buffer) => void | Promise<void>,
): Promise<SentResponse> {
  const bytes = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  await writeBody(bytes);
  return { response: alreadySent(), status: response.status };
}
