import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { answerWorker } from './host-calls.ts';
import { isReaderChannel } from '../ipc/reader-channels.ts';
import { onMessageFrom, sendTo, type FromThread, type VaultRequest } from './thread-messages.ts';
import { workerProgram } from './worker-program.ts';
import type { Announcement, Core, HostPorts, StartFailure, TokenVault } from '../host.ts';

type Started = { readonly ok: true; readonly value: Core } | { readonly ok: false; readonly failure: StartFailure };

const program = (name: string): URL => workerProgram(import.meta.url, `./${name}/main.ts`, name);

/**
 * Starts the threads of the core over one profile directory: one that writes and talks to services, one that reads for
 * the screens. The calling thread only carries messages.
 */
export async function startCore(ports: HostPorts): Promise<Started> {
  const announcements = new Set<(announcement: Announcement) => void>();
  const announce = (name: string): void => announcements.forEach((listener) => listener({ name, payload: null }));
  const { profileDirectory, downloadsDirectory, startOptions } = ports;
  const host = { canOpenFolder: Boolean(ports.openFolder), canFetch: Boolean(ports.fetch) };
  const writer = new CoreThread(
    'writer',
    { profileDirectory, downloadsDirectory, options: startOptions, host },
    ports,
    announce,
  );
  // Its program is loaded meanwhile; the files it reads are made, or brought up to date, by the other.
  const reader = new CoreThread('reader', { profileDirectory }, ports, announce);
  const writerFailure = await writer.opened;
  if (writerFailure === null) reader.open();
  const failure = writerFailure ?? (await reader.opened) ?? (await writer.ready);
  if (failure !== null) {
    await reader.close();
    await writer.close();
    return { ok: false, failure };
  }
  return {
    ok: true,
    value: {
      ask: (name, input) => (isReaderChannel(name) ? reader : writer).ask(name, input),
      listen: (listener) => {
        announcements.add(listener);
        return () => void announcements.delete(listener);
      },
      tell: (signal) => writer.tell(signal),
      // The reader first: a checkpoint at the writer's close needs the file to itself.
      close: async () => {
        await reader.close();
        await writer.close();
      },
    },
  };
}

// A thread that loads its program in a nursery of half a megabyte stops ten times to tidy it up.
setFlagsFromString('--min-semi-space-size=4');

/**
 * Pages of records are short-lived: a larger nursery makes nothing faster and keeps 100 MB. The rest of a heap may grow to
 * four times what is alive in it before it is swept when its limit is 2 GB or more, as it is by itself on large machines,
 * and to twice that below: 60 MB less while a page follows the other.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 2_000 };

/** One thread of the core, seen from the main thread. */
class CoreThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (reply: unknown) => void>();
  readonly #ports: HostPorts;
  readonly #announce: (name: string) => void;
  /** It has its files, or why not. */
  readonly opened: Promise<StartFailure | null>;
  /** It has put itself together and answers. */
  readonly ready: Promise<StartFailure | null>;
  #lastId = 0;
  #closing: Promise<void> | null = null;
  #settleOpened: (failure: StartFailure | null) => void = () => {};
  #settleReady: (failure: StartFailure | null) => void = () => {};

  constructor(name: string, workerData: object, ports: HostPorts, announce: (name: string) => void) {
    this.#ports = ports;
    this.#announce = announce;
    this.opened = new Promise((resolve) => (this.#settleOpened = resolve));
    this.ready = new Promise((resolve) => (this.#settleReady = resolve));
    this.#worker = new Worker(program(name), { workerData, name: `pinfold ${name}`, resourceLimits });
    this.#worker.on('error', (error) => this.#broken(error));
    this.#worker.on('exit', () => this.#gone());
    onMessageFrom(this.#worker, (message) => this.#hear(message));
  }

  ask(name: string, input: unknown): Promise<unknown> {
    if (this.#closing !== null) return Promise.resolve(hostGone);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      sendTo(this.#worker, { kind: 'ask', id, name, input });
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

  #hear(message: FromThread): void {
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
        return void this.#openVault(message.id, message.request);
      case 'bug':
        return this.#ports.log.info(`bug ${message.reference}: ${message.story}`);
      case 'logged':
      case 'folderAsked':
      case 'fetchAsked':
        return void answerWorker(message, this.#ports);
    }
  }

  async #openVault(id: number, request: VaultRequest): Promise<void> {
    // A keychain that is locked or full is no reason to leave the question open: there is no token then.
    const value = await askVault(this.#ports.vault, request).catch((error: unknown) => {
      this.#ports.log.error(error);
      return null;
    });
    sendTo(this.#worker, { kind: 'vaultAnswered', id, value });
  }

  #broken(error: unknown): void {
    const reference = this.#ports.log.error(error);
    this.#failed({ kind: 'damaged', path: '', detail: `an unexpected fault, reference ${reference}` });
  }

  #failed(failure: StartFailure): void {
    this.#settleOpened(failure);
    this.#settleReady(failure);
  }

  #gone(): void {
    for (const answer of this.#waiting.values()) answer(hostGone);
    this.#waiting.clear();
    this.#closing ??= Promise.resolve();
  }
}

const hostGone = { ok: false, failure: { kind: 'hostGone' } };

async function askVault(vault: TokenVault, request: VaultRequest): Promise<string | null> {
  switch (request.verb) {
    case 'keeping':
      return await vault.keeping();
    case 'save':
      return await vault.save(request.connectionId, request.token);
    case 'load':
      return await vault.load(request.connectionId);
    case 'forget':
      await vault.forget(request.connectionId);
      return null;
  }
}
