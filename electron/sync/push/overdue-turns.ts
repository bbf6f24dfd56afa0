import { type FileKey, fileKeyText } from '../../../src/domain/core/ids.ts';
import type { PacedService } from '../../remote/service.ts';
import type { Clock, SyncPorts } from '../ports.ts';
import type { FailureRow } from './failure-streak.ts';
import type { Parallelism } from './parallelism.ts';

/** The push goes on with other files when one file's requests take longer. */
const OVERDUE_AFTER_MS = 2_000;
/** Files the push goes on without; when the service is slow about more of them, the cause is not in the files. */
const OVERDUE_AT_MOST = 12;

/**
 * The files whose turn the push no longer waits for, because the service takes its time over them. Nobody else sends such a
 * file until its turn has ended.
 */
export class OverdueTurns {
  readonly #clock: Pick<Clock, 'nowMs' | 'wakeAt'>;
  readonly #onEnd: (error: unknown) => void;
  readonly #turns = new Map<string, Promise<void>>();

  /** @param onEnd called when an overdue turn has ended, with what it threw or null */
  constructor(clock: Pick<Clock, 'nowMs' | 'wakeAt'>, onEnd: (error: unknown) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  has(file: FileKey): boolean {
    return this.#turns.has(fileKeyText(file));
  }

  /**
   * Waits for a turn as long as turns usually take.
   *
   * @returns null when the turn is overdue; it then goes on by itself
   * @throws what a turn throws that ends in time
   */
  async waitFor<T>(file: FileKey, turn: Promise<T>): Promise<T | null> {
    if (!(await this.#isOverdue(turn))) return await turn;
    const ended = (error: unknown): void => {
      this.#turns.delete(fileKeyText(file));
      this.#onEnd(error);
    };
    this.#turns.set(
      fileKeyText(file),
      turn.then(() => ended(null), ended),
    );
    return null;
  }

  /** Waits for the end of every turn; a turn ends soon after its requests are aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  async #isOverdue(turn: Promise<unknown>): Promise<boolean> {
    let cancel = (): void => undefined;
    const late = new Promise<boolean>((resolve) => {
      const onLate = (): void => {
        if (this.#turns.size < OVERDUE_AT_MOST) resolve(true);
      };
      cancel = this.#clock.wakeAt(this.#clock.nowMs() + OVERDUE_AFTER_MS, onLate);
    });
    const isOverdue = await Promise.race([
      late,
      turn.then(
        () => false,
        () => false,
      ),
    ]);
    cancel();
    return isOverdue;
  }
}

/** Everything that sending edits needs. */
export type PushPorts = SyncPorts & {
  readonly service: PacedService;
  readonly overdue: OverdueTurns;
  readonly parallelism: Parallelism;
  readonly failures: FailureRow;
};
