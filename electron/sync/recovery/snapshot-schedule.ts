import { nextSnapshotMs } from '../../../src/domain/recovery/snapshot-plan.ts';
import type { Snapshots } from '../../database/recovery/snapshots.ts';
import type { Clock } from '../ports.ts';

export type SnapshotPorts = {
  readonly snapshots: Pick<Snapshots, 'madeAtMs' | 'keep' | 'discard'>;
  /** Copies the outbox and checks the copy, in a thread of its own. @returns why it could not; null after a success */
  readonly copy: () => Promise<string | null>;
  readonly clock: Pick<Clock, 'nowMs' | 'wakeAt'>;
  readonly report: (error: unknown) => void;
};

/** Other work of a start comes first. */
const REST_AFTER_START_MS = 60_000;
/** After a failure; after a success the next snapshot is not due before. */
const REST_AFTER_TRY_MS = 15 * 60_000;

/** Makes a snapshot of the outbox whenever one is due. No edit waits for it. */
export class SnapshotSchedule {
  readonly #ports: SnapshotPorts;
  #isOver = false;
  /** A copy that was begun before an erasure may hold what was erased. */
  #erasures = 0;
  #cancelWake: () => void = () => undefined;
  #atWork: Promise<void> = Promise.resolve();

  constructor(ports: SnapshotPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#schedule(REST_AFTER_START_MS);
  }

  /** Something was erased from the outbox: a copy under way becomes no snapshot. */
  erased(): void {
    this.#erasures += 1;
  }

  /** Waits for the copy under way. */
  async close(): Promise<void> {
    this.#isOver = true;
    this.#cancelWake();
    await this.#atWork;
  }

  #schedule(restMs: number): void {
    if (this.#isOver) return;
    const { clock } = this.#ports;
    const atMs = Math.max(this.#dueAtMs(), clock.nowMs() + restMs);
    this.#cancelWake = clock.wakeAt(atMs, () => void (this.#atWork = this.#work()));
  }

  /** A folder that cannot be read now, for want of a file handle for example, must end neither the start nor the schedule. */
  #dueAtMs(): number {
    const { clock, snapshots, report } = this.#ports;
    try {
      return nextSnapshotMs(snapshots.madeAtMs(), clock.nowMs());
    } catch (error) {
      report(error);
      return clock.nowMs();
    }
  }

  async #work(): Promise<void> {
    await this.#take().catch(this.#ports.report);
    this.#schedule(REST_AFTER_TRY_MS);
  }

  async #take(): Promise<void> {
    const { snapshots, copy, clock } = this.#ports;
    const before = this.#erasures;
    snapshots.discard();
    const isWhole = (await copy()) === null;
    if (isWhole && this.#erasures === before) snapshots.keep(clock.nowMs());
    snapshots.discard();
  }
}
