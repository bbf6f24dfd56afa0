import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import type { HostRequest } from '../host.ts';
import { type ProfileFolder, send, type ToHost, type ToThread, type VaultRequest } from './thread-messages.ts';

const shownAnswer = z.object({ opened: z.boolean() });
export type ShownAnswer = z.infer<typeof shownAnswer>;

/** Shows a folder of the profile through the host. @returns whether the host could */
export const openFolder = (to: MessagePort, folder: ProfileFolder): Promise<boolean> =>
  askToShow(to, (answerTo) => ({ kind: 'folderAsked', folder, answerTo }));

/** Shows an address in the person's browser through the host. @returns whether the host could */
export const openAddress = (to: MessagePort, url: string): Promise<boolean> =>
  askToShow(to, (answerTo) => ({ kind: 'addressAsked', url, answerTo }));

function askToShow(to: MessagePort, question: (answerTo: MessagePort) => ToHost): Promise<boolean> {
  const { port1: here, port2: there } = new MessageChannel();
  return new Promise((resolve) => {
    here.once('message', (message) => {
      here.close();
      resolve(shownAnswer.parse(message).opened);
    });
    to.postMessage(question(there), [there]);
  });
}

const answered = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    status: z.number().int().min(200).max(599),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.instanceof(ReadableStream).nullable(),
  }),
  /** `code` is the name of the network's error, such as `ECONNREFUSED`. */
  z.object({ kind: z.literal('failed'), code: z.string().nullable() }),
]);
export type HostAnswered = z.input<typeof answered>;

/**
 * A `fetch` through the host: only Chromium knows the system's proxy and certificates. Follows no redirect. The signal of
 * `init` alone ends a request: a `Request` hears its caller's signal until it is garbage (nodejs/undici issue 1926).
 *
 * @throws TypeError as Node's `fetch` does, with the code of the network's error in its cause
 */
export const hostFetch =
  (to: MessagePort): typeof globalThis.fetch =>
  async (input, init) => {
    const signal = init?.signal ?? new AbortController().signal;
    const request = await plain(new Request(input, init));
    signal.throwIfAborted();
    const { port1: here, port2: there } = new MessageChannel();
    const message = firstMessage(here, signal);
    to.postMessage({ kind: 'fetchAsked', request, answerTo: there } satisfies ToHost, [there]);
    try {
      return responseOf(answered.parse(await message), here, signal);
    } catch (error) {
      endRequest(here);
      throw error;
    }
  };

/** The host stops asking, and the body of its answer ends. */
function endRequest(at: MessagePort): void {
  at.postMessage('cancel');
  at.close();
}

function responseOf(answer: z.output<typeof answered>, from: MessagePort, signal: AbortSignal): Response {
  if (answer.kind === 'failed') {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('The host could not ask'), answer) });
  }
  const { status, body } = answer;
  const headers = possibleHeaders(answer.headers);
  if (body === null) from.close();
  return new Response(body === null ? null : untilEnd(body, from, signal), { status, headers });
}

/** The headers without those that no response can have (Fetch Standard, "append"): Chromium is less strict. */
function possibleHeaders(given: readonly (readonly [string, string])[]): Headers {
  const headers = new Headers();
  for (const [name, value] of given) {
    try {
      headers.append(name, value);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return headers;
}

async function plain(request: Request): Promise<HostRequest> {
  const { url, method, headers } = request;
  return { url, method, headers: [...headers], body: request.body === null ? null : await request.text() };
}

/** @throws the signal's reason */
function firstMessage(from: MessagePort, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the reason goes on as it is
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', cancel, { once: true });
    from.once('message', (message) => {
      signal.removeEventListener('abort', cancel);
      resolve(message);
    });
  });
}

/** The arriving body. The abort of the signal ends the body with its reason; the host's request ends with the body. */
function untilEnd(body: ReadableStream, to: MessagePort, signal: AbortSignal): ReadableStream {
  const { readable, writable } = new TransformStream();
  const done = (): void => endRequest(to);
  void body.pipeTo(writable, { signal }).then(done, done);
  return readable;
}

/** What the host answers when a token is gone; nothing where its removal failed. */
export const FORGOTTEN = 'forgotten';

/** The host's token vault. The keychain answers on the main thread only (Electron's `safeStorage`). */
export class VaultClient {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (value: string | null) => void>();
  #lastId = 0;
  #isClosed = false;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  ask(request: VaultRequest): Promise<string | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(this.#port, { kind: 'vaultAsked', id, request });
    });
  }

  answered({ id, value }: Extract<ToThread, { kind: 'vaultAnswered' }>): void {
    this.#waiting.get(id)?.(value);
    this.#waiting.delete(id);
  }
  /** Waits for no answer any more: a keychain may ask the person first, who need not answer before the end of the program. */
  close(): void {
    this.#isClosed = true;
    for (const id of [...this.#waiting.keys()]) this.answered({ kind: 'vaultAnswered', id, value: null });
  }
}
