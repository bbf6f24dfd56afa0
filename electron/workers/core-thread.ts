import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { z } from 'zod';
import { errorMessage } from '../../src/domain/core/thrown.ts';
import { answerWorker, askVault } from './host-calls.ts';
import { wordsOfBuild } from './same-build.ts';
import { onMessageFrom, sendTo, type FromThread, type VaultRequest } from './thread-messages.ts';
import { workerProgram } from './worker-client.ts';
import type { Core, HostPorts, StartFailure } from '../host.ts';

const program = (name: string): URL => workerProgram(import.meta.url, `./${name}/main.ts`, name);

// V8's first semi-space of half a megabyte would stop a thread ten times for collection while the program loads.
setFlagsFromString('--min-semi-space-size=4');

/**
 * Pages of records are short-lived: a larger young generation makes nothing faster and keeps 100 MB. It stays below the
 * 16 MB that Node grants a thread at its limit: survivors that need more end the process instead of the thread. V8 lets
 * an old generation with a limit of 2 GB or more, the default on large machines, grow to four times its live objects
 * before a collection, and to twice below: 60 MB less during a scan.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 2_000 };

/** What a request to a thread that has ended resolves with. */
export const unanswered = Symbol('unanswered');

/** How a thread ended: its error, or its code, and the reference of the error in the log; null without an error. */
export type ThreadEnd = { readonly detail: string; readonly reference: string | null };

export type CoreThreadOptions = {
  /** The name of the program. */
  readonly name: string;
  readonly workerData: object;
  readonly announce: (name: string) => void;
  /** Called once, before the open requests resolve. */
  readonly onEnd: (thread: CoreThread, end: ThreadEnd) => void;
  /** Called when the thread has found the mirror damaged, before its reply to the request that met the damage. */
  readonly onDamage?: (thread: CoreThread) => void;
  readonly file?: URL;
  readonly limits?: ResourceLimits;
};

/** The main thread's end of one thread of the core. */
export class CoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  readonly #options: CoreThreadOptions;
  readonly #ports: HostPorts;
  #broke: ThreadEnd | null = null;
  #end: ThreadEnd | null = null;
  #hasFoundDamage = false;
  #keepsFaults = false;
  /** Resolves when the thread has opened its files: null, or the reason why it cannot. */
  readonly opened: Promise<StartFailure | null>;
  /** Resolves when the thread answers requests: null, or the reason why it never will. */
  readonly ready: Promise<StartFailure | null>;
  #lastId = 0;
  #closing: Promise<void> | null = null;
  #settleOpened: (failure: StartFailure | null) => void = () => {};
  #settleReady: (failure: StartFailure | null) => void = () => {};

  constructor(options: CoreThreadOptions, ports: HostPorts) {
    const { name, workerData, file = program(name), limits = resourceLimits } = options;
    this.#options = options;
    this.#ports = ports;
    this.opened = new Promise((resolve) => (this.#settleOpened = resolve));
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.#worker = new Worker(file, {
      ...{ workerData, name: `pinfold ${name}`, resourceLimits: limits },
      argv: [...wordsOfBuild],
    });
    this.#worker.on('error', (error) => this.#broken(error));
    this.#worker.on('exit', (code) => this.#ended(code));
    onMessageFrom(this.#worker, (message) => this.#receive(message));
  }

  /** How the thread ended; null while it lives. */
  get end(): ThreadEnd | null {
    return this.#end;
  }

  /** Whether the thread has found the mirror damaged. */
  get hasFoundDamage(): boolean {
    return this.#hasFoundDamage;
  }

  /** Call before the thread is ended: a request that a bug answers from now on stays open until then. */
  keepFaults(): void {
    this.#keepsFaults = true;
  }

  /** @returns the reply; `unanswered` when the thread is closing, has ended, or ends first */
  ask(name: string, input: unknown): Promise<unknown> {
    if (this.#closing !== null) return Promise.resolve(unanswered);
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

  /** Ends the thread at once. What is committed stays; open requests stay unanswered. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'opened':
        return this.#settleOpened(null);
      case 'ready':
        return this.#settleReady(null);
      case 'failed':
        return this.#failed(message.failure);
      case 'closed':
        // A request to a service would keep the thread for as long as its answer takes.
        return void this.terminate();
      case 'replied':
        return this.#replied(message.id, message.reply);
      case 'mirrorDamaged':
        this.#hasFoundDamage = true;
        return this.#options.onDamage?.(this);
      case 'announced':
        return this.#options.announce(message.name);
      case 'noticed':
        return this.#ports.notify?.(message.notice);
      case 'vaultAsked':
        return void this.#askVault(message.id, message.request);
      case 'bug':
        return this.#ports.log.info(`bug ${message.reference}: ${message.stack}`);
      case 'logged':
      case 'folderAsked':
      case 'addressAsked':
      case 'fetchAsked':
        return void answerWorker(message, this.#ports);
    }
  }

  #replied(id: number, reply: unknown): void {
    if (this.#keepsFaults && isFault(reply)) return;
    this.#waiting.get(id)?.(reply);
    this.#waiting.delete(id);
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
    const detail = errorMessage(error);
    this.#broke = { detail, reference };
    this.#failed({ kind: 'broken', part: this.#options.name, detail, reference });
  }

  #failed(failure: StartFailure): void {
    this.#settleOpened(failure);
    this.#settleReady(failure);
  }

  #ended(code: number): void {
    const end = this.#broke ?? { detail: `it ended with code ${code}`, reference: null };
    this.#end = end;
    this.#closing ??= Promise.resolve();
    // After an answer to the start this settles nothing more.
    this.#failed({ kind: 'broken', part: this.#options.name, ...end });
    this.#options.onEnd(this, end);
    for (const answer of this.#waiting.values()) answer(unanswered);
    this.#waiting.clear();
  }
}

/** Whether a bug ended the request. */
const isFault = (reply: unknown): boolean => faultReply.safeParse(reply).success;
const faultReply = z.object({ ok: z.literal(false), failure: z.object({ kind: z.literal('unexpected') }) });
