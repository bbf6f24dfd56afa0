import type { Bridge, Channel, EventName, Input, Reply } from '../contract/index.ts';
import { eventNames } from '../contract/events.ts';

/** The part of a WebSocket that the bridge uses. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'addEventListener'>;

const hostGone = { ok: false, failure: { kind: 'hostGone' } } as const;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * The bridge over a WebSocket. A question asked while the socket is opening waits for it; one asked while it is gone,
 * or lost with it, is answered with `hostGone` and never hangs. The socket is opened again by itself, and then every
 * listener is told, because whatever was announced meanwhile was missed.
 */
export class SocketBridge implements Bridge {
  readonly #open: () => Socket;
  readonly #later: (work: () => void, pauseMs: number) => void;
  readonly #listeners = new Map<EventName, Set<() => void>>(eventNames.map((name) => [name, new Set()]));
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  #unsent: string[] = [];
  #socket: Socket | null = null;
  #lastId = 0;
  /** In a row. */
  #losses = 0;

  /**
   * @param open makes a socket that is opening
   * @param later does something after a pause
   */
  constructor(
    open: () => Socket,
    // Called as a method of anything but the window, a browser's own `setTimeout` throws.
    later: (work: () => void, pauseMs: number) => void = (work, pauseMs) => void setTimeout(work, pauseMs),
  ) {
    this.#open = open;
    this.#later = later;
    this.#connect();
  }

  ask<C extends Channel>(name: C, input: Input<C>): Promise<Reply<C>> {
    return new Promise((resolve) => {
      if (this.#socket === null || this.#socket.readyState > WebSocket.OPEN) return resolve(hostGone);
      const id = ++this.#lastId;
      // The core's answer to a channel is of its output's shape: page and host are of one build.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      this.#waiting.set(id, (reply) => resolve(reply as Reply<C>));
      const text = JSON.stringify({ id, name, input });
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#unsent.push(text);
    });
  }

  listen(name: EventName, listener: () => void): () => void {
    // A function of its own for each call, so that stopping one of two equal listeners leaves the other.
    const own = (): void => listener();
    this.#listeners.get(name)?.add(own);
    return () => void this.#listeners.get(name)?.delete(own);
  }

  #connect(): void {
    const socket = this.#open();
    this.#socket = socket;
    socket.addEventListener('open', () => this.#opened(socket));
    socket.addEventListener('message', ({ data }) => this.#received(data));
    socket.addEventListener('close', () => this.#closed());
  }

  #opened(socket: Socket): void {
    for (const text of this.#unsent.splice(0)) socket.send(text);
    if (this.#losses > 0) for (const name of eventNames) this.#announce(name);
    this.#losses = 0;
  }

  #received(text: unknown): void {
    const frame = readSocketMessage(text);
    if (frame.kind === 'announcement') return this.#announce(frame.name);
    this.#waiting.get(frame.id)?.(frame.reply);
    this.#waiting.delete(frame.id);
  }

  #closed(): void {
    this.#socket = null;
    this.#unsent = [];
    for (const answer of this.#waiting.values()) answer(hostGone);
    this.#waiting.clear();
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#losses);
    this.#losses += 1;
    this.#later(() => this.#connect(), pauseMs);
  }

  #announce(name: EventName): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }
}

/** What the web host sends. */
export type SocketMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: EventName };

/** @throws when the text is no frame: the host and the page are of one build, so that would be a bug */
export function readSocketMessage(text: unknown): SocketMessage {
  const frame: unknown = JSON.parse(String(text));
  if (typeof frame !== 'object' || frame === null || !('kind' in frame)) throw new Error('Not a frame');
  if (frame.kind === 'reply' && 'id' in frame && typeof frame.id === 'number' && 'reply' in frame) {
    return { kind: 'reply', id: frame.id, reply: frame.reply };
  }
  const name = 'name' in frame ? eventNames.find((known) => known === frame.name) : undefined;
  if (frame.kind === 'announcement' && name !== undefined) return { kind: 'announcement', name };
  throw new Error(`Not a frame of a known kind: ${String(frame.kind)}`);
}
