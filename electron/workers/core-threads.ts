import type { HostSignal } from '../../src/domain/service/host-signal.ts';
import { isReaderChannel } from '../ipc/reader-channels.ts';
import { isRepeatable } from '../ipc/repeatable-channels.ts';
import type { HostPorts, StartFailure, StartOptions } from '../host.ts';
import { CoreThread, type ThreadEnd, unanswered } from './core-thread.ts';

type Pair = { readonly writer: CoreThread; readonly reader: CoreThread };
type Name = keyof Pair;

export type CoreThreadsPorts = HostPorts & {
  /** Starts the program of a thread. */
  readonly startThread: (...given: ConstructorParameters<typeof CoreThread>) => CoreThread;
  readonly announce: (name: string) => void;
  readonly nowMs: () => number;
};

/** Unasked ends of one thread in this time, after which it is not started again: the cause is in the profile or the program. */
const MOST_ENDS = 8;
const ENDS_COUNT_FOR_MS = 10 * 60_000;
/** Damaged mirrors in this time after which another is left to the next start: the disk damages what is copied. */
const MOST_DAMAGES = 3;

/**
 * The writer and the reader, started again when they end unasked. A new writer needs a new reader too, because the writer
 * opens the files first. Requests wait meanwhile; one that was open at the end is asked again where that changes nothing
 * more, and fails with `interrupted` elsewhere, and at its second end.
 */
export class CoreThreads {
  readonly #ports: CoreThreadsPorts;
  /** The threads that answer; null when there are none any more. */
  #pair: Promise<Pair | null> = Promise.resolve(null);
  #current: Pair | null = null;
  #isClosing = false;
  #starts = 0;
  #ends: { readonly name: Name; readonly atMs: number }[] = [];
  #damagesAtMs: number[] = [];
  /** The latest signal of each kind, which a new writer has to know. */
  readonly #signals = new Map<'network' | 'focus', HostSignal>();
  #giveUp: (failure: StartFailure) => void = () => undefined;
  /** Resolves when a thread cannot be started again: nothing is answered any more. */
  readonly ended: Promise<StartFailure>;

