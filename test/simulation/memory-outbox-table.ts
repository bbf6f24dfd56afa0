import type {
  AttemptEnd,
  EditedFile,
  NewAttempt,
  NewChangeSet,
  OutboxTable,
  RetryState,
  Settled,
  StoredAttempt,
} from '../../electron/database/outbox/outbox.ts';
import { type AccountRef, isSameAccount } from '../../src/domain/connections/connection.ts';
import type { ChangeSetId, ConnectionId, EditId, FileKey, FileRef } from '../../src/domain/core/ids.ts';
import type { ChangeUpdate } from '../../src/domain/edits/change-update.ts';
import { fileState, type FileEdit } from '../../src/domain/edits/edit.ts';
import { VERIFY_AFTER_MS } from '../../src/domain/edits/late-landings.ts';
import { ByFile } from './by-file.ts';
import { Journal } from './journal.ts';
import { MemoryAttempts } from './memory-attempts-table.ts';
import { MemoryChecks } from './memory-checks-table.ts';
import type { KeptGate, OutboxSnapshot } from './outbox-snapshots.ts';
import { MemoryEdits, newEdit } from './memory-edits-table.ts';
import { MemorySettled } from './memory-settled-table.ts';

const openGate: RetryState = { notBeforeMs: 0, failures: 0 };

/**
 * The queue in memory, for simulations: as durable as the workstation that holds it, which is the point of a crash.
 * Kept honest by the suite in `outbox-contract.ts`, which the real table passes too.
 */
export class MemoryOutbox implements OutboxTable {
  readonly #journal = new Journal();
  #edits = new MemoryEdits(this.#journal);
  #attempts = new MemoryAttempts(this.#journal);
  readonly #numbers = new Map<string, number>();
  readonly #sets = new Map<ChangeSetId, readonly EditId[]>();
  #gates = new ByFile<KeptGate>(this.#journal);
  #settled = new MemorySettled(this.#journal);
  #checks = new MemoryChecks(this.#journal);
  #seq = 0;
  #requestSeq = 0;

  get edits(): ReadonlyMap<EditId, FileEdit> {
    return this.#edits.byId;
  }

  enqueue(changeSet: NewChangeSet): void {
    for (const edit of changeSet.edits) {
      if (this.edits.has(edit.id)) continue;
      this.#edits.keep(newEdit(changeSet, edit, ++this.#seq));
      this.#journal.note(() => void this.#seq--);
      this.#journal.set(this.#sets, changeSet.id, [...this.editIdsOfSet(changeSet.id), edit.id]);
    }
  }

  openEdits(of: FileRef): readonly FileEdit[] {
    return this.#edits.openOf(of);
  }

  keptEdits(of: FileRef): readonly FileEdit[] {
    return this.#edits.keptOf(of);
  }

  edit(id: EditId): FileEdit | null {
    return this.edits.get(id) ?? null;
  }

  editedFile(id: EditId): EditedFile | null {
    const edit = this.edits.get(id);
    if (edit === undefined) return null;
    const { connectionId, network, fileId, changeSetId, createdAtMs, refusal } = edit;
    const of = { connectionId, network, id: fileId };
    const open = this.#edits.openOf(of).filter((one) => isSameAccount(one.accountRef, edit.accountRef));
    const state = fileState(open.flatMap(({ changes }) => changes));
    const words = refusal?.message ?? null;
    return { number: this.#numberOf(edit), of, state, changeSetId, editedAtMs: createdAtMs, refusal: words };
  }

  /** Given once, and no part of a transaction: a number that nobody uses any more harms nobody. */
  #numberOf({ connectionId, network, fileId, accountRef }: FileEdit): number {
    const name = [connectionId, network, fileId, accountRef.origin, accountRef.account].join(' ');
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }

  numbersToDecide(connectionId: ConnectionId, accountRef: AccountRef): readonly number[] {
    const ours = [...this.edits.values()].filter(
      (one) => one.connectionId === connectionId && isSameAccount(one.accountRef, accountRef),
    );
    const files = ours.flatMap(({ id }) => this.editedFile(id) ?? []);
    const toDecide = files.filter(({ state }) => state === 'needsYou' || state === 'refused' || state === 'gone');
    return [...new Set(toDecide.map(({ number }) => number))];
  }

  editsOfSet(id: ChangeSetId, from: number, to: number): readonly FileEdit[] {
    const ids = this.editIdsOfSet(id).slice(from, Math.max(from, to));
    return ids.flatMap((one) => this.edits.get(one) ?? []);
  }

  editIdsOfSet(id: ChangeSetId): readonly EditId[] {
    return this.#sets.get(id) ?? [];
  }

  /** Hears of every update. */
  onUpdate: (changes: readonly ChangeUpdate[]) => void = () => undefined;
  update(changes: readonly ChangeUpdate[]): void {
    this.onUpdate(changes);
    this.atomically(() => {
      for (const one of changes) this.#updateOne(one);
    });
  }

