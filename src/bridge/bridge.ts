import { eventNames } from '../contract/events.ts';
import type { Bridge, Channel, EventName, Input, Reply } from '../contract/index.ts';

/** The part of a WebSocket that the bridge uses. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'addEventListener'>;

const hostGone = { ok: false, failure: { kind: 'hostGone' } } as const;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * The bridge over a WebSocket. Requests wait while the socket opens. Requests without a socket, and unanswered requests
 * of a closed socket, fail with `hostGone`. After a loss the bridge opens a new socket and calls every listener,
 * because it may have missed announcements.
 */
export class SocketBridge implements Bridge {
  readonly #open: () => Socket;
  readonly #later: (work: () => void, pauseMs: number) => void;
  readonly #listeners = new Map<EventName, Set<() => void>>(eventNames.map((name) => [name, new Set()]));
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  #unsent: string[] = [];
  #socket: Socket | null = null;
  #lastId = 0;
  /** Closed sockets since the last open one. */
  #losses = 0;

  /**
   * @param open opens a socket
   * @param later runs work after a pause
   */
  constructor(
    open: () => Socket,
    // Browsers throw "Illegal invocation" when `setTimeout` runs as another object's method (HTML Standard,
    // `WindowOrWorkerGlobalScope`).
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
      // The core's answer has the channel's output type: page and host come from one build.
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
      this.#waiting.set(id, (reply) => resolve(reply as Reply<C>));
      const text = JSON.stringify({ id, name, input });
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text);
      else this.#unsent.push(text);
    });
  }

  listen(name: EventName, listener: () => void): () => void {
    // A new function for each call: stopping one of two equal listeners leaves the other.
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
    const message = readSocketMessage(text);
    if (message.kind === 'announcement') return this.#announce(message.name);
    this.#waiting.get(message.id)?.(message.reply);
    this.#waiting.delete(message.id);
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

/** A message of the web host. */
export type SocketMessage =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'announcement'; readonly name: EventName };

/** @throws Error for another message: host and page come from one build, so it would be a bug */
export function readSocketMessage(text: unknown): SocketMessage {
  const message: unknown = JSON.parse(String(text));
  if (typeof message !== 'object' || message === null || !('kind' in message)) throw new Error('Not a message');
  if (message.kind === 'reply' && 'id' in message && typeof message.id === 'number' && 'reply' in message) {
    return { kind: 'reply', id: message.id, reply: message.reply };
  }
  const name = 'name' in message ? eventNames.find((known) => known === message.name) : undefined;
  if (message.kind === 'announcement' && name !== undefined) return { kind: 'announcement', name };
  throw new Error(`Not a message of a known kind: ${String(message.kind)}`);
}

declare global {
  interface Window {
    /** The preload script's bridge; absent under the web host. */
    readonly pinfold?: Bridge & {
      /** Lets the person save a text as a file. Resolves when it is saved, or the person cancelled or was told why not. */
      readonly saveFile: (name: string, text: string) => Promise<void>;
    };
  }
}

/** Opens the page's bridge to the core under either host. */
export async function openBridge(): Promise<Bridge> {
  if (window.pinfold !== undefined) return window.pinfold;
  await acceptInvitation();
  const address = `ws://${window.location.host}/bridge`;
  return new SocketBridge(() => new WebSocket(address, ['pinfold', localStorage.getItem(secretKey) ?? 'none']));
}

const secretKey = 'pinfold-socket-secret';

/**
 * Exchanges the invitation in the page's address for the secret of the socket, and keeps it for every tab. The storage
 * belongs to this port alone; a cookie would go to every port of this computer (RFC 6265, 8.5).
 */
async function acceptInvitation(): Promise<void> {
  const [, invitation] = /^#invitation=([\w-]+)$/.exec(window.location.hash) ?? [];
  if (invitation === undefined) return;
  window.history.replaceState(null, '', '/');
  const response = await fetch('/socket-secret', { headers: { 'Pinfold-Invitation': invitation } });
  if (response.ok) localStorage.setItem(secretKey, (await response.text()).trim());
}
