import type { HttpBindings } from '@hono/node-server';

/** Tells the adapter that the answer, if any, has been written by hand. */
function alreadySent(): Response {
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
}

/** What goes back to the adapter, and the status that the caller has seen: null when there was no answer. */
export type SentResponse = { readonly response: Response; readonly status: number | null };

export function sent(response: Response): SentResponse {
  return { response, status: response.status };
}

/** Ends the connection without a word. */
export function dropConnection({ incoming }: HttpBindings): SentResponse {
  incoming.socket.destroy();
  return { response: alreadySent(), status: null };
}

/** Resolves when the caller has gone away or the service closes. */
export function connectionClosed({ incoming }: HttpBindings, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (incoming.socket.destroyed || closing.aborted) resolve();
    incoming.socket.once('close', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** An answer of which the caller gets the head and then only what `writeBody` writes. */
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
