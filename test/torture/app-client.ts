import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import type { Channel, Input, Reply } from '../../src/contract/index.ts';

export type AppClient = {
  /** @returns null when the app was gone before it answered */
  readonly ask: <C extends Channel>(name: C, input: Input<C>) => Promise<Reply<C> | null>;
  /** Opens another window's bridge beside this one; null when the app is gone. */
  readonly another: () => Promise<AppClient | null>;
  readonly close: () => void;
};

/** Enters the web host by the address that it printed, as a browser does, and opens its bridge. */
export async function enter(address: string): Promise<AppClient | null> {
  const { origin, host } = new URL(address);
  const entered = await get(address, {});
  const cookie = entered?.headers['set-cookie']?.[0]?.split(';')[0];
  if (cookie === undefined) return null;
  const invitation = entered?.headers.location?.split('#invitation=')[1] ?? '';
  const given = await get(`${origin}/socket-secret`, { Cookie: cookie, 'Pinfold-Invitation': invitation });
  if (given === null) return null;
  const headers = { Cookie: cookie, Origin: origin };
  return await openBridge(`ws://${host}/bridge`, given.body.trim(), headers);
}

async function openBridge(url: string, secret: string, headers: OutgoingHttpHeaders): Promise<AppClient | null> {
  const socket = new WebSocket(url, ['pinfold', secret], { headers });
  const waiting = new Map<number, (reply: unknown) => void>();
  let lastId = 0;
  const gone = (): void => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('open', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.on('error', gone);
  socket.on('close', gone);
  socket.on('message', (message) => {
    const frame = JSON.parse((message as Buffer).toString()) as { kind: string; id: number; reply: unknown };
    if (frame.kind !== 'reply') return;
    waiting.get(frame.id)?.(frame.reply);
    waiting.delete(frame.id);
  });
  if (!isOpen) return null;
  return {
    ask: (name, input) => {
      if (socket.readyState !== socket.OPEN) return Promise.resolve(null);
      const id = ++lastId;
      // The contract says what a channel's answer is; the app checked it on its side.
      return new Promise((resolve) => {
        waiting.set(id, (reply) => resolve(reply as Parameters<typeof resolve>[0]));
        socket.send(JSON.stringify({ id, name, input }));
      });
    },
    another: () => openBridge(url, secret, headers),
    close: () => socket.terminate(),
  };
}

type Got = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** @returns null when the app is gone */
const get = (url: string, headers: OutgoingHttpHeaders): Promise<Got | null> =>
  new Promise((resolve) => {
    const asked = request(url, { agent: false, headers }, (response) => {
      text(response).then(
        (body) => resolve({ headers: response.headers, body }),
        () => resolve(null),
      );
    });
    asked.on('error', () => resolve(null));
    asked.end();
  });