  constructor(ports: CoreThreadsPorts) {
    this.#ports = ports;
    this.ended = new Promise((resolve) => (this.#giveUp = resolve));
  }

  /** @returns why the threads did not start; null after a success */
  async start(): Promise<StartFailure | null> {
    const opened = await this.#open(this.#ports.startOptions, false);
    if ('kind' in opened) return opened;
    this.#pair = Promise.resolve(opened);
    this.#take(opened);
    return null;
  }

  async ask(name: string, input: unknown): Promise<unknown> {
    for (let ends = 0; ; ends += 1) {
      const pair = await this.#pair;
      if (pair === null) return hostGone;
      const reply = await pair[isReaderChannel(name) ? 'reader' : 'writer'].ask(name, input);
      if (reply !== unanswered) return reply;
      if (this.#isClosing) return hostGone;
      if (ends > 0 || !isRepeatable(name)) return interrupted;
    }
  }

  tell(signal: HostSignal): void {
    if (signal !== 'resumed') this.#signals.set(signal.startsWith('network') ? 'network' : 'focus', signal);
    this.#current?.writer.tell(signal);
  }

  /** The reader closes first: the checkpoint at the writer's close needs the last connection (sqlite.org/wal.html). */
  async close(): Promise<void> {
    this.#isClosing = true;
    const pair = await this.#pair;
    await pair?.reader.close();
    await pair?.writer.close();
  }

  async #open(startOptions: StartOptions, isAgain: boolean): Promise<Pair | StartFailure> {
    const { profileDirectory, downloadsDirectory, openFolder, fetch } = this.#ports;
    const host = { canOpenFolder: Boolean(openFolder), canFetch: Boolean(fetch) };
    const given = { profileDirectory, downloadsDirectory, options: startOptions, host };
    const writer = this.#thread('writer', { ...given, announcesAll: isAgain });
    // The reader's program loads meanwhile; the reader opens the files after the writer has made or migrated them.
    const reader = this.#reader(false);
    const writerFailure = await writer.opened;
    if (writerFailure === null) reader.open();
    const failure = writerFailure ?? (await reader.opened) ?? (await writer.ready);
    if (failure === null) return { writer, reader };
    await reader.close();
    await writer.close();
    return failure;
  }

  /** @param announcesAll whether the screens have to ask again, because the reader before lost their lists */
  #reader(announcesAll: boolean): CoreThread {
    return this.#thread('reader', { profileDirectory: this.#ports.profileDirectory, announcesAll });
  }

  #thread(name: Name, workerData: object): CoreThread {
    const onEnd = (thread: CoreThread, end: ThreadEnd): void => this.#ended(name, thread, end);
    const onDamage = (thread: CoreThread): void => this.#damaged(thread);
    const { startThread, announce } = this.#ports;
    const starts = ++this.#starts;
    return startThread({ name, workerData: { ...workerData, starts }, onEnd, onDamage, announce }, this.#ports);
  }

  #take(pair: Pair): void {
    this.#current = pair;
    for (const signal of this.#signals.values()) pair.writer.tell(signal);
    // A thread may have ended while the other was started.
    for (const one of ['writer', 'reader'] as const) {
      const { end } = pair[one];
      if (end !== null) this.#ended(one, pair[one], end);
      else if (pair[one].hasFoundDamage) this.#damaged(pair[one]);
    }
  }

  /** Ends the writer, because another one sets the damaged mirror aside. What met the damage is then asked again. */
  #damaged(thread: CoreThread): void {
    const pair = this.#current;
    if (this.#isClosing || pair === null || (pair.writer !== thread && pair.reader !== thread)) return;
    const nowMs = this.#ports.nowMs();
    this.#damagesAtMs = this.#damagesAtMs.filter((atMs) => nowMs - atMs < ENDS_COUNT_FOR_MS);
    const isLeft = this.#damagesAtMs.length >= MOST_DAMAGES;
    const then = isLeft ? 'the next start sets it aside' : 'the writer is started again and sets it aside';
    this.#ports.log.info(`the mirror is damaged: ${then}`);
    if (isLeft) return;
    this.#damagesAtMs.push(nowMs);
    for (const one of [pair.writer, pair.reader]) one.keepFaults();
    void pair.writer.terminate();
  }

  /** An end before the thread answers is the failure of the start. */
  #ended(name: Name, thread: CoreThread, { detail, reference }: ThreadEnd): void {
    const pair = this.#current;
    if (this.#isClosing || pair?.[name] !== thread) return;
    const nowMs = this.#ports.nowMs();
    this.#ends = [...this.#ends.filter(({ atMs }) => nowMs - atMs < ENDS_COUNT_FOR_MS), { name, atMs: nowMs }];
    const ends = this.#ends.filter((end) => end.name === name).length;
    this.#current = null;
    this.#ports.log.info(`the ${name} ended unasked: ${detail}; it is ${ends > MOST_ENDS ? 'not ' : ''}started again`);
    this.#pair =
      ends > MOST_ENDS
        ? this.#stop(pair, { kind: 'broken', part: name, detail, reference })
        : this.#restarted(name, pair, ends);
  }

  async #restarted(name: Name, before: Pair, ends: number): Promise<Pair | null> {
    const opened = name === 'writer' ? await this.#both(before) : await this.#otherReader(before, ends);
    if ('kind' in opened) return await this.#stop(before, opened);
    this.#take(opened);
    return this.#current === opened ? opened : await this.#pair;
  }

  async #both({ reader }: Pair): Promise<Pair | StartFailure> {
    await reader.terminate();
    // What the command line asked for was done at the start; the person may have changed it since.
    return await this.#open({ ...this.#ports.startOptions, practice: false, connect: null }, true);
  }

  /** A request that ends every reader must not be asked by the screens once more at every start. */
  async #otherReader({ writer }: Pair, ends: number): Promise<Pair | StartFailure> {
    const reader = this.#reader(ends === 1);
    reader.open();
    const failure = await reader.opened;
    return failure ?? { writer, reader };
  }

  async #stop({ reader, writer }: Pair, failure: StartFailure): Promise<null> {
    await reader.close();
    await writer.close();
    this.#giveUp(failure);
    return null;
  }
}

const hostGone = { ok: false, failure: { kind: 'hostGone' } };
const interrupted = { ok: false, failure: { kind: 'interrupted' } };
