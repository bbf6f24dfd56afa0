import type { Clock } from '../../electron/sync/ports.ts';
import { holdRestored } from '../../electron/database/recovery/hold-restored.ts';
import { EditProjector } from '../../electron/sync/outbox/project-edits.ts';
import { UnshownFiles } from '../../electron/sync/outbox/unshown-files.ts';
import type { ConnectionId, EditId, FileKey, FileRef } from '../../src/domain/core/ids.ts';
import type { FileEdit } from '../../src/domain/edits/edit.ts';
import { isOnTheWay } from '../../src/domain/edits/rebase.ts';
import type { RetryState, StoredAttempt } from '../../electron/database/outbox/outbox.ts';
import type { MemoryFiles } from './memory-mirror.ts';
import type { MemoryOutbox } from './memory-outbox-table.ts';
import type { KeptSettled } from './memory-settled-table.ts';

/** What a snapshot of a queue brings back; the recovery drops the rest of it. */
export type OutboxSnapshot = {
  readonly edits: readonly FileEdit[];
  readonly attempts: readonly StoredAttempt[];
  readonly gates: readonly KeptGate[];
  readonly settled: readonly KeptSettled[];
};

export type KeptGate = { readonly of: FileRef; readonly gate: RetryState };

/** The latest snapshot of a queue, and the edits that went when one was restored. */
export class OutboxSnapshots {
  readonly #outbox: MemoryOutbox;
  readonly #files: MemoryFiles;
  #latest: OutboxSnapshot | null = null;
  #restoredAtMs: number | null = null;
  /** As they were last. */
  readonly #lost = new Map<EditId, FileEdit>();

  constructor(outbox: MemoryOutbox, files: MemoryFiles) {
    this.#outbox = outbox;
    this.#files = files;
  }

  /** What was sent after a snapshot is forgotten with it: the program cannot know those values for the person's own. */
  get wasRestored(): boolean {
    return this.#restoredAtMs !== null;
  }

  /** Whether a snapshot was restored after a time. */
  wasRestoredSince(sinceMs: number): boolean {
    return this.#restoredAtMs !== null && this.#restoredAtMs > sinceMs;
  }

  isLost(id: EditId): boolean {
    return this.#lost.has(id);
  }

  /** Every edit that was ever made. */
  get allEdits(): readonly FileEdit[] {
    return [...this.#outbox.edits.values(), ...this.#lost.values()];
  }

  /** @returns files whose edits wait */
  take(connectionId: ConnectionId): readonly FileKey[] {
    this.#latest = this.#outbox.snapshot();
    return this.#outbox.filesWithOpenChanges(connectionId);
  }

  /**
   * Puts the latest snapshot in the place of the queue, its edits held, as the recovery does.
   *
   * @param isSent for a control: nothing is held
   * @returns files whose edits came back
   */
  restore(connectionId: ConnectionId, clock: Clock, isSent: boolean): readonly FileKey[] {
    if (this.#latest === null) return [];
    const outbox = this.#outbox;
    this.#restoredAtMs = clock.nowMs();
    for (const [id, edit] of outbox.edits) this.#lost.set(id, edit);
    outbox.restore(this.#latest, clock.nowMs());
    for (const id of outbox.edits.keys()) this.#lost.delete(id);
    const back = outbox.filesWithOpenChanges(connectionId);
    const onTheWay = [...outbox.edits.values()].filter(({ changes }) => changes.some(isOnTheWay));
    const inOrder = onTheWay.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
    if (!isSent) holdRestored(outbox, inOrder);
    const shown = [...this.#files.projectedFiles(), ...back].map((key) => ({ connectionId, ...key }));
    const report = (error: unknown): never => {
      throw error;
    };
    new EditProjector({ outbox, files: this.#files, unshown: new UnshownFiles(), clock, report }).show(shown);
    return back;
  }
}
