import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import type { ToHost } from './host-client.ts';

const answered = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    status: z.number().int().min(200).max(599),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.instanceof(ReadableStream).nullable(),
  }),
  /** `code` is what the network's error is called. */
  z.object({ kind: z.literal('failed'), code: z.string().nullable() }),
]);
export type HostAnswered = z.input<typeof answered>;

/**
 * A `fetch` that has the host ask, for where only the host knows the system's proxy and certificates. Redirects are
 * never followed. It fails as Node's own does: with an error whose cause has a code.
 */
export const hostFetch =
  (to: MessagePort): typeof globalThis.fetch =>
  async (input, init) => {
    const { url, method, headers, signal, ...request } = await plain(new Request(input, init));
    signal.throwIfAborted();
    const { port1: here, port2: there } = new MessageChannel();
    const heard = firstMessage(here, signal);
    to.postMessage(
      { kind: 'fetchAsked', request: { url, method, headers, ...request }, answerTo: there } satisfies ToHost,
      [there],
    );
    const answer = answered.parse(await heard);
    if (answer.kind === 'failed') {
      here.close();
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('The host could not ask'), answer) });
    }
    const { body } = answer;
    if (body === null) here.close();
    return new Response(body === null ? null : untilEnd(body, here, signal), answer);
  };

async function plain(request: Request) {
  const { url, method, headers, signal } = request;
  return { url, method, signal, headers: [...headers], body: request.body === null ? null : await request.text() };
}

/** @throws the signal's reason, after telling the host that nobody waits any more */
function firstMessage(from: MessagePort, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      from.postMessage('givenUp');
      from.close();
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the reason goes on as it is
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    from.once('message', (message) => {
      signal.removeEventListener('abort', giveUp);
      resolve(message);
    });
  });
}

/** The body as it comes, which ends with the signal's reason once that is aborted; the host is told either way. */
function untilEnd(body: ReadableStream, to: MessagePort, signal: AbortSignal): ReadableStream {
  const { readable, writable } = new TransformStream();
  const done = (): void => {
    to.postMessage('givenUp');
    to.close();
  };
  void body.pipeTo(writable, { signal }).then(done, done);
  return readable;
}
