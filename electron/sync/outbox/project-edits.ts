import { fileKeyText, type FileRef, fileRefText } from '../../../src/domain/core/ids.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import { takeSettledRecords } from './settled-records.ts';
import type { Clock, SyncPorts, Unshown } from '../ports.ts';
import { slicesOf } from '../yielding.ts';
import { unfinishedChanges } from './edits-of-file.ts';

export type EditProjectorPorts = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly unshown: Unshown;
  readonly clock: Clock;
  /** Records why durable edits could not be shown. */
  readonly report: (error: unknown) => void;
};

/**
 * Projects waiting edits onto the mirror. A crash loses nothing: the next start projects every waiting edit again. What a full
 * disk kept from the mirror goes with the next projection that it takes, and with the next pull.
 */
export class EditProjector {
  readonly #ports: EditProjectorPorts;
  /** Files to show after `gathering`; null outside it. */
  #gathered: Map<string, FileRef> | null = null;
  /** Resolves when all `afterwards` work so far is done. */
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(ports: EditProjectorPorts) {
    this.#ports = ports;
  }

  /**
   * Projects edits that the outbox has taken. They are sent whether or not the mirror can be written, so a full disk is
   * reported here: to the caller, and to the person, the edits are saved.
   */
  show(touched: readonly FileRef[]): void {
    const gathered = this.#gathered;
    if (gathered !== null) return touched.forEach((of) => gathered.set(fileRefText(of), of));
    try {
      this.project(touched);
      retryUnshown(this.#ports);
    } catch (error) {
      this.#ports.report(error);
    }
  }

  /**
   * Projects in one transaction: a change set of a few files would otherwise commit as many times.
   *
   * @throws SqliteError when the mirror cannot be written
   */
  project(touched: readonly FileRef[]): void {
    this.#ports.unshown.noting(touched, () => projectFiles(this.#ports, touched));
  }

  /** Projects thousands of files in slices. Closing the app leaves the rest to the next start. */
  async showMany(touched: readonly FileRef[]): Promise<void> {
    let shown = 0;
    for await (const slice of slicesOf(this.#ports.clock, touched)) {
      if (this.#isClosed) return;
      this.#ports.unshown.noting(touched.slice(shown), () => projectFiles(this.#ports, slice));
      shown += slice.length;
    }
  }

  /** @returns the result of `work`, and the files it would have shown */
  gathering<T>(work: () => T): { readonly done: T; readonly touched: readonly FileRef[] } {
    const gathered = new Map<string, FileRef>();
    this.#gathered = gathered;
    try {
      return { done: work(), touched: [...gathered.values()] };
    } finally {
      this.#gathered = null;
    }
  }

  /** Runs `work` after the reply that is on its way. */
  afterwards(work: () => void | Promise<void>): Promise<void> {
    const run = this.#ports.clock.yieldToEventLoop().then(() => (this.#isClosed ? undefined : work()));
    const before = this.#running;
    const untilBefore = (): Promise<void> => before;
    this.#running = run.then(untilBefore, untilBefore);
    return run;
  }

  /** Resolves when all `afterwards` work is done. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Waits for the work under way. Call before the mirror closes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }
}

type ProjectionPorts = Pick<EditProjectorPorts, 'outbox' | 'files' | 'unshown' | 'clock'>;

/** Projects files in one transaction for each connection. @throws SqliteError when the mirror cannot be written */
function projectFiles({ files, outbox }: ProjectionPorts, touched: readonly FileRef[]): void {
  for (const [connectionId, all] of Map.groupBy(touched, (of) => of.connectionId)) {
    const shown = all.map(
      ({ network, id }) => [{ network, id }, unfinishedChanges(outbox, { connectionId, network, id })] as const,
    );
    files.projectAll(connectionId, shown);
  }
}

/** Projects a file's waiting edits. @throws SqliteError when the mirror cannot be written: a later pull tries again */
export function projectFile({ files, outbox, unshown }: ProjectionPorts, of: FileRef): void {
  unshown.noting([of], () => files.project(of, unfinishedChanges(outbox, of)));
}

/** @returns whether the mirror took some of the files that it could not take before */
export const retryUnshown = (ports: ProjectionPorts): boolean =>
  !ports.unshown.isEmpty &&
  ports.unshown.retry((some) => {
    const texts = new Set(some.map(fileRefText));
    takeSettledRecords(ports, (of) => texts.has(fileRefText(of)));
    projectFiles(ports, some);
  });

/**
 * Takes settled records and projects every waiting edit at the start of a connection: a crash between an outbox commit and
 * the mirror's leaves the mirror behind, in both directions. Files that the mirror shows as edited are projected again too.
 *
 * @param isStopped leaves the rest to the next start
 * @throws SqliteError when the mirror cannot be written: what is left goes with the next projection that it takes
 */
export async function projectWaiting(ports: SyncPorts, isStopped: () => boolean = () => false): Promise<void> {
  const { outbox, files, connection, clock, announce, unshown } = ports;
  const connectionId = connection().id;
  const isOwn = (of: FileRef): boolean => of.connectionId === connectionId;
  const settled = outbox.unmirrored().filter(isOwn);
  const keys = [...settled, ...outbox.filesWithOpenChanges(connectionId), ...files.projectedFiles(connectionId)];
  const each = [...new Map(keys.map((key) => [fileKeyText(key), { ...key, connectionId }])).values()];
  unshown.noting(each, () => takeSettledRecords(ports, isOwn));
  let shown = 0;
  for await (const slice of slicesOf(clock, each)) {
    if (isStopped()) return;
    unshown.noting(each.slice(shown), () => projectFiles(ports, slice));
    shown += slice.length;
    // A page may have asked before, and nothing else is announced while the connection is paused.
    announce('files.changed');
  }
}
