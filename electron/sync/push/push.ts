import type { FileKey, FileRef } from '../../../src/domain/core/ids.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import { metadataKey } from '../../../src/domain/files/field.ts';
import {
  concernsEverything,
  describeFailure,
  type FailureClass,
  failureClassOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import type { Reservation } from '../../remote/service.ts';
import { editsForAccount } from '../outbox/project-edits.ts';
import { delayedCheck } from './delayed-check.ts';
import { FailureStreak } from './failure-streak.ts';
import { GroupCommit } from './group-commit.ts';
import type { OnMirrored } from './on-accepted.ts';
import { done, type Turn } from './on-failed.ts';
import type { PushPorts } from './overdue-turns.ts';
import { FileSender } from './send-file.ts';

export const FILES_AT_ONCE = 4;
const MIRRORED_AT_ONCE = 50;
/** A read and the update that follows it. */
const REQUESTS_OF_A_TURN = 2;

export type PushResult =
  | { readonly kind: 'drained'; readonly againAtMs: number | null }
  | {
      readonly kind: 'failed';
      readonly failureClass: FailureClass;
      readonly detail: string;
      readonly againAtMs: number | null;
    };

/** Sends everything that may be sent now: the edits of a file in order, different files side by side. */
export async function push(ports: PushPorts, signal: AbortSignal): Promise<PushResult> {
  const checked = await delayedCheck(ports, signal);
  const round = new PushRound(ports, signal);
  if (!checked.ok) round.stopBecauseOf(checked.failure);
  await round.sendFirst();
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => round.work()));
  round.markMirrored();
  // Rethrown only now: the next round must not send a file whose update of this round is still under way.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await round.judgeFailures();
  const againAtMs = round.againAtMs();
  return round.stop === null ? { kind: 'drained', againAtMs } : { kind: 'failed', ...round.stop, againAtMs };
}

/** One round of pushing: four workers that take files from the same queue. */
class PushRound {
  readonly #ports: PushPorts;
  readonly #signal: AbortSignal;
  readonly #commit: GroupCommit;
  readonly #inTurn = new Set<string>();
  readonly #streak: FailureStreak;
  #queue: FileKey[] = [];
  #done = 0;
  /** Settled records that the mirror holds and the outbox does not know of yet. */
  readonly #mirrored: { readonly of: FileRef; readonly requestSeq: number }[] = [];
  /** The failure that ends the round for all files; null while it goes on. */
  stop: { failureClass: FailureClass; detail: string } | null = null;

  constructor(ports: PushPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
    this.#commit = new GroupCommit(ports);
    this.#streak = new FailureStreak(() => this.#probe());
  }

  /**
   * Sends one file's metadata alone while the metadata mode is unknown: what its answer shows spares the files after it an
   * update with keys that nobody touched.
   */
  async sendFirst(): Promise<void> {
    const [first] = this.#hasNext() ? this.#queue : [];
    if (first === undefined || this.#ports.connection().learnt.keyvaluesMode !== 'unknown') return;
    const of = { ...first, connectionId: this.#ports.connection().id };
    const touchesMetadata = editsForAccount(this.#ports, of).changes.some(({ field }) => metadataKey(field) !== null);
    if (touchesMetadata) await this.#sendNext();
  }

  async work(): Promise<void> {
    while (this.#hasNext() && (await this.#sendNext()));
  }

  /** @returns false when there is nothing to send any more */
  async #sendNext(): Promise<boolean> {
    // The turns of the read and of the update are taken together, so that nothing comes between the two requests.
    const reservation = await this.#ports.service.reserve(REQUESTS_OF_A_TURN, this.#signal);
    const key = this.#next();
    if (reservation === null || key === null) {
      reservation?.release();
      return false;
    }
    const turn = await this.#ports.overdue.waitFor(key, this.#send(key, reservation));
    if (turn !== null) await this.#count(turn);
    this.#ports.progress({ kind: 'push', done: ++this.#done, total: null });
    return true;
  }

  /** Sends a file until it needs no other turn; each turn has the turns of a read and of an update. */
  async #send(key: FileKey, first: Reservation): Promise<Turn> {
    const text = `${key.network}/${key.id}`;
    this.#inTurn.add(text);
    try {
      let turn = await this.#sendOnce(key, first, false);
      while (turn.kind === 'again') {
        const next = await this.#ports.service.reserve(REQUESTS_OF_A_TURN, this.#signal);
        turn = next === null ? done : await this.#sendOnce(key, next, turn.leavesOutRemovals);
      }
      return turn;
    } finally {
      this.#inTurn.delete(text);
      // The round of an overdue turn may be over.
      if (this.#ports.overdue.has(key)) this.markMirrored();
    }
  }

  async #sendOnce(key: FileKey, { service, left, release }: Reservation, leavesOutRemovals: boolean): Promise<Turn> {
    const onMirrored: OnMirrored = (of, requestSeq) => this.#onMirrored(of, requestSeq);
    const sender = new FileSender({ ...this.#ports, service }, this.#commit, onMirrored, left);
    try {
      const file = { ...key, connectionId: this.#ports.connection().id };
      return await sender.send(file, this.#signal, leavesOutRemovals);
    } finally {
      release();
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

  #hasNext(): boolean {
    if (this.stop !== null || this.#signal.aborted || this.#ports.connection().readOnly) return false;
    const { overdue } = this.#ports;
    const isFree = (key: FileKey): boolean => !this.#inTurn.has(`${key.network}/${key.id}`) && !overdue.has(key);
    this.#queue = this.#queue.filter(isFree);
    if (this.#queue.length === 0) this.#queue = this.#nextFiles().filter(isFree);
    return this.#queue.length > 0;
  }

  #next(): FileKey | null {
    return this.#hasNext() ? (this.#queue.shift() ?? null) : null;
  }

  #nextFiles(): FileKey[] {
    const { outbox, connection, accountRef, clock } = this.#ports;
    return [...outbox.sendableFiles(connection().id, accountRef(), clock.nowMs(), 200)];
  }

  async #count(turn: Turn): Promise<void> {
    if (turn.kind !== 'failed') return this.#streak.end();
    if (concernsEverything(turn.failureClass)) this.stop ??= turn;
    else this.#stopAt(await this.#streak.add(turn));
  }

  /** A stranger's answer to the last files may mean those files, or that nothing gets through any more. */
  async judgeFailures(): Promise<void> {
    if (this.stop === null && !this.#signal.aborted) this.#stopAt(await this.#streak.judge());
  }

  #stopAt(verdict: Extract<Turn, { kind: 'failed' }> | null): void {
    if (verdict !== null) this.stop ??= verdict;
  }

  stopBecauseOf(failure: RemoteFailure): void {
    this.stop = { failureClass: failureClassOf(failure), detail: describeFailure(failure) };
  }

  /** Asks the service for something that concerns none of the files. */
  #probe(): Promise<Result<unknown, RemoteFailure>> {
    const { service, connection } = this.#ports;
    return connection().learnt.listing.kind === 'no'
      ? service.listKeys(0, null, this.#signal)
      : service.listFiles('public', null, 1, this.#signal);
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
