import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './answer-requests.ts';
import { wordsOfBuild } from './same-build.ts';

export type WorkerThread = {
  readonly program: URL;
  /** For lists of threads: "pinfold verifier". */
  readonly name: string;
  readonly resourceLimits: ResourceLimits;
  readonly workerData?: unknown;
  /** Whether the thread ends after its last answer; the next request starts another thread. */
  readonly endsWhenIdle?: boolean;
  /** Whether a request that was open when the thread ended unasked is sent to the next thread, once. */
  readonly asksAgain?: boolean;
};

type Waiting<Request, Reply, Progress> = {
  readonly request: Request;
  readonly isAgain: boolean;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
  readonly progress: (progress: Progress) => void;
};

/** A request on its way. The reply rejects when the thread ends without one. */
export type PendingReply<Reply> = { readonly reply: Promise<Reply>; readonly cancel: () => void };

/**
 * Sends requests to a thread that `answerRequests` serves. The first request starts the thread. The end of a thread that
 * breaks rejects every open request, or sends it to another thread, once; the next request starts another.
 */
export class WorkerClient<Request, Reply, Progress = never> {
  readonly #thread: WorkerThread;
  readonly #waiting = new Map<number, Waiting<Request, Reply, Progress>>();
  #worker: Worker | null = null;
  #isAskedToEnd = false;
  #lastId = 0;

  constructor(thread: WorkerThread) {
    this.#thread = thread;
  }

  ask(request: Request): Promise<Reply> {
    return this.begin(request, () => undefined).reply;
  }

  begin(request: Request, progress: (progress: Progress) => void): PendingReply<Reply> {
    const id = ++this.#lastId;
    const { promise: reply, resolve, reject } = Promise.withResolvers<Reply>();
    this.#waiting.set(id, { request, isAgain: false, resolve, reject, progress });
    this.#send({ kind: 'request', id, request });
    return { reply, cancel: () => this.#waiting.has(id) && this.#send({ kind: 'cancel', id }) };
  }

  /** Ends the thread at once; open requests are rejected. */
  async terminate(): Promise<void> {
    this.#isAskedToEnd = true;
    await this.#worker?.terminate();
    this.#isAskedToEnd = false;
  }

  /** Resolves when the thread has closed its files and ended. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    worker.once('exit', () => resolve());
    this.#isAskedToEnd = true;
    this.#send({ kind: 'close' });
    await ended;
    this.#isAskedToEnd = false;
  }

  #send(message: ToWorker<Request>): void {
    (this.#worker ??= this.#start()).postMessage(message);
  }

  #start(): Worker {
    const { program, name, resourceLimits, workerData } = this.#thread;
    const worker = new Worker(program, { name, resourceLimits, workerData, argv: [...wordsOfBuild] });
    worker.on('message', (message: FromWorker<Reply, Progress>) => this.#receive(message));
    worker.on('error', (error) => this.#broken(worker, error));
    worker.on('exit', () => this.#broken(worker, new Error(`${name} ended without an answer`)));
    return worker;
  }

  #receive({ id, ...message }: FromWorker<Reply, Progress>): void {
    const waiting = this.#waiting.get(id);
    if (message.kind === 'progress') return waiting?.progress(message.progress);
    this.#waiting.delete(id);
    waiting?.resolve(message.reply);
    if (this.#thread.endsWhenIdle && this.#waiting.size === 0) {
      this.#send({ kind: 'close' });
      this.#worker = null;
    }
  }

  #broken(worker: Worker, reason: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const open = [...this.#waiting];
    this.#waiting.clear();
    for (const [id, waiting] of open) {
      if (this.#thread.asksAgain !== true || waiting.isAgain || this.#isAskedToEnd) waiting.reject(reason);
      else this.#askAgain(id, waiting);
    }
  }

  #askAgain(id: number, waiting: Waiting<Request, Reply, Progress>): void {
    this.#waiting.set(id, { ...waiting, isAgain: true });
    this.#send({ kind: 'request', id, request: waiting.request });
  }
}

/**
 * The address of a thread's program. The build puts every program beside its callers, under the name of its thread; in
 * the sources, the program is a file near its client.
 *
 * @param callerUrl `import.meta.url` of the calling module
 * @param source path of the program's source, relative to the caller
 * @param thread name of the built program, without its ending
 */
export const workerProgram = (callerUrl: string, source: string, thread: string): URL =>
  new URL(callerUrl.endsWith('.ts') ? source : `./${thread}.js`, callerUrl);
