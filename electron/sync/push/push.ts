import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import {
  concernsEverything,
  describeFailure,
  type FailureClass,
  failureClassOf,
  FAILURES_BEFORE_PAUSE,
} from '../../../src/domain/service/remote-failure.ts';
import type { SyncPorts } from '../ports.ts';
import { delayedCheck } from './delayed-check.ts';
import { GroupCommit } from './group-commit.ts';
import type { Turn } from './on-failed.ts';
import { FileSender } from './send-file.ts';

export const FILES_AT_ONCE = 4;
const MIRRORED_AT_ONCE = 50;

export type PushResult =
  | { readonly kind: 'drained'; readonly againAtMs: number | null }
  | {
      readonly kind: 'failed';
      readonly failureClass: FailureClass;
      readonly detail: string;
      readonly againAtMs: number | null;
    };

/** Sends everything that may be sent now: the edits of a file in order, different files side by side. */
export async function push(ports: SyncPorts, signal: AbortSignal): Promise<PushResult> {
  const checked = await delayedCheck(ports, signal);
  const round = new PushRound(ports, signal);
  if (!checked.ok)
    round.stop = { failureClass: failureClassOf(checked.failure), detail: describeFailure(checked.failure) };
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => round.work()));
  round.markMirrored();
  // Rethrown only now: the next round must not send a file whose update of this round is still under way.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const againAtMs = round.againAtMs();
  return round.stop === null ? { kind: 'drained', againAtMs } : { kind: 'failed', ...round.stop, againAtMs };
}

/** One round of pushing: four workers that take files from the same queue. */
class PushRound {
  readonly #ports: SyncPorts;
  readonly #signal: AbortSignal;
  readonly #sender: FileSender;
  readonly #inTurn = new Set<string>();
  #queue: FileKey[] = [];
  #failedInARow = 0;
  #done = 0;
  /** Settled records that the mirror holds and the outbox does not know of yet. */
  readonly #mirrored: { readonly of: FileRef; readonly requestSeq: number }[] = [];
  /** The failure that ends the round for all files; null while it goes on. */
  stop: { failureClass: FailureClass; detail: string } | null = null;

  constructor(ports: SyncPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
    this.#sender = new FileSender(ports, new GroupCommit(ports), (of, requestSeq) => this.#onMirrored(of, requestSeq));
  }

  async work(): Promise<void> {
    for (let key = this.#next(); key !== null; key = this.#next()) {
      const text = `${key.network}/${key.id}`;
      this.#inTurn.add(text);
      const turn = await this.#sender.send({ ...key, connectionId: this.#ports.connection().id }, this.#signal);
      this.#inTurn.delete(text);
      this.#count(turn);
      this.#ports.progress({ kind: 'push', done: ++this.#done, total: null });
    }
  }

  #onMirrored(of: FileRef, requestSeq: number): void {
    if (this.#mirrored.push({ of, requestSeq }) >= MIRRORED_AT_ONCE) this.markMirrored();
  }

  /** Tells the outbox in one commit what the mirror holds. After a crash the mirror only takes the rest once more. */
  markMirrored(): void {
    const { outbox } = this.#ports;
    const mirrored = this.#mirrored.splice(0);
    if (mirrored.length === 0) return;
    outbox.atomically(() => {
      for (const { of, requestSeq } of mirrored) outbox.markMirrored(of, requestSeq);
    });
  }

  #next(): FileKey | null {
    if (this.stop !== null || this.#signal.aborted || this.#ports.connection().readOnly) return null;
    const free = (key: FileKey): boolean => !this.#inTurn.has(`${key.network}/${key.id}`);
    this.#queue = this.#queue.filter(free);
    if (this.#queue.length === 0) this.#queue = this.#nextFiles().filter(free);
    return this.#queue.shift() ?? null;
  }

  #nextFiles(): FileKey[] {
    const { outbox, connection, accountRef, clock } = this.#ports;
    return [...outbox.sendableFiles(connection().id, accountRef(), clock.nowMs(), 200)];
  }

  #count(turn: Turn): void {
    if (turn.kind === 'done') {
      this.#failedInARow = 0;
      return;
    }
    this.#failedInARow++;
    if (concernsEverything(turn.failureClass) || this.#failedInARow >= FAILURES_BEFORE_PAUSE) this.stop = turn;
  }

  againAtMs(): number | null {
    const { outbox, connection, accountRef, clock } = this.#ports;
    const { id } = connection();
    const times = [outbox.nextRetryMs(id, accountRef(), clock.nowMs()), outbox.nextCheckMs(id, accountRef())].filter(
      (atMs) => atMs !== null,
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}