  #updateOne({ editId, field, ...facts }: ChangeUpdate): void {
    const edit = this.edits.get(editId);
    if (edit?.changes.some((one) => one.field === field) !== true) throw new Error(`No ${field} in edit ${editId}`);
    const updated = edit.changes.map((one) => (one.field === field ? { ...one, ...facts } : one));
    this.#edits.keep({ ...edit, changes: updated });
  }

  setRefusal(editId: EditId, refusal: FileEdit['refusal']): void {
    const edit = this.edits.get(editId);
    if (edit === undefined) throw new Error(`No edit ${editId}`);
    this.#edits.keep({ ...edit, refusal });
  }

  sendableFiles(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number, limit: number): readonly FileKey[] {
    return this.#edits
      .sendable(connectionId, accountRef)
      .filter((of) => this.retryState(of).notBeforeMs <= nowMs)
      .slice(0, limit)
      .map(({ network, id }) => ({ network, id }));
  }

  nextRetryMs(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number): number | null {
    const closed = this.#edits
      .sendable(connectionId, accountRef)
      .map((of) => this.retryState(of).notBeforeMs)
      .filter((atMs) => atMs > nowMs);
    return closed.length === 0 ? null : Math.min(...closed);
  }

  retryState(of: FileRef): RetryState {
    return this.#gates.get(of)?.gate ?? openGate;
  }

  setRetryState(of: FileRef, gate: RetryState | null): void {
    const whole = gate === null ? null : { ...gate, notBeforeMs: Math.ceil(gate.notBeforeMs) };
    this.#gates.set(of, whole === null ? undefined : { of, gate: whole });
  }

  resetBackoff(connectionId: ConnectionId): void {
    for (const { of, gate } of this.#gates.values(connectionId)) this.setRetryState(of, { ...gate, notBeforeMs: 0 });
  }

  beginAttempt(attempt: NewAttempt): void {
    this.#attempts.begin(attempt, this.#seq);
  }

  endAttempt(attemptId: string, end: AttemptEnd): void {
    this.#attempts.end(attemptId, end);
  }

  resolveAttempts(of: FileRef): void {
    this.#attempts.resolve(of);
  }

  unresolvedAttempt(of: FileRef): StoredAttempt | null {
    return this.#attempts.unresolved(of);
  }

  endAbandonedAttempts(nowMs: number): void {
    for (const one of this.#attempts.endAbandoned(nowMs))
      this.#checks.schedule(one, one.accountRef, nowMs + VERIFY_AFTER_MS);
  }

  capTimes(nowMs: number, latestWaitMs: number, latestCheckMs: number): void {
    for (const { of, gate } of this.#gates.all().filter((one) => one.gate.notBeforeMs > latestWaitMs))
      this.setRetryState(of, { ...gate, notBeforeMs: latestWaitMs });
    this.#checks.cap(latestCheckMs);
    this.#attempts.cap(nowMs);
  }

  attemptsSince(of: FileRef, sinceMs: number): readonly StoredAttempt[] {
    return this.#attempts.since(of, sinceMs);
  }

  attemptsOfEdit(id: EditId): readonly StoredAttempt[] {
    return this.#attempts.ofEdit(id);
  }

  scheduleCheck(of: FileRef, accountRef: AccountRef, dueAtMs: number): void {
    this.#checks.schedule(of, accountRef, dueAtMs);
  }

  dueChecks(connectionId: ConnectionId, accountRef: AccountRef, nowMs: number): readonly FileKey[] {
    return this.#checks.due(connectionId, accountRef, nowMs);
  }

  nextCheckMs(connectionId: ConnectionId, accountRef: AccountRef): number | null {
    return this.#checks.nextMs(connectionId, accountRef);
  }

  clearCheck(of: FileRef, accountRef: AccountRef, asOfMs: number): void {
    this.#checks.clear(of, accountRef, asOfMs);
  }

  nextRequestSeq(): number {
    return ++this.#requestSeq;
  }

  settled(of: FileRef): Settled | null {
    return this.#settled.get(of);
  }

  settle(of: FileRef, raw: string, settled: Settled): void {
    this.#settled.settle(of, raw, settled);
  }

  unmirrored() {
    return this.#settled.unmirrored();
  }

  markMirrored(of: FileRef, requestSeq: number): void {
    this.#settled.markMirrored(of, requestSeq);
  }

  snapshot(): OutboxSnapshot {
    return {
      edits: [...this.edits.values()],
      attempts: this.#attempts.all(),
      gates: this.#gates.all(),
      settled: this.#settled.all(),
    };
  }

  /**
   * Takes the place of a damaged queue as the recovery of the product does: the mark of today gives numbers on, requests are
   * numbered from the milliseconds since 1970, delayed checks and records on their way to the mirror are dropped.
   */
  restore({ edits, attempts, gates, settled }: OutboxSnapshot, nowMs: number): void {
    this.#requestSeq = Math.max(this.#requestSeq, nowMs);
    this.#edits = new MemoryEdits(this.#journal);
    this.#attempts = new MemoryAttempts(this.#journal);
    this.#gates = new ByFile(this.#journal);
    this.#settled = new MemorySettled(this.#journal);
    this.#checks = new MemoryChecks(this.#journal);
    for (const edit of edits) this.#edits.keep(edit);
    this.#attempts.take(attempts);
    for (const one of gates) this.#gates.set(one.of, one);
    this.#settled.take(settled);
  }

  filesWithOpenChanges(...asked: Parameters<OutboxTable['filesWithOpenChanges']>): readonly FileKey[] {
    return this.#edits.filesOf(...asked);
  }

  atomically<T>(work: () => T): T {
    return this.#journal.atomically(work);
  }
}
