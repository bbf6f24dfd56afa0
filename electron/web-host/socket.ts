import type { RawData, WebSocket } from 'ws';
import type { Core } from '../host.ts';
import { parseJsonOrNull } from '../hosting/json.ts';

/** The longest list that a person may import fits, whatever its letters; anything larger is a mistake or an attack. */
export const largestMessageBytes = 64 * 1024 * 1024;
/** Scrolling asks once per frame; a page that asks ten times as often is broken. */
const burst = 1000;
const perSecond = 600;
/** What a page that has stopped reading may leave waiting before its socket is closed. */
const largestBacklogBytes = 64 * 1024 * 1024;

const closing = { malformed: 1007, tooMany: 1008 } as const;

/** Carries one page's questions to the core and its answers back, until the socket closes. */
export function serveSocket(socket: WebSocket, core: Core): void {
  const mayAsk = tokenBucket(burst, perSecond, () => performance.now());
  const stop = core.listen(({ name, payload }) => send(socket, { kind: 'announcement', name, payload }));
  socket.on('close', stop);
  // A socket that errs is closed by the library; the page opens another.
  socket.on('error', () => socket.terminate());
  socket.on('message', (message, isBinary) => {
    const question = isBinary ? null : readSocketRequest(textOf(message));
    if (question === null) return socket.close(closing.malformed, 'Not a question');
    if (!mayAsk()) return socket.close(closing.tooMany, 'Too many questions');
    const { id, name, input } = question;
    void core.ask(name, input).then((reply) => send(socket, { kind: 'reply', id, reply }));
  });
}

function send(socket: WebSocket, frame: SocketMessage): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > largestBacklogBytes) socket.terminate();
  else socket.send(JSON.stringify(frame));
}

function textOf(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString('utf8');
  return (Buffer.isBuffer(message) ? message : Buffer.from(message)).toString('utf8');
}

/** What a page may send: one question. Its input is checked by the core, which knows the channels. */
export type SocketRequest = { readonly id: number; readonly name: string; readonly input?: unknown };

/** What the host sends: the answer to a question, or an announcement. */
export type SocketMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: string; readonly payload: unknown };

const members = ['id', 'name', 'input'];
const longestName = 100;

/** Checked by hand: the thread that carries every message loads no library for one shape. @returns null when it is none */
export function readSocketRequest(text: string): SocketRequest | null {
  const message = parseJsonOrNull(text);
  if (typeof message !== 'object' || message === null || !('id' in message && 'name' in message)) return null;
  if (Object.keys(message).some((member) => !members.includes(member))) return null;
  const { id, name } = message;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (typeof name !== 'string' || name === '' || name.length > longestName) return null;
  return { id, name, ...('input' in message ? { input: message.input } : {}) };
}

/**
 * A limit on how often something may happen: `burst` at once, then `perSecond`.
 *
 * @param nowMs a clock that never goes back
 * @returns whether one more may happen now
 */
export function tokenBucket(burst: number, perSecond: number, nowMs: () => number): () => boolean {
  let left = burst;
  let countedAtMs = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - countedAtMs) / 1000) * perSecond);
    countedAtMs = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
