import type { HttpBindings } from '@hono/node-server';

/** Tells the adapter that the answer, if any, has been written by hand. */
function writtenByHand(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/** What goes back to the adapter, and the status that the caller has seen: null when there was no answer. */
export type Sent = { readonly response: Response; readonly status: number | null };

export function sent(response: Response): Sent {
  return { response, status: response.status };
}

/** Ends the connection without a word. */
export function dropped({ incoming }: HttpBindings): Sent {
  incoming.socket.destroy();
  return { response: writtenByHand(), status: null };
}

/** Resolves when the caller has gone away or the service closes. */
export function untilGone({ incoming }: HttpBindings, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (incoming.socket.destroyed || closing.aborted) resolve();
    incoming.socket.once('close', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** An answer of which the caller gets the head and then only what `writeBody` writes. */
export async function sentInPart(
  { outgoing }: HttpBindings,
  response: Response,
  writeBody: (bytes: Buffer) => void | Promise<void>,
): Promise<Sent> {
  const bytes = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  await writeBody(bytes);
  return { response: writtenByHand(), status: response.status };
}
