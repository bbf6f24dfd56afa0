import type { RawData, WebSocket } from 'ws';
import type { Core } from '../host.ts';
import { parseJsonOrNull } from '../../src/domain/core/json-text.ts';
import { questionLimit } from '../hosting/question-limit.ts';

/** The longest table that may be imported fits, with three bytes for each UTF-16 code unit: no letter, quote or line break takes more. */
export const largestMessageBytes = 151_000_000;
/** Unsent bytes of a page that stopped reading, behind the message on its way, after which its socket is closed. */
const largestBacklogBytes = 64 * 1024 * 1024;

/** Close codes (RFC 6455, 7.4.1). */
const closing = { malformed: 1007, tooMany: 1008 } as const;

/** Answers one page's requests and sends it announcements, until the socket closes. */
export function serveSocket(socket: WebSocket, core: Core): void {
  const mayAsk = questionLimit(() => performance.now());
  const send = sender(socket);
  const stop = core.listen(({ name, payload }) => send({ kind: 'announcement', name, payload }));
  socket.on('close', stop);
  // The page opens a new socket after an error.
  socket.on('error', () => socket.terminate());
  socket.on('message', (message, isBinary) => {
    const question = isBinary ? null : readSocketRequest(textOf(message));
    if (question === null) return socket.close(closing.malformed, 'Not a question');
    if (!mayAsk()) return socket.close(closing.tooMany, 'Too many questions');
    const { id, name, input } = question;
    void answer(core, name, input).then((reply) => send({ kind: 'reply', id, reply }));
  });
}

/** A message that cannot be carried to the core is answered like any other: a rejection would end the process. */
const answer = async (core: Core, name: string, input: unknown): Promise<unknown> => {
  try {
    return await core.ask(name, input);
  } catch {
    return { ok: false, failure: { kind: 'invalidRequest', issues: ['The request cannot be carried to the core.'] } };
  }
};

/** @returns sends a message. One that is long may be on its way for a while, which says nothing about the page */
function sender(socket: WebSocket): (message: SocketMessage) => void {
  /** The bytes of the messages that are unsent, oldest first. */
  const unsent: number[] = [];
  return (message) => {
    if (socket.readyState !== socket.OPEN) return;
    const [onItsWay = 0] = unsent;
    if (socket.bufferedAmount - onItsWay > largestBacklogBytes) return socket.terminate();
    const text = Buffer.from(JSON.stringify(message));
    unsent.push(text.length);
    socket.send(text, { binary: false }, () => void unsent.shift());
  };
}

function textOf(message: RawData): string {
  if (Array.isArray(message)) return Buffer.concat(message).toString('utf8');
  return (Buffer.isBuffer(message) ? message : Buffer.from(message)).toString('utf8');
}

/** A request of the page. The core, which knows the channels, checks the input. */
export type SocketRequest = { readonly id: number; readonly name: string; readonly input?: unknown };

/** A message to the page: the reply to a request, or an announcement. */
export type SocketMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: string; readonly payload: unknown };

const fields = ['id', 'name', 'input'];
const longestName = 100;
/** Levels of nesting of a message; no request of a page needs a quarter. `structuredClone` overflows the stack far deeper. */
const deepest = 64;

/**
 * Checks by hand, so that the host's thread loads no schema library for one shape.
 *
 * @returns null for any other message
 */
export function readSocketRequest(text: string): SocketRequest | null {
  const message = parseJsonOrNull(text);
  if (typeof message !== 'object' || message === null || !('id' in message && 'name' in message)) return null;
  if (Object.keys(message).some((field) => !fields.includes(field))) return null;
  if (!isWithin(message, deepest)) return null;
  const { id, name } = message;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (typeof name !== 'string' || name === '' || name.length > longestName) return null;
  return { id, name, ...('input' in message ? { input: message.input } : {}) };
}

/** Whether a value is nested no deeper than so many levels; the recursion ends there too. */
const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isWithin(member, levels - 1)));
