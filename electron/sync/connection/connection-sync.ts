import {
  type AccountRef,
  accountRefOf,
  type Connection,
  type ServiceTraits,
} from '../../../src/domain/connections/connection.ts';
import type { DisplacedValue } from '../../../src/domain/edits/change-update.ts';
import { isPushDue } from '../../../src/domain/service/sync-machine.ts';
import type { SyncEvent, SyncInputs, SyncState } from '../../../src/domain/service/sync-state.ts';
import type { PacedService } from '../../remote/service.ts';
import { forgetOldWalks } from '../pull/pull-files.ts';
import { Parallelism } from '../push/parallelism.ts';
import { OverdueTurns, type PushPorts } from '../push/overdue-turns.ts';
import { ReplayLog } from '../push/replay-log.ts';
import { Successes } from '../push/successes.ts';
import { SyncEngine } from './engine.ts';
import { SetAside } from './set-aside.ts';
import type { Beside, Changed, Random, Clock, Job, Tables } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

export type ConnectionSyncPorts = {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly random: Random;
  readonly service: PacedService;
  readonly connection: () => Connection;
  readonly saveTraits: (traits: Partial<ServiceTraits>) => void;
  readonly remember: (of: FileRef, displaced: DisplacedValue, atMs: number) => void;
  readonly announce: (changed: Changed) => void;
  readonly keysChecked: () => Promise<void>;
  readonly isWatched: () => boolean;
  /** Runs after every complete pull, before the next piece of work. */
  readonly afterCheck?: (sync: PushPorts, signal: AbortSignal) => Promise<void>;
  /** Called after each step of the engine. */
  readonly stateChanged?: (state: SyncState) => void;
  readonly report: (error: unknown) => void;
};

/** One connection at work: its engine, its ports and the progress of its work. */
export class ConnectionSync {
  readonly #ports: ConnectionSyncPorts;
  readonly #engine: SyncEngine;
  readonly sync: PushPorts & { readonly beside: Beside };
  readonly #closing = new AbortController();
  readonly #beside = new Set<Promise<unknown>>();
  #job: Job | null = null;
  readonly setAside = new SetAside();
  #isFullScanAsked = false;
  /** Whether it was asked for during a pull of new files. */
  #isFullScanAskedAgain = false;
  #isFullScanUnderWay = false;

  constructor(ports: ConnectionSyncPorts) {
    this.#ports = ports;
    const { tables, clock, connection, announce } = ports;
    const accountRef = (): AccountRef => accountRefOf(connection());
    this.sync = {
      ...tables,
      clock,
      random: ports.random,
      service: ports.service,
      connection,
      accountRef,
      saveTraits: ports.saveTraits,
      remember: ports.remember,
      beside: (work) => this.beside(work),
      mayAsk: () => this.state.mode === 'running' && this.state.network === 'up',
      announce,
      progress: (job) => this.#progress(job),
      setAside: (rows, area = 'files') => this.setAside.add(area, rows),
      forgetSetAside: (area) => this.setAside.forget(area),
      keysChecked: ports.keysChecked,
      isFullScanAsked: () => this.#isFullScanAsked,
      fullScanEnded: () => void (this.#isFullScanAsked = false),
      editsRequeued: () => this.#engine.send({ kind: 'editQueued' }),
      mustYield: () => isPushDue(this.state, clock.nowMs()),
      pullPosition: { at: null },
      replay: new ReplayLog({ ...tables, clock, connection, accountRef }),
      successes: new Successes(),
      overdue: new OverdueTurns(clock, (error) => this.#engine.overdueTurnEnded(error)),
      parallelism: new Parallelism(),
      failures: { inARow: 0 },
    };
    this.#engine = new SyncEngine(
      {
        sync: this.sync,
        clock,
        inputs: () => this.#inputs(),
        announce: () => this.#announceState(),
        afterCheck: (signal) => this.#afterCheck(signal),
        report: ports.report,
      },
      tables.files.caughtUpAtMs(connection().id),
    );
  }

  get state(): SyncState {
    return this.#engine.state;
  }

  get job(): Job | null {
    return this.#job;
  }

  /** When the last full scan ended; null when none ever did. */
  get fullCheckAtMs(): number | null {
    return this.#ports.tables.files.fullCheckAtMs(this.#ports.connection().id);
  }

  send(event: SyncEvent): void {
    if (event.kind === 'checkAsked') this.#askFullScan();
    this.#engine.send(event);
  }

  /** Runs `work` while the engine sends nothing to the service. */
  alone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#engine.alone(work, () => !this.#ports.connection().paused);
  }

  /**
   * Runs `work` that asks the service on its own, while the engine goes on. Another token or address, a sign-out and the end
   * of the program abort it, and wait until it has stored nothing more.
   */
  async beside<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const done = work(this.#closing.signal);
    this.#beside.add(done);
    try {
      return await done;
    } finally {
      this.#beside.delete(done);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#engine.close();
    await Promise.allSettled(this.#beside);
  }

  #askFullScan(): void {
    if (this.state.work === 'pull') {
      if (!this.#isFullScanUnderWay) this.#isFullScanAskedAgain = true;
      return;
    }
    this.#isFullScanAsked = true;
    forgetOldWalks(this.sync);
    // A pull that yielded would go on with new files or keys. A full scan keeps its place in the mirror.
    this.sync.pullPosition.at = null;
  }

  #progress(job: Job | null): void {
    this.#job = job;
    if (job === null) this.#isFullScanUnderWay = false;
    if (job?.kind === 'files') this.#isFullScanUnderWay = true;
    this.#ports.announce('status.changed');
  }

  #announceState(): void {
    this.#ports.announce('status.changed');
    this.#ports.stateChanged?.(this.#engine.state);
  }

  #inputs(): SyncInputs {
    const { clock, random, connection, isWatched } = this.#ports;
    return {
      nowMs: clock.nowMs(),
      random: random.next(),
      pullEveryMs: connection().checkEveryMinutes * 60_000,
      watched: isWatched(),
    };
  }

  async #afterCheck(signal: AbortSignal): Promise<void> {
    this.#isFullScanAsked = this.#isFullScanAskedAgain;
    this.#isFullScanAskedAgain = false;
    await this.#ports.afterCheck?.(this.sync, signal);
  }
}
