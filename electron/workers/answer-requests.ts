import { parentPort } from 'node:worker_threads';
import './same-build.ts';

/** Messages of a `WorkerClient` to its thread. Both ends come from one build, so the receiver parses none. */
export type ToWorker<Request> =
  | { readonly kind: 'request'; readonly id: number; readonly request: Request }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };
/** Messages of the thread to its `WorkerClient`. */
export type FromWorker<Reply, Progress> =
  | { readonly kind: 'replied'; readonly id: number; readonly reply: Reply }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress };

type Answer<Request, Reply, Progress> = (
  request: Request,
  progress: (progress: Progress) => void,
  signal: AbortSignal,
) => Reply | Promise<Reply>;

/**
 * Answers the requests of a `WorkerClient`. An exception in `answer` is a bug: the thread ends, and the client rejects
 * every open request.
 *
 * @param close closes the files of the thread before its end
 * @throws Error on the main thread
 */
export function answerRequests<Request, Reply, Progress = never>(
  answer: Answer<Request, Reply, Progress>,
  close: () => void = () => undefined,
): void {
  const port = parentPort;
  if (port === null) throw new Error('A worker is a thread of the core');
  const send = (message: FromWorker<Reply, Progress>): void => port.postMessage(message);
  const cancelling = new Map<number, AbortController>();

  async function reply(id: number, request: Request): Promise<void> {
    const controller = new AbortController();
    cancelling.set(id, controller);
    const progress = (progress: Progress): void => send({ kind: 'progress', id, progress });
    send({ kind: 'replied', id, reply: await answer(request, progress, controller.signal) });
    cancelling.delete(id);
  }

  port.on('message', (message: ToWorker<Request>) => {
    switch (message.kind) {
      case 'request':
        return void reply(message.id, message.request);
      case 'cancel':
        return cancelling.get(message.id)?.abort();
      case 'close':
        close();
        return port.close();
    }
  });
}
