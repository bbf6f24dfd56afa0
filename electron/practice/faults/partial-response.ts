import type { HttpBindings } from '@hono/node-server';

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
