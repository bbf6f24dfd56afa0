import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { answerWorker, askVault } from './host-calls.ts';
import { onMessageFrom, sendTo, type FromThread, type VaultRequest } from './thread-messages.ts';
import { workerProgram } from './worker-client.ts';
import type { Core, HostPorts, StartFailure } from '../host.ts';

const program = (name: string): URL => workerProgram(import.meta.url, `./${name}/main.ts`, name);

// V8's first semi-space of half a megabyte would stop a thread ten times for collection while the program loads.
setFlagsFromString('--min-semi-space-size=4');

/**
 * Pages of records are short-lived: a larger young generation makes nothing faster and keeps 100 MB. V8 lets an old
 * generation with a limit of 2 GB or more, the default on large machines, grow to four times its live objects before a
 * collection, and to twice below: 60 MB less during a scan.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 2_000 };

/** The main thread's end of one thread of the core. */
export class CoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  readonly #name: string;
  readonly #ports: HostPorts;
  readonly #announce: (name: string) => void;
  /** Resolves when the thread has opened its files: null, or the reason why it cannot. */
  readonly opened: Promise<StartFailure | null>;
  /** Resolves when the thread answers requests: null, or the reason why it never will. */
  readonly ready: Promise<StartFailure | null>;
  #lastId = 0;
  #closing: Promise<void> | null = null;
  #settleOpened: (failure: StartFailure | null) => void = () => {};
  #settleReady: (failure: StartFailure | null) => void = () => {};

  constructor(
    name: string,
    workerData: object,
    ports: HostPorts,
    announce: (name: string) => void,
    file = program(name),
  ) {
    this.#name = name;
    this.#ports = ports;
    this.#announce = announce;
    this.opened = new Promise((resolve) => (this.#settleOpened = resolve));
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.#worker = new Worker(file, { workerData, name: `pinfold ${name}`, resourceLimits });
    this.#worker.on('error', (error) => this.#broken(error));
    this.#worker.on('exit', (code) => this.#ended(code));
    onMessageFrom(this.#worker, (message) => this.#receive(message));
  }

  ask(name: string, input: unknown): Promise<unknown> {
    if (this.#closing !== null) return Promise.resolve(hostGone);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      // Sent first: what cannot be cloned throws here, and nothing waits for its answer.
      sendTo(this.#worker, { kind: 'ask', id, name, input });
      this.#waiting.set(id, resolve);
    });
  }

  open(): void {
    sendTo(this.#worker, { kind: 'open' });
  }

  tell(signal: Parameters<Core['tell']>[0]): void {
    sendTo(this.#worker, { kind: 'signal', signal });
  }

  close(): Promise<void> {
    return (this.#closing ??= new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
      sendTo(this.#worker, { kind: 'close' });
    }));
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'opened':
        return this.#settleOpened(null);
      case 'ready':
        return this.#settleReady(null);
      case 'failed':
        return this.#failed(message.failure);
      case 'replied':
        this.#waiting.get(message.id)?.(message.reply);
        return void this.#waiting.delete(message.id);
      case 'announced':
        return this.#announce(message.name);
      case 'noticed':
        return this.#ports.notify?.(message.notice);
      case 'vaultAsked':
        return void this.#askVault(message.id, message.request);
      case 'bug':
        return this.#ports.log.info(`bug ${message.reference}: ${message.stack}`);
      case 'logged':
      case 'folderAsked':
      case 'fetchAsked':
        return void answerWorker(message, this.#ports);
    }
  }

  async #askVault(id: number, request: VaultRequest): Promise<void> {
    // A locked or full keychain answers like an empty one, so that the thread goes on without a token.
    const value = await askVault(this.#ports.vault, request).catch((error: unknown) => {
      this.#ports.log.error(error);
      return null;
    });
    sendTo(this.#worker, { kind: 'vaultAnswered', id, value });
  }

  #broken(error: unknown): void {
    const reference = this.#ports.log.error(error);
    const detail = error instanceof Error ? error.message : String(error);
    this.#failed({ kind: 'broken', part: this.#name, detail, reference });
  }

  #failed(failure: StartFailure): void {
    this.#settleOpened(failure);
    this.#settleReady(failure);
  }

  #ended(code: number): void {
    // After an answer to the start this settles nothing more.
    this.#failed({ kind: 'broken', part: this.#name, detail: `it ended with code ${code}`, reference: null });
    for (const answer of this.#waiting.values()) answer(hostGone);
    this.#waiting.clear();
    this.#closing ??= Promise.resolve();
  }
}

const hostGone = { ok: false, failure: { kind: 'hostGone' } };
