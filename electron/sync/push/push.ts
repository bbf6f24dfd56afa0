import { type FileKey, fileKeyText, type FileRef } from '../../../src/domain/core/ids.ts';
import type { Result } from '../../../src/domain/core/result.ts';
import { metadataKey } from '../../../src/domain/files/field.ts';
import { LONGEST_BACKOFF_MS } from '../../../src/domain/service/schedule.ts';
import {
  concernsEverything,
  describeFailure,
  type FailureClass,
  failureClassOf,
  type RemoteFailure,
} from '../../../src/domain/service/remote-failure.ts';
import type { Reservation } from '../../remote/service.ts';
import { editsForAccount } from '../outbox/edits-of-file.ts';
import { delayedCheck, LONGEST_CHECK_WAIT_MS } from './delayed-check.ts';
import { FailureStreak } from './failure-streak.ts';
import { GroupCommit } from './group-commit.ts';
import type { OnMirrored } from './on-accepted.ts';
import { done, type Purpose, type Turn, usual } from './turn.ts';
import type { PushPorts } from './overdue-turns.ts';
import { FILES_AT_ONCE, isStrained } from './parallelism.ts';
import { FileSender } from './send-file.ts';

const MIRRORED_AT_ONCE = 50;
/** Files of a round that go alone in the hope that one shows the metadata mode. */
const FILES_ALONE = 3;
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
  ports.replay.workBegins(true);
  try {
    return await pushAll(ports, signal);
  } finally {
    ports.replay.workEnds();
  }
}

async function pushAll(ports: PushPorts, signal: AbortSignal): Promise<PushResult> {
  const nowMs = ports.clock.nowMs();
  ports.outbox.capTimes(nowMs, nowMs + LONGEST_BACKOFF_MS, nowMs + LONGEST_CHECK_WAIT_MS);
  const checked = await delayedCheck(ports, signal);
  const round = new PushRound(ports, signal);
  if (!checked.ok) round.stopBecauseOf(checked.failure);
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, () => round.work()));
  round.markMirrored();
  // Rethrown only now: the next round must not send a file whose update of this round is still under way.
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  await round.judgeFailures();
  const againAtMs = round.againAtMs();
  return round.stop === null ? { kind: 'drained', againAtMs } : { kind: 'failed', ...round.stop, againAtMs };
}

/** One round of pushing: workers that take files from the same queue, as many at a time as the service bears. */
class PushRound {
  readonly #ports: PushPorts;
  readonly #signal: AbortSignal;
  readonly #commit: GroupCommit;
  readonly #inTurn = new Set<string>();
  readonly #streak: FailureStreak;
  #queue: FileKey[] = [];
  #done = 0;
  /** When the round last looked for files: one that is due since then waits for the next round. */
  #lookedAtMs: number;
  /** The turn of a file that goes alone; null while none does. */
  #alone: Promise<void> | null = null;
  #filesAlone = 0;
  /** Settled records that the mirror holds and the outbox does not know of yet. */
  readonly #mirrored: { readonly of: FileRef; readonly requestSeq: number }[] = [];
  /** The failure that ends the round for all files; null while it goes on. */
  stop: { failureClass: FailureClass; detail: string } | null = null;

  constructor(ports: PushPorts, signal: AbortSignal) {
    this.#ports = ports;
    this.#signal = signal;
    this.#commit = new GroupCommit(ports);
    this.#lookedAtMs = ports.clock.nowMs();
    this.#streak = new FailureStreak(() => this.#probe(), ports.failures);
  }

  async work(): Promise<void> {
    const { parallelism } = this.#ports;
    for (let goesOn = true; goesOn;) {
      await parallelism.enter();
      try {
        goesOn = this.#hasNext() && (await this.#sendNext());
      } finally {
        parallelism.leave();
      }
    }
  }

