import { bodyText, encodeUpdate, sendsAll } from '../../src/domain/encode.ts';
import { fieldValue, type Field } from '../../src/domain/field.ts';
import { outcomeOf } from '../../src/domain/outcome.ts';
import { planFile, withoutRemovals, type FilePlan } from '../../src/domain/plan.ts';
import type { RemoteFailure } from '../../src/domain/remote-failure.ts';
import { SETTLE_TIME_MS, waitBeforeSending } from '../../src/domain/settle-time.ts';
import type { FileOf, StoredAttempt } from '../database/outbox-types.ts';
import type { ReceivedFile } from '../remote/service.ts';
import { settleAnswer, type Taken } from './file-answer.ts';
import { afterFailure, done, endFailed, queuedOf, refuseRemoval, showFile, type Turn } from './file-failure.ts';
import { mirrorRecord } from './observe.ts';
import { ownValuesIn } from './own-values.ts';
import type { SyncPorts } from './ports.ts';
import { readFile } from './read-file.ts';

/** Replays one file's queued edits: read, compare, write down, send, settle. Never two at a time for one file. */
export class FileSender {
  readonly #ports: SyncPorts;
  readonly #taken: Taken;

  /** @param taken hears of every settled record that the copy has taken */
  constructor(ports: SyncPorts, taken: Taken) {
    this.#ports = ports;
    this.#taken = taken;
  }

  async send(of: FileOf, signal: AbortSignal): Promise<Turn> {
    const { outbox, clock } = this.#ports;
    const unresolved = outbox.unresolvedAttempt(of);
    const known = unresolved === null ? this.#known(of) : null;
    const looks = known === null;
    const requestSeq = outbox.nextRequestSeq();
    const before = known ?? (await this.#read(of, signal));
    if ('failure' in before) return afterFailure(this.#ports, of, before.failure, null);
    if (looks) mirrorRecord(this.#ports, of, before.file, requestSeq);
    const plan = this.#compare(of, before.file, looks);
    if (unresolved !== null) this.#resolveSeen(of, unresolved, before.file, clock.nowMs());
    // The copy shows what it took with what waits on top, which is told only if it has moved.
    if (known !== null || plan.updates.length > 0) showFile(this.#ports, of);
    if (plan.writes.length === 0) return done;
    return await this.#write(of, plan, before.file, looks, signal);
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
    const touchesMetadata = queuedOf(this.#ports, of).changes.some(
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
      const plan = planFile(queuedOf(this.#ports, of).changes, file.record, { rule, nowMs, own });
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
    const { outbox, clock, connection } = this.#ports;
    const encoded = encodeUpdate(plan.writes, connection().learnt.keyvaluesMode, before.keyvalues);
    if (!encoded.ok) {
      const rest = withoutRemovals(plan);
      // The removal comes to the person on the file's next turn, when it is all that is left.
      if (rest !== null) return await this.#write(of, rest, before, looked, signal);
      return this.#cannotRemove(of, encoded.failure.key);
    }
    const body = bodyText(encoded.value);
    const waitUntilMs = waitBeforeSending(outbox.unresolvedAttempt(of), body, clock.nowMs());
    if (waitUntilMs !== null) {
      outbox.setGate(of, { notBeforeMs: waitUntilMs, failures: outbox.gate(of).failures });
      return done;
    }
    const attemptId = this.#writeDown(of, plan, body, looked ? before.raw : null);
    const answer = await this.#ports.service.updateFile(of.network, of.id, body, signal);
    const sent = encoded.value.keyvalues ?? new Map<string, unknown>();
    if (!answer.ok) {
      const rest = restOfRefused(plan, sent, answer.failure);
      if (rest === null) return afterFailure(this.#ports, of, answer.failure, attemptId);
      endFailed(this.#ports, attemptId, answer.failure);
      return await this.#write(of, rest, before, looked, signal);
    }
    const end = settleAnswer(this.#ports, this.#taken, of, { attemptId, plan, sent, before, answered: answer.value });
    // What puts it right stands behind a refused edit, and would wait with it for the person.
    return end === 'toPutRight' ? await this.send(of, signal) : done;
  }

  /** Durable before the first byte goes out. @returns the id of the attempt */
  #writeDown(of: FileOf, { chains, writes }: FilePlan, body: string, readRaw: string | null): string {
    const { outbox, clock, chance, binding, announce } = this.#ports;
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
    announce('changes.changed');
    return attemptId;
  }

  #cannotRemove(of: FileOf, key: string): Turn {
    this.#ports.outbox.atomically(() => refuseRemoval(this.#ports, of, key));
    showFile(this.#ports, of);
    this.#ports.announce('changes.changed');
    return done;
  }
}

/** Of an update that was refused nobody can tell which part: what asks for no removal is tried by itself. */
function restOfRefused(plan: FilePlan, sent: ReadonlyMap<string, unknown>, failure: RemoteFailure): FilePlan | null {
  const asksForRemoval = [...sent.values()].includes(null);
  return asksForRemoval && outcomeOf(failure).kind === 'refused' ? withoutRemovals(plan) : null;
}
