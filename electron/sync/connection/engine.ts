import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { describeFailure } from '../../../src/domain/service/remote-failure.ts';
import { unreachable } from '../../../src/domain/core/result.ts';
import {
  reduce,
  restingState,
  type SyncInputs,
  type SyncEffect,
  type SyncEvent,
  type SyncState,
} from '../../../src/domain/service/sync-machine.ts';
import { diskFailure } from '../../database/sqlite/errors.ts';
import type { Clock, SyncPorts } from '../ports.ts';
import { pull } from '../pull/pull.ts';
import { push } from '../push/push.ts';

export type EnginePorts = {
  readonly sync: SyncPorts;
  readonly clock: Clock;
  readonly circumstances: () => SyncInputs;
  readonly announce: () => void;
  /** After a check that got through to its end. */
  readonly afterCheck: (signal: AbortSignal) => Promise<void>;
  /** Records a bug. */
  readonly report: (error: unknown) => void;
};

/** Carries out what `reduce` decides for one connection. Holds the state and the work in flight, and no rule of its own. */
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
    const { state, effects } = reduce(this.#state, event, this.#ports.circumstances());
    this.#state = state;
    this.#cancelWake();
    this.#cancelWake = () => {};
    this.#ports.announce();
    for (const effect of effects) this.#start(effect);
  }

  /**
   * Does something else between two pieces of work: what is under way is abandoned first, and what follows waits.
   *
   * @param mayGoOn asked afterwards: a person may have paused the connection meanwhile
   */
  async alone<T>(work: (signal: AbortSignal) => Promise<T>, mayGoOn: () => boolean): Promise<T> {
    this.send({ kind: 'paused' });
    const { signal } = this.#work;
    const done = this.#running.then(() => work(signal));
    const settled = (): void => {
      if (!signal.aborted && mayGoOn()) this.send({ kind: 'resumed' });
    };
    this.#running = done.then(settled, settled);
    return await done;
  }

  /** Stops the work in flight and waits until it has let go. */
  async close(): Promise<void> {
    this.#cancelWake();
    this.#work.abort();
    await this.#running;
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
    const isAborted = (): boolean => signal.aborted; // a call: the compiler takes what it read before an await for unchanged
    // Work that was abandoned may still be finishing a write: the next waits for it, so that one runs at a time.
    this.#running = this.#running.then(async () => {
      if (isAborted()) return;
      const event = await this.#net(work, signal);
      this.#ports.sync.progress(null);
      if (!isAborted()) this.send(event);
    });
  }

  /** One of the three nets: a bug must not stop the exchange for good, so it is reported and tried again later. */
  async #net(work: (signal: AbortSignal) => Promise<SyncEvent>, signal: AbortSignal): Promise<SyncEvent> {
    try {
      return await work(signal);
    } catch (error) {
      const disk = diskFailure(error);
      if (disk !== null) return { kind: 'failed', outcome: { kind: 'disk' }, detail: disk.detail, againAtMs: null };
      if (!signal.aborted) this.#ports.report(error);
      return { kind: 'failed', outcome: { kind: 'broken' }, detail: 'an unexpected fault in Pinfold', againAtMs: null };
    }
  }

  async #push(signal: AbortSignal): Promise<SyncEvent> {
    const result = await push(this.#ports.sync, signal);
    return result.kind === 'drained' ? { kind: 'pushed', againAtMs: result.againAtMs } : result;
  }

  async #pull(signal: AbortSignal): Promise<SyncEvent> {
    const pulled = await pull(this.#ports.sync, signal);
    if (pulled.ok) {
      await this.#ports.afterCheck(signal);
      return { kind: 'pulled' };
    }
    const { failure } = pulled;
    const outcome = failureClassOf(failure);
    return { kind: 'failed', outcome, detail: describeFailure(failure), againAtMs: null };
  }
}
