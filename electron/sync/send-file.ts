import { afterAnswer } from '../../src/domain/answer.ts';
import { backoffDelayMs, LONGEST_BACKOFF_MS } from '../../src/domain/backoff.ts';
import type { Chain } from '../../src/domain/chain.ts';
import { takeOut } from '../../src/domain/decision.ts';
import { sameBinding, type Change, type Edit } from '../../src/domain/edit.ts';
import { bodyText, encodeUpdate, sendsAll, type FieldWrite } from '../../src/domain/encode.ts';
import { fieldValue, metadataKey, type Field } from '../../src/domain/field.ts';
import { HEAL_WINDOW_MS, mayLandOutOfOrder, VERIFY_AFTER_MS } from '../../src/domain/heal.ts';
import type { Lesson } from '../../src/domain/keyvalues-mode.ts';
import { mayHaveBeenApplied, outcomeOf, type Outcome } from '../../src/domain/outcome.ts';
import { planFile, type FilePlan } from '../../src/domain/plan.ts';
import { describeFailure, requestIdOf, type RemoteFailure } from '../../src/domain/remote-failure.ts';
import { SETTLE_TIME_MS, SUSPECT_AFTER_FAILURES, waitBeforeSending } from '../../src/domain/settle-time.ts';
import type { FileOf, Gate, StoredAttempt } from '../database/outbox-types.ts';
import type { ReceivedFile } from '../remote/service.ts';
import { learnFromAnswer } from './lesson.ts';
import { mirrorRecord } from './observe.ts';
import { ownValuesIn } from './own-values.ts';
import type { SyncPorts } from './ports.ts';
import { readFile } from './read-file.ts';

/** What one file's turn came to. `failed` concerns the whole connection unless the outcome is about this file alone. */
export type Turn =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly outcome: Outcome; readonly detail: string };

const done: Turn = { kind: 'done' };

type Queued = { readonly edits: readonly Edit[]; readonly changes: readonly Change[] };

/** Replays one file's queued edits: read, compare, write down, send, settle. Never two at a time for one file. */
export class FileSender {
  readonly #ports: SyncPorts;

  constructor(ports: SyncPorts) {
    this.#ports = ports;
  }

  async send(of: FileOf, signal: AbortSignal): Promise<Turn> {
    const { outbox, clock } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(of);
    const known = unresolved === null ? this.#known(of) : null;
    const looks = known === null;
    const requestSeq = outbox.nextRequestSeq();
    const before = known ?? (await this.#read(of, signal));
    if ('failure' in before) return this.#failed(of, before.failure, null);
    if (looks) mirrorRecord(this.#ports, of, before.file, requestSeq);
    const plan = this.#compare(of, before.file, looks);
    if (unresolved !== null) this.#resolveSeen(of, unresolved, before.file, clock.nowMs());
    this.#show(of);
    if (plan.writes.length === 0) return done;
    return await this.#write(of, plan, before.file, looks, signal);
  }

  #queued(of: FileOf): Queued {
    const edits = this.#ports.outbox.openEdits(of).filter((edit) => sameBinding(edit.binding, this.#ports.binding()));
    return { edits, changes: edits.flatMap((edit) => edit.changes) };
  }

  async #read(of: FileOf, signal: AbortSignal): Promise<{ file: ReceivedFile } | { failure: RemoteFailure }> {
    const { service, clock, connection, learn } = this.#ports;
    const read = await readFile(of, { service, clock, learn, learnt: () => connection().learnt }, signal);
    return read.ok ? { file: read.value } : { failure: read.failure };
  }

