import { bodyText, updateBody, sendsAll } from '../../../src/domain/edits/update-body.ts';
import { fieldValue, type Field } from '../../../src/domain/files/field.ts';
import { failureClassOf } from '../../../src/domain/service/failure-class.ts';
import { mergeFile, withoutRemovals, type MergePlan } from '../../../src/domain/edits/three-way-merge.ts';
import type { RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { IN_FLIGHT_WINDOW_MS, waitBeforeSending } from '../../../src/domain/edits/in-flight-window.ts';
import type { StoredAttempt } from '../../database/outbox/outbox.ts';
import type { ReceivedFile } from '../../remote/service.ts';
import type { GroupCommit } from './group-commit.ts';
import { onAccepted, type Taken } from './on-accepted.ts';
import { onFailed, done, endFailed, endUnwritten, queuedOf, refuseRemoval, showFile, type Turn } from './on-failed.ts';
import { applyRemoteRecords, applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { recentWritesIn } from '../outbox/own-recent-writes.ts';
import type { SyncPorts } from '../ports.ts';
import { readFile } from '../ingest/read-file.ts';
import type { FileRef } from '../../../src/domain/core/ids.ts';

/** An update that is written down and may go out. */
type Sending = {
  readonly attemptId: string;
  readonly plan: MergePlan;
  readonly body: string;
  /** The key/values of the body. */
  readonly sent: ReadonlyMap<string, unknown>;
};

/** The record that the edits of a file are compared with. */
type Before = {
  readonly file: ReceivedFile;
  /** Whether the service was asked for it, and the copy does not stand in. */
  readonly looked: boolean;
};

/** Replays one file's queued edits: read, compare, write down, send, settle. Never two at a time for one file. */
export class FileSender {
  readonly #ports: SyncPorts;
  readonly #commit: GroupCommit;
  readonly #taken: Taken;

  /**
   * @param commit shared with the files that are sent side by side
   * @param taken hears of every settled record that the copy has taken
   */
  constructor(ports: SyncPorts, commit: GroupCommit, taken: Taken) {
    this.#ports = ports;
    this.#commit = commit;
    this.#taken = taken;
  }

  async send(of: FileRef, signal: AbortSignal): Promise<Turn> {
    const { outbox, clock } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(of);
    const known = unresolved === null ? this.#known(of) : null;
    const looked = known === null;
    const requestSeq = outbox.nextRequestSeq();
    const read = known ?? (await this.#read(of, signal));
    if ('failure' in read) return onFailed(this.#ports, of, read.failure, null);
    const before: Before = { file: read.file, looked };
    if (looked) applyRemoteRecords(this.#ports, of, read.file, requestSeq);
    // Compared in the transaction that writes the attempt down: what a person does meanwhile comes before both or after.
    const { hasMoved, sending } = await this.#commit.write(() => {
      if (unresolved?.endedAtMs === null) endUnwritten(this.#ports, unresolved.attemptId);
      const plan = this.#compare(of, before);
      if (unresolved !== null) this.#resolveSeen(of, unresolved, read.file, clock.nowMs());
      const step = plan.writes.length === 0 ? nothingToSend : this.#prepare(of, plan, before);
      return { ...step, hasMoved: step.hasMoved || plan.updates.length > 0 };
    });
    // The copy shows what it took with what waits on top, which is told only if it has moved.
    if (known !== null || hasMoved) this.#show(of);
    return await this.#put(of, sending, before, signal);
  }

  async #read(of: FileRef, signal: AbortSignal): Promise<{ file: ReceivedFile } | { failure: RemoteFailure }> {
    const { service, clock, connection, learn } = this.#ports;
    const read = await readFile(of, { service, clock, learn, learnt: () => connection().learnt }, signal);
    return read.ok ? { file: read.value } : { failure: read.failure };
  }

  /**
   * Without looking, the copy stands in for the record: where it has the file, and where no metadata has to go along that
   * nobody touched, for of that only a fresh map will do.
   */
  #known(of: FileRef): { file: ReceivedFile } | null {
    const { readBeforeWrite, learnt } = this.#ports.connection();
    const mirrored = readBeforeWrite ? null : this.#ports.files.get(of);
    if (mirrored === null) return null;
    const touchesMetadata = queuedOf(this.#ports, of).changes.some(
      ({ status, field }) => status === 'queued' && field !== 'name',
    );
    if (touchesMetadata && sendsAll(learnt.keyvaluesMode)) return null;
    return { file: { ...mirrored, keyvalues: new Map(mirrored.record.keyvalues) } };
  }

  #compare(of: FileRef, { file, looked }: Before): MergePlan {
    const { outbox, connection, clock, remember } = this.#ports;
    const nowMs = clock.nowMs();
    const rule = looked ? connection().conflictRule : 'mineWins';
    const own = recentWritesIn(outbox, of, nowMs);
    const plan = mergeFile(queuedOf(this.#ports, of).changes, file.record, { rule, nowMs, own });
    outbox.update(this.#ripe(of, plan.updates, file));
    for (const lost of looked ? plan.lost : []) remember(of, lost, nowMs);
    return plan;
  }

  /** A field that looks as wanted is not done while a request of ours that wrote something else may still land. */
  #ripe(of: FileRef, updates: MergePlan['updates'], { record }: ReceivedFile): MergePlan['updates'] {
    const { outbox, clock } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(of);
    const freeAtMs = (unresolved?.startedAtMs ?? 0) + IN_FLIGHT_WINDOW_MS;
    if (unresolved === null || clock.nowMs() > freeAtMs) return updates;
    const isUnsure = (field: Field): boolean =>
      unresolved.writes.some((one) => one.field === field && one.value !== fieldValue(record, field));
    const ripe = updates.filter(({ field, settlement }) => settlement === undefined || !isUnsure(field));
    if (ripe.length < updates.length) outbox.setRetryState(of, { ...outbox.retryState(of), notBeforeMs: freeAtMs + 1 });
    return ripe;
  }

  /**
   * An attempt is over once all it wrote was seen, or once it can no longer land. Seen values prove nothing when the
   * same body was sent more than once: another copy may still be on its way.
   */
  #resolveSeen(of: FileRef, attempt: StoredAttempt, { record }: ReceivedFile, nowMs: number): void {
    const recent = this.#ports.outbox.attemptsSince(of, attempt.startedAtMs - IN_FLIGHT_WINDOW_MS);
    const isOnly = recent.filter((one) => one.body === attempt.body).length === 1;
    const landed = isOnly && attempt.writes.every(({ field, value }) => fieldValue(record, field) === value);
    if (landed || nowMs - attempt.startedAtMs > IN_FLIGHT_WINDOW_MS) this.#ports.outbox.resolveAttempts(of);
  }

  /** To be run inside a transaction: what may be sent is written down in it. */
  #prepare(of: FileRef, plan: MergePlan, before: Before): Step {
    const { outbox, clock, connection } = this.#ports;
    const encoded = updateBody(plan.writes, connection().learnt.keyvaluesMode, before.file.keyvalues);
    if (!encoded.ok) {
      const rest = withoutRemovals(plan);
      // The removal comes to the person on the file's next turn, when it is all that is left.
      if (rest !== null) return this.#prepare(of, rest, before);
      refuseRemoval(this.#ports, of, encoded.failure.key);
      return { sending: null, hasMoved: true };
    }
    const body = bodyText(encoded.value);
    const waitUntilMs = waitBeforeSending(outbox.unresolvedAttempt(of), body, clock.nowMs());
    if (waitUntilMs !== null) {
      outbox.setRetryState(of, { notBeforeMs: waitUntilMs, failures: outbox.retryState(of).failures });
      return nothingToSend;
    }
    const attemptId = this.#writeDown(of, plan, body, before.looked ? before.file.raw : null);
    const sent = encoded.value.keyvalues ?? new Map<string, unknown>();
    return { sending: { attemptId, plan, body, sent }, hasMoved: false };
  }

  /** Sends what is written down: its attempt is durable. */
  async #put(of: FileRef, sending: Sending | null, before: Before, signal: AbortSignal): Promise<Turn> {
    if (sending === null) return done;
    this.#ports.announce('changes.changed');
    const answer = await this.#ports.service.updateFile(of.network, of.id, sending.body, signal);
    if (answer.ok) return await this.#settle(of, sending, before, answer.value, signal);
    const { failure } = answer;
    const rest = restOfRefused(sending, failure);
    if (rest === null) return onFailed(this.#ports, of, failure, sending.attemptId);
    const again = await this.#commit.write(() => {
      endFailed(this.#ports, sending.attemptId, failure);
      return this.#prepare(of, rest, before);
    });
    if (again.hasMoved) this.#show(of);
    return await this.#put(of, again.sending, before, signal);
  }

  /** In one transaction of the queue; then the copy takes the record. A crash in between repeats the second half. */
  async #settle(
    of: FileRef,
    { attemptId, plan, sent }: Sending,
    { file }: Before,
    answered: ReceivedFile,
    signal: AbortSignal,
  ): Promise<Turn> {
    const { requestSeq, end } = await this.#commit.write(
      () => onAccepted(this.#ports, of, { attemptId, plan, sent, before: file, answered }),
      (settled) => applyRemoteRecord(this.#ports, of, answered, settled.requestSeq),
    );
    this.#taken(of, requestSeq);
    this.#ports.announce('changes.changed');
    // What puts it right stands behind a refused edit, and would wait with it for the person.
    return end === 'toPutRight' ? await this.send(of, signal) : done;
  }

  #show(of: FileRef): void {
    showFile(this.#ports, of);
    this.#ports.announce('changes.changed');
  }

  /** @returns the id of the attempt */
  #writeDown(of: FileRef, { chains, writes }: MergePlan, body: string, readRaw: string | null): string {
    const { outbox, clock, chance, binding } = this.#ports;
    const attemptId = chance.uuid();
    const requestSeq = outbox.nextRequestSeq();
    const editIds = [...new Set(chains.flatMap((chain) => chain.steps.map((step) => step.editId)))];
    const startedAtMs = clock.nowMs();
    outbox.beginAttempt({
      ...of,
      attemptId,
      binding: binding(),
      editIds,
      writes,
      body,
      requestSeq,
      readRaw,
      startedAtMs,
    });
    return attemptId;
  }
}

/** What a look at the queue came to. */
type Step = {
  /** Null when nothing may be sent now. */
  readonly sending: Sending | null;
  /** Whether the file's edits are not as they were. */
  readonly hasMoved: boolean;
};
const nothingToSend: Step = { sending: null, hasMoved: false };

/** Of an update that was refused nobody can tell which part: what asks for no removal is tried by itself. */
function restOfRefused({ plan, sent }: Sending, failure: RemoteFailure): MergePlan | null {
  const asksForRemoval = [...sent.values()].includes(null);
  return asksForRemoval && failureClassOf(failure).kind === 'refused' ? withoutRemovals(plan) : null;
}
