import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import { yieldEvery } from '../yielding.ts';
import type { Clock } from '../ports.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';
import { unfinishedChanges } from './open-changes.ts';

type ShowingPorts = { readonly outbox: OutboxTable; readonly files: FilesTable; readonly clock: Clock };

/**
 * Lets the copy show what waits in the queue. Nothing here has to survive a crash: what was queued and not shown is shown
 * at the next start.
 */
export class EditProjector {
  readonly #ports: ShowingPorts;
  /** Inside `gathering`: files that are to be shown after it. */
  #gathered: Map<string, FileRef> | null = null;
  readonly #running = new Set<Promise<void>>();
  #isClosed = false;

  constructor(ports: ShowingPorts) {
    this.#ports = ports;
  }

  /** In one transaction: a gesture on a few files would otherwise commit as many times. */
  show(touched: readonly FileRef[]): void {
    const gathered = this.#gathered;
    if (gathered !== null)
      return touched.forEach((of) => gathered.set(`${of.connectionId}/${of.network}/${of.id}`, of));
    const { files, outbox } = this.#ports;
    for (const [connectionId, all] of Map.groupBy(touched, (of) => of.connectionId)) {
      const shown = all.map(
        ({ network, id }) => [{ network, id }, unfinishedChanges(outbox, { connectionId, network, id })] as const,
      );
      files.replayAll(connectionId, shown);
    }
  }

  /** Thousands of files, in slices between which others have their turn; the rest is left when the app closes. */
  showMany(touched: readonly FileRef[]): Promise<void> {
    return yieldEvery(this.#ports.clock, touched, (slice) => {
      if (!this.#isClosed) this.show(slice);
    });
  }

  /** @returns what `work` did, and the files it would have shown */
  gathering<T>(work: () => T): { readonly done: T; readonly touched: readonly FileRef[] } {
    const gathered = new Map<string, FileRef>();
    this.#gathered = gathered;
    try {
      return { done: work(), touched: [...gathered.values()] };
    } finally {
      this.#gathered = null;
    }
  }

  /** Runs `work` once the answer that is being given is out. */
  afterwards(work: () => void | Promise<void>): Promise<void> {
    const run = this.#ports.clock.yieldToEventLoop().then(() => (this.#isClosed ? undefined : work()));
    this.#running.add(run);
    const forget = (): void => void this.#running.delete(run);
    run.then(forget, forget);
    return run;
  }

  /** Once everything that was to come afterwards is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Waits for what is under way, before the copy is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }
}
