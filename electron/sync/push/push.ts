import {
  concernsEverything,
  FAILURES_BEFORE_PAUSE,
  failureClassOf,
  type FailureClass,
} from '../../../src/domain/service/failure-class.ts';
import { describeFailure } from '../../../src/domain/service/remote-failure.ts';
import { GroupCommit } from './group-commit.ts';
import { delayedCheck } from './delayed-check.ts';
import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import type { SyncPorts } from '../ports.ts';
import type { Turn } from './on-failed.ts';
import { FileSender } from './send-file.ts';

export const FILES_AT_ONCE = 4;
const TAKEN_AT_ONCE = 50;

export type PushResult =
  | { readonly kind: 'drained'; readonly againAtMs: number | null }
  | {
      readonly kind: 'failed';
      readonly outcome: FailureClass;
      readonly detail: string;
      readonly againAtMs: number | null;
    };

/** Sends everything that may be sent now: per file in order, different files side by side. */
export async function push(ports: SyncPorts, signal: AbortSignal): Promise<PushResult> {
  const checked = await delayedCheck(ports, signal);
  const round = new Round(ports, signal);
  if (!checked.ok)
    round.trouble = { outcome: failureClassOf(checked.failure), detail: describeFailure(checked.failure) };
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => round.work()));
  round.writeDownTaken();
  // Thrown on only now: the next round must not meet a file whose update is still on its way from this one.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const againAtMs = round.againAtMs();
  return round.trouble === null ? { kind: 'drained', againAtMs } : { kind: 'failed', ...round.trouble, againAtMs };
}

class Round {
  readonly #ports: SyncPorts;
  readonly #signal: AbortSignal;
  readonly #sender: FileSender;
  readonly #inTurn = new Set<string>();
  #queue: FileKey[] = [];
  #failedInARow = 0;
  #done = 0;
  /** Settled records that the copy has, and the queue does not know that yet. */
  #taken: { readonly of: FileRef; readonly requestSeq: number }[] = [];
  trouble: { outcome: FailureClass; detail: string } | null = null;

  constructor(ports: SyncPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
    this.#sender = new FileSender(ports, new GroupCommit(ports), (of, requestSeq) => this.#take(of, requestSeq));
  }

  async work(): Promise<void> {
    for (let key = this.#next(); key !== null; key = this.#next()) {
      const text = `${key.network}/${key.id}`;
      this.#inTurn.add(text);
      const turn = await this.#sender.send({ ...key, connectionId: this.#ports.connection().id }, this.#signal);
      this.#inTurn.delete(text);
      this.#count(turn);
      // An answer that taught nothing new must not send the same file round and round: the queue is asked again.
      this.#ports.progress({ kind: 'push', done: ++this.#done, total: null });
    }
  }

  #take(of: FileRef, requestSeq: number): void {
    if (this.#taken.push({ of, requestSeq }) >= TAKEN_AT_ONCE) this.writeDownTaken();
  }

  /** Many together, for each by itself would wait for the disk. What a crash leaves out is only taken once more. */
  writeDownTaken(): void {
    const { outbox } = this.#ports;
    const taken = this.#taken;
    this.#taken = [];
    if (taken.length === 0) return;
    outbox.atomically(() => {
      for (const { of, requestSeq } of taken) outbox.markMirrored(of, requestSeq);
    });
  }

  #next(): FileKey | null {
    if (this.trouble !== null || this.#signal.aborted || this.#ports.connection().readOnly) return null;
    const free = (key: FileKey): boolean => !this.#inTurn.has(`${key.network}/${key.id}`);
    this.#queue = this.#queue.filter(free);
    if (this.#queue.length === 0) this.#queue = this.#ask().filter(free);
    return this.#queue.shift() ?? null;
  }

  #ask(): FileKey[] {
    const { outbox, connection, accountRef, clock } = this.#ports;
    return [...outbox.sendableFiles(connection().id, accountRef(), clock.nowMs(), 200)];
  }

  #count(turn: Turn): void {
    if (turn.kind === 'done') {
      this.#failedInARow = 0;
      return;
    }
    this.#failedInARow++;
    if (concernsEverything(turn.outcome) || this.#failedInARow >= FAILURES_BEFORE_PAUSE) this.trouble = turn;
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
