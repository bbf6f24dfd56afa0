import type { Bridge, EventName, Reply } from '../contract/index.ts';
import { eventNames } from '../contract/names.ts';
import { readFrame } from './frame.ts';

type Answer = (reply: unknown) => void;

const hostGone = { ok: false, failure: { kind: 'hostGone' } } as const;
const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * The bridge over a WebSocket. A question asked while the socket is opening waits for it; one asked while it is gone,
 * or lost with it, is answered with `hostGone` and never hangs. The socket is opened again by itself, and then every
 * listener is told, because whatever was announced meanwhile was missed.
 *
 * @param open makes a socket that is opening
 */
export function socketBridge(open: () => WebSocket): Bridge {
  const listeners = new Map<EventName, Set<() => void>>(eventNames.map((name) => [name, new Set()]));
  const waiting = new Map<number, Answer>();
  let unsent: string[] = [];
  let socket: WebSocket | null = null;
  let lastId = 0;
  let failures = 0;

  const announce = (name: EventName): void => listeners.get(name)?.forEach((listener) => listener());

  const opened = (): void => {
    for (const text of unsent.splice(0)) socket?.send(text);
    if (failures > 0) eventNames.forEach(announce);
    failures = 0;
  };
  const received = (message: MessageEvent<unknown>): void => {
    const frame = readFrame(message.data);
    if (frame.kind === 'announcement') return announce(frame.name);
    waiting.get(frame.id)?.(frame.reply);
    waiting.delete(frame.id);
  };
  const closed = (): void => {
    socket = null;
    unsent = [];
    for (const answer of waiting.values()) answer(hostGone);
    waiting.clear();
    failures += 1;
    setTimeout(connect, Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1)));
  };
  const connect = (): void => {
    socket = open();
    socket.addEventListener('open', opened);
    socket.addEventListener('message', received);
    socket.addEventListener('close', closed);
  };

  connect();
  return {
    ask: (name, input) =>
      new Promise((resolve) => {
        if (socket === null || socket.readyState > WebSocket.OPEN) return resolve(hostGone);
        const id = ++lastId;
        // The core checked the answer against the channel; both sides are of one build.
        waiting.set(id, (reply) => resolve(reply as Reply<typeof name>));
        const text = JSON.stringify({ id, name, input });
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
        else unsent.push(text);
      }),
    listen: (name, listener) => {
      // A function of its own for each call, so that stopping one of two equal listeners leaves the other.
      const own = (): void => listener();
      listeners.get(name)?.add(own);
      return () => void listeners.get(name)?.delete(own);
    },
  };
}
