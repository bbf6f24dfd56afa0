import { unreachable } from '../../../src/domain/core/result.ts';
import { describeFailure, failureClassOf } from '../../../src/domain/service/remote-failure.ts';
import { reduce } from '../../../src/domain/service/sync-machine.ts';
import {
  restingState,
  type SyncEffect,
  type SyncEvent,
  type SyncInputs,
  type SyncState,
} from '../../../src/domain/service/sync-state.ts';
import { diskFailure, TooLittleSpaceError } from '../../database/sqlite/errors.ts';
import type { Clock } from '../ports.ts';
import type { PushPorts } from '../push/overdue-turns.ts';
import { pull } from '../pull/pull.ts';
import { push } from '../push/push.ts';

export type EnginePorts = {
  readonly sync: PushPorts;
  readonly clock: Clock;
  readonly inputs: () => SyncInputs;
  readonly announce: () => void;
  /** Called after a pull that came to an end, before the next piece of work. */
  readonly afterCheck: (signal: AbortSignal) => Promise<void>;
  /** Called with an error that is a bug. */
  readonly report: (error: unknown) => void;
};

/** Carries out what `reduce` decides for one connection. Holds the state and the work under way, and no rule. */
export class SyncEngine {
  readonly #ports: EnginePorts;
  #state: SyncState;
  #work = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #cancelWake: () => void = () => {};

  constructor(ports: EnginePorts, caughtUpAtMs: number | null) {
    this.#ports = ports;
    this.#state = { ...restingState, caughtUpAtMs };
  }

  get state(): SyncState {
    return this.#state;
  }

  send(event: SyncEvent): void {
    const { state, effects } = reduce(this.#state, event, this.#ports.inputs());
    this.#state = state;
    this.#cancelWake();
    this.#cancelWake = () => {};
    this.#ports.announce();
    for (const effect of effects) this.#start(effect);
  }

  /**
   * Runs `work` alone: aborts the work under way first, and lets the next wait.
   *
   * @param mayGoOn called afterwards: a person may have paused the connection meanwhile
   */
  async alone<T>(work: (signal: AbortSignal) => Promise<T>, mayGoOn: () => boolean): Promise<T> {
    this.send({ kind: 'paused' });
    const { signal } = this.#work;
    const done = this.#ended().then(() => work(signal));
    const settled = (): void => {
      if (!signal.aborted && mayGoOn()) this.send({ kind: 'resumed' });
    };
    this.#running = done.then(settled, settled);
    return await done;
  }

  /** Aborts the work under way and waits for its end. */
  async close(): Promise<void> {
    this.#cancelWake();
    this.#work.abort();
    await this.#ended();
  }

  /** The edits of that file may be sent again, or wait for another time than before. */
  overdueTurnEnded(error: unknown): void {
    if (this.#work.signal.aborted) return;
    if (error !== null && diskFailure(error) === null) this.#ports.report(error);
    this.send({ kind: 'editQueued' });
  }

  async #ended(): Promise<void> {
    await this.#running;
    await this.#ports.sync.overdue.ended();
  }

  #start(effect: SyncEffect): void {
    switch (effect.kind) {
      case 'push':
        return this.#perform((signal) => this.#push(signal));
      case 'pull':
        return this.#perform((signal) => this.#pull(signal));
      case 'abandon':
        this.#work.abort();
        this.#work = new AbortController();
        return;
      case 'wakeAt':
        this.#cancelWake = this.#ports.clock.wakeAt(effect.atMs, () => this.send({ kind: 'timerDue' }));
        return;
      default:
        return unreachable(effect);
    }
  }

  #perform(work: (signal: AbortSignal) => Promise<SyncEvent>): void {
    const { signal } = this.#work;
    // A call, because TypeScript narrows a property and keeps the narrowing across an await (microsoft/TypeScript#9998).
    const isAborted = (): boolean => signal.aborted;
    // Aborted work may still finish a write: the next work waits for it, so that one runs at a time.
    this.#running = this.#running.then(async () => {
      if (isAborted()) return;
      const event = await this.#catchBugs(work, signal);
      this.#ports.sync.progress(null);
      if (!isAborted()) this.send(event);
    });
  }

  /** Reports a bug, and lets the engine try again later; a full disk is an expected failure. */
  async #catchBugs(work: (signal: AbortSignal) => Promise<SyncEvent>, signal: AbortSignal): Promise<SyncEvent> {
    try {
      return await work(signal);
    } catch (error) {
      const disk = diskFailure(error);
      if (disk !== null) {
        const kind = error instanceof TooLittleSpaceError ? 'tooLittleSpace' : 'disk';
        return { kind: 'failed', failureClass: { kind }, detail: disk.detail, againAtMs: null };
      }
      if (!signal.aborted) this.#ports.report(error);
      return {
        kind: 'failed',
        failureClass: { kind: 'broken' },
        detail: 'an unexpected fault in Pinfold',
        againAtMs: null,
      };
    }
  }

  async #push(signal: AbortSignal): Promise<SyncEvent> {
    const result = await push(this.#ports.sync, signal);
    return result.kind === 'drained' ? { kind: 'pushed', againAtMs: result.againAtMs } : result;
  }

  async #pull(signal: AbortSignal): Promise<SyncEvent> {
    const pulled = await pull(this.#ports.sync, signal);
    if (pulled.ok && pulled.value === 'yielded') return { kind: 'yielded' };
    if (pulled.ok) {
      await this.#ports.afterCheck(signal);
      return pulled.value === null ? this.#caughtUp() : endedEarly[pulled.value];
    }
    const { failure } = pulled;
    const failureClass = failureClassOf(failure);
    return { kind: 'failed', failureClass, detail: describeFailure(failure), againAtMs: null };
  }

  /** Part of the pull: a disk that refuses this write fails the pull, and ends no thread. */
  #caughtUp(): SyncEvent {
    const { sync, clock } = this.#ports;
    sync.files.setCaughtUp(sync.connection().id, clock.nowMs());
    return { kind: 'pulled' };
  }
}

const endedEarly: Record<'incomplete' | 'ceiling', SyncEvent> = {
  incomplete: {
    kind: 'failed',
    failureClass: { kind: 'incompleteList' },
    detail: 'a list of the service did not come to its end',
    againAtMs: null,
  },
  ceiling: {
    kind: 'failed',
    failureClass: { kind: 'fileCeiling' },
    detail: 'the copy has as many files as it may have',
    againAtMs: null,
  },
};