  /**
   * Without looking, the copy stands in for the record: where it has the file, and where no metadata has to go along that
   * nobody touched, for of that only a fresh map will do.
   */
  #known(of: FileOf): { file: ReceivedFile } | null {
    const { readBeforeWrite, learnt } = this.#ports.connection();
    const mirrored = readBeforeWrite ? null : this.#ports.files.get(of);
    if (mirrored === null) return null;
    const touchesMetadata = this.#queued(of).changes.some(
      ({ status, field }) => status === 'queued' && field !== 'name',
    );
    if (touchesMetadata && sendsAll(learnt.keyvaluesMode)) return null;
    return { file: { ...mirrored, keyvalues: new Map(mirrored.record.keyvalues) } };
  }

  #compare(of: FileOf, file: ReceivedFile, looked: boolean): FilePlan {
    const { outbox, connection, clock, remember } = this.#ports;
    const nowMs = clock.nowMs();
    return outbox.atomically(() => {
      const rule = looked ? connection().conflictRule : 'mineWins';
      const own = ownValuesIn(outbox, of, nowMs);
      const plan = planFile(this.#queued(of).changes, file.record, { rule, nowMs, own });
      outbox.update(this.#ripe(of, plan.updates, file));
      for (const lost of looked ? plan.lost : []) remember(of, lost, nowMs);
      return plan;
    });
  }

  /** A field that looks as wanted is not done while a request of ours that wrote something else may still land. */
  #ripe(of: FileOf, updates: FilePlan['updates'], { record }: ReceivedFile): FilePlan['updates'] {
    const { outbox, clock } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(of);
    const freeAtMs = (unresolved?.startedAtMs ?? 0) + SETTLE_TIME_MS;
    if (unresolved === null || clock.nowMs() > freeAtMs) return updates;
    const isUnsure = (field: Field): boolean =>
      unresolved.writes.some((one) => one.field === field && one.value !== fieldValue(record, field));
    const ripe = updates.filter(({ field, settlement }) => settlement !== 'alreadyThere' || !isUnsure(field));
    if (ripe.length < updates.length) outbox.setGate(of, { ...outbox.gate(of), notBeforeMs: freeAtMs + 1 });
    return ripe;
  }

  /**
   * An attempt is over once all it wrote was seen, or once it can no longer land. Seen values prove nothing when the
   * same body was sent more than once: another copy may still be on its way.
   */
  #resolveSeen(of: FileOf, attempt: StoredAttempt, { record }: ReceivedFile, nowMs: number): void {
    const recent = this.#ports.outbox.attemptsSince(of, attempt.startedAtMs - SETTLE_TIME_MS);
    const isOnly = recent.filter((one) => one.body === attempt.body).length === 1;
    const landed = isOnly && attempt.writes.every(({ field, value }) => fieldValue(record, field) === value);
    if (landed || nowMs - attempt.startedAtMs > SETTLE_TIME_MS) this.#ports.outbox.resolveAttempts(of);
  }

  async #write(of: FileOf, plan: FilePlan, before: ReceivedFile, looked: boolean, signal: AbortSignal): Promise<Turn> {
    const { outbox, clock, chance, connection, binding, service } = this.#ports;
    const encoded = encodeUpdate(plan.writes, connection().learnt.keyvaluesMode, before.keyvalues);
    if (!encoded.ok) return this.#cannotRemove(of, encoded.failure.key);
    const body = bodyText(encoded.value);
    const waitUntilMs = waitBeforeSending(outbox.unresolvedAttempt(of), body, clock.nowMs());
    if (waitUntilMs !== null) {
      outbox.setGate(of, { notBeforeMs: waitUntilMs, failures: outbox.gate(of).failures });
      return done;
    }
    const attemptId = chance.uuid();
    const requestSeq = outbox.nextRequestSeq();
    const editIds = [...new Set(plan.chains.flatMap((chain) => chain.steps.map((step) => step.editId)))];
    const common = { attemptId, binding: binding(), editIds, writes: plan.writes, body, requestSeq };
    outbox.beginAttempt({ ...of, ...common, readRaw: looked ? before.raw : null, startedAtMs: clock.nowMs() });
    this.#ports.announce('changes.changed');
    const answer = await service.updateFile(of.network, of.id, body, signal);
    if (!answer.ok) return this.#failed(of, answer.failure, { attemptId, plan });
    this.#settle(of, plan, encoded.value.keyvalues ?? new Map(), before, answer.value, attemptId);
    return done;
  }

  #settle(
    of: FileOf,
    plan: FilePlan,
    sent: ReadonlyMap<string, unknown>,
    before: ReceivedFile,
    answered: ReceivedFile,
    attemptId: string,
  ): void {
    const { outbox, clock } = this.#ports;
    const nowMs = clock.nowMs();
    // A list that was asked for while the update was under way may or may not know of it: count from the answer.
    const requestSeq = outbox.nextRequestSeq();
    outbox.atomically(() => {
      const { changes } = this.#queued(of);
      outbox.update(afterAnswer(plan.chains, answered.record, changes, nowMs));
      const end = { endedAtMs: nowMs, outcome: 'answered', isResolved: true, requestId: null };
      outbox.endAttempt(attemptId, { ...end, answeredRaw: answered.raw });
      outbox.settle(of, answered.raw, { requestSeq, settledAtMs: nowMs });
      outbox.setGate(of, null);
      this.#ports.successes.lastAtMs = nowMs;
      this.#checkLater(of, plan.writes, nowMs);
      const lesson = learnFromAnswer(this.#ports, of, plan.chains, { sent, before, answered });
      this.#afterRemovals(of, plan.chains, answered, lesson);
    });
    mirrorRecord(this.#ports, of, answered, requestSeq);
    outbox.markMirrored(of, requestSeq);
    this.#ports.announce('changes.changed');
  }

  /** Requests of ours may land in another order than they were sent: the file is looked at once more. */
  #checkLater(of: FileOf, writes: readonly FieldWrite[], nowMs: number): void {
    const { outbox } = this.#ports;
    const earlier = outbox.attemptsSince(of, nowMs - HEAL_WINDOW_MS).slice(1);
    if (mayLandOutOfOrder(earlier, writes)) outbox.scheduleCheck(of, nowMs + VERIFY_AFTER_MS);
  }

  /** A key that should be gone and is not: tried another way if the answer taught one, else refused or tried later. */
  #afterRemovals(of: FileOf, chains: readonly Chain[], answered: ReceivedFile, lesson: Lesson | null): void {
    const undead = chains.find(
      (chain) => chain.mine === null && chain.field !== 'name' && fieldValue(answered.record, chain.field) !== null,
    );
    if (undead === undefined) return;
    if (lesson?.mode === 'mergeWithoutRemoval') return void this.#refuseRemoval(of, metadataKey(undead.field) ?? '');
    if (lesson === null) this.#postpone(of);
  }

  #failed(of: FileOf, failure: RemoteFailure, sent: { attemptId: string; plan: FilePlan } | null): Turn {
    const { outbox, clock } = this.#ports;
    const outcome = outcomeOf(failure);
    const nowMs = clock.nowMs();
    outbox.atomically(() => {
      if (sent !== null) {
        outbox.endAttempt(sent.attemptId, {
          endedAtMs: nowMs,
          outcome: describeFailure(failure),
          isResolved: !mayHaveBeenApplied(outcome),
          requestId: requestIdOf(failure),
          answeredRaw: null,
        });
        if (mayHaveBeenApplied(outcome)) outbox.scheduleCheck(of, nowMs + VERIFY_AFTER_MS);
      }
      this.#afterFailure(of, failure, outcome, sent === null);
    });
    this.#show(of);
    this.#ports.announce('changes.changed');
    return outcome.kind === 'refused' || outcome.kind === 'gone'
      ? done
      : { kind: 'failed', outcome, detail: describeFailure(failure) };
  }

  #afterFailure(of: FileOf, failure: RemoteFailure, outcome: Outcome, whileReading: boolean): void {
    switch (outcome.kind) {
      case 'refused':
      case 'notAllowed':
        return this.#giveBack(of, failure, 'refused');
      case 'gone':
        // An update's 404 is confirmed by a read on the file's next turn; a read's 404 is the confirmation.
        return whileReading ? this.#giveBack(of, failure, 'gone') : this.#postpone(of);
      case 'unknown':
      case 'broken':
      case 'conflict':
        return this.#postpone(of, failure);
      default:
        return;
    }
  }

  /** The file's edits wait for the person, with the service's words. */
  #giveBack(of: FileOf, failure: RemoteFailure, status: 'refused' | 'gone'): void {
    const { outbox, clock } = this.#ports;
    const { edits, changes } = this.#queued(of);
    const queued = changes.filter((one) => one.status === 'queued');
    outbox.update(takeOut(changes, queued, status));
    const words = {
      status: failure.kind === 'answered' ? failure.status : null,
      message: failure.kind === 'answered' ? failure.message : describeFailure(failure),
      requestId: requestIdOf(failure),
      atMs: clock.nowMs(),
    };
    const concerned = new Set(queued.map((one) => one.editId));
    for (const edit of edits) if (concerned.has(edit.id)) outbox.setRefusal(edit.id, words);
  }

  #refuseRemoval(of: FileOf, key: string): void {
    this.#giveBack(of, { kind: 'noAnswer', detail: `This service cannot remove a key ("${key}")` }, 'refused');
  }

  #cannotRemove(of: FileOf, key: string): Turn {
    this.#ports.outbox.atomically(() => this.#refuseRemoval(of, key));
    this.#show(of);
    this.#ports.announce('changes.changed');
    return done;
  }

  #postpone(of: FileOf, failure: RemoteFailure | null = null): void {
    const { outbox, clock, chance } = this.#ports;
    const gate = outbox.gate(of);
    const failures = gate.failures + 1;
    const isSuspect = failure !== null && failures >= SUSPECT_AFTER_FAILURES && this.#othersSucceed(gate);
    if (isSuspect) {
      outbox.setGate(of, null);
      return this.#giveBack(of, failure, 'refused');
    }
    outbox.setGate(of, { notBeforeMs: clock.nowMs() + backoffDelayMs(failures, chance.random()), failures });
  }

  /**
   * A failure while others succeed is the edit's, else the service's. This file's own success would have opened its gate
   * for good, so any since its last try is another file's.
   */
  #othersSucceed({ notBeforeMs }: Gate): boolean {
    const { lastAtMs } = this.#ports.successes;
    return lastAtMs !== null && lastAtMs >= notBeforeMs - LONGEST_BACKOFF_MS;
  }

  #show(of: FileOf): void {
    const { files, outbox, announce } = this.#ports;
    files.replay(
      of,
      outbox.openEdits(of).flatMap((edit) => edit.changes),
    );
    announce('files.changed');
  }
}