  /** @returns false when there is nothing to send any more */
  async #sendNext(): Promise<boolean> {
    await this.#alone;
    // The turns of the read and of the update are taken together, so that nothing comes between the two requests.
    const reservation = await this.#ports.service.reserve(REQUESTS_OF_A_TURN, this.#signal);
    if (reservation === null) return false;
    // A file that goes alone may have begun during the wait.
    const key = this.#alone === null ? this.#next() : null;
    if (key === null) {
      reservation.release();
      return this.#alone !== null;
    }
    const purpose = this.#purposeOf(key);
    const beganAtMs = this.#ports.clock.nowMs();
    const sending = this.#ports.overdue.waitFor(key, this.#send(key, reservation, purpose));
    if (purpose.kind === 'first') this.#keepOthersBack(sending);
    const turn = await sending;
    if (turn !== null) {
      this.#ports.parallelism.learn({ tookMs: this.#ports.clock.nowMs() - beganAtMs, isStrained: isStrained(turn) });
      await this.#count(turn);
    }
    this.#ports.progress({ kind: 'push', done: ++this.#done, total: null });
    return true;
  }

  /**
   * While the metadata mode is unknown, one file's metadata goes first and alone: what its answers show spares the files after
   * it an update with keys that nobody touched.
   */
  #purposeOf(key: FileKey): Purpose {
    const isUnknown = this.#ports.connection().learnt.keyvaluesMode === 'unknown';
    if (!isUnknown || this.#filesAlone === FILES_ALONE || !this.#touchesMetadata(key)) return usual;
    return this.#queue.some((other) => this.#touchesMetadata(other)) ? { kind: 'first' } : usual;
  }

  #touchesMetadata(key: FileKey): boolean {
    const of = { ...key, connectionId: this.#ports.connection().id };
    return editsForAccount(this.#ports, of).changes.some(
      ({ field, status }) => status === 'queued' && metadataKey(field) !== null,
    );
  }

  #keepOthersBack(sending: Promise<unknown>): void {
    this.#filesAlone += 1;
    const over = (): void => void (this.#alone = null);
    this.#alone = sending.then(over, over);
  }

  /** Sends a file until it needs no other turn; each turn has the turns of a read and of an update. */
  async #send(key: FileKey, first: Reservation, purpose: Purpose): Promise<Turn> {
    const text = fileKeyText(key);
    this.#inTurn.add(text);
    try {
      let turn = await this.#sendOnce(key, first, purpose);
      while (turn.kind === 'again') {
        const next = await this.#ports.service.reserve(REQUESTS_OF_A_TURN, this.#signal);
        turn = next === null ? done : await this.#sendOnce(key, next, turn.purpose);
      }
      return turn;
    } finally {
      this.#inTurn.delete(text);
      // The round of an overdue turn may be over.
      if (this.#ports.overdue.has(key)) this.markMirrored();
    }
  }

  async #sendOnce(key: FileKey, { service, left, release }: Reservation, purpose: Purpose): Promise<Turn> {
    const onMirrored: OnMirrored = (of, requestSeq) => this.#onMirrored(of, requestSeq);
    const sender = new FileSender({ ...this.#ports, service }, this.#commit, onMirrored, left);
    try {
      const file = { ...key, connectionId: this.#ports.connection().id };
      return await sender.send(file, this.#signal, purpose);
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
    const isFree = (key: FileKey): boolean => !this.#inTurn.has(fileKeyText(key)) && !overdue.has(key);
    this.#queue = this.#queue.filter(isFree);
    if (this.#queue.length === 0) this.#queue = this.#nextFiles().filter(isFree);
    return this.#queue.length > 0;
  }

  #next(): FileKey | null {
    return this.#hasNext() ? (this.#queue.shift() ?? null) : null;
  }

  #nextFiles(): FileKey[] {
    const { outbox, connection, accountRef, clock } = this.#ports;
    this.#lookedAtMs = clock.nowMs();
    return [...outbox.sendableFiles(connection().id, accountRef(), this.#lookedAtMs, 200)];
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
    const sinceMs = Math.min(this.#lookedAtMs, clock.nowMs());
    const times = [outbox.nextRetryMs(id, accountRef(), sinceMs), outbox.nextCheckMs(id, accountRef())].filter(
      (atMs) => atMs !== null,
    );
    return times.length === 0 ? null : Math.min(...times);
  }
}
