import type {
  AttemptEnd,
  FileOf,
  Gate,
  NewAttempt,
  NewChangeSet,
  OutboxTable,
  Settled,
  StoredAttempt,
} from '../../electron/database/outbox-types.ts';
import type { ChangeUpdate } from '../../src/domain/change-update.ts';
import { isOpen, sameBinding, type Binding, type Change, type Edit } from '../../src/domain/edit.ts';
import type { ChangeSetId, ConnectionId, EditId, FileKey } from '../../src/domain/ids.ts';

const textOf = ({ connectionId, network, id }: FileOf): string => `${connectionId}/${network}/${id}`;
const openGate: Gate = { notBeforeMs: 0, failures: 0 };

/**
 * The queue in memory, for simulations: as durable as the workstation that holds it, which is the point of a crash.
 * Kept honest by the suite in `outbox-contract.ts`, which the real table passes too.
 */
export class MemoryOutbox implements OutboxTable {
  readonly edits = new Map<EditId, Edit>();
  readonly #open = new Map<string, Set<EditId>>();
  readonly #sets = new Map<ChangeSetId, EditId[]>();
  readonly attempts: StoredAttempt[] = [];
  readonly #gates = new Map<string, Gate>();
  readonly #settled = new Map<string, Settled & { of: FileOf; raw: string; mirrored: boolean }>();
  readonly #checks = new Map<string, { readonly of: FileOf; readonly dueAtMs: number }>();
  #seq = 0;
  #requestSeq = 0;

  enqueue(changeSet: NewChangeSet): void {
    const ids = this.#sets.get(changeSet.id) ?? [];
    this.#sets.set(changeSet.id, ids);
    for (const { id, network, fileId, changes } of changeSet.edits) {
      if (this.edits.has(id)) continue;
      const seq = ++this.#seq;
      const { connectionId, binding, createdAtMs } = changeSet;
      const own = changes.map((one): Change => ({ ...one, editId: id, seq, settlement: null }));
      const common = { id, seq, changeSetId: changeSet.id, connectionId, binding, network, fileId, createdAtMs };
      this.#keep({ ...common, changes: own, refusal: null });
      ids.push(id);
    }
  }

  openEdits(of: FileOf): readonly Edit[] {
    return this.#openOf(textOf(of));
  }

  #openOf(file: string): readonly Edit[] {
    const ids = this.#open.get(file);
    if (ids === undefined || ids.size === 0) return [];
    return [...ids].flatMap((id) => this.edits.get(id) ?? []).toSorted((a, b) => a.seq - b.seq);
  }

  /** Keeps the list of open edits, which everything asks for, beside the edits themselves. */
  #keep(edit: Edit): void {
    this.edits.set(edit.id, edit);
    const file = textOf({ connectionId: edit.connectionId, network: edit.network, id: edit.fileId });
    const open = this.#open.get(file) ?? new Set();
    if (edit.changes.some(isOpen)) open.add(edit.id);
    else open.delete(edit.id);
    this.#open.set(file, open);
  }

  edit(id: EditId): Edit | null {
    return this.edits.get(id) ?? null;
  }

  editsOfSet(id: ChangeSetId, from: number, to: number): readonly Edit[] {
    return this.editIdsOfSet(id)
      .slice(from, to)
      .flatMap((one) => this.edits.get(one) ?? []);
  }

  editIdsOfSet(id: ChangeSetId): readonly EditId[] {
    return this.#sets.get(id) ?? [];
  }

  update(changes: readonly ChangeUpdate[]): void {
    for (const { editId, field, ...facts } of changes) {
      const edit = this.edits.get(editId);
      if (edit === undefined) continue;
      const updated = edit.changes.map((one) => (one.field === field ? { ...one, ...facts } : one));
      this.#keep({ ...edit, changes: updated });
    }
  }

  setRefusal(editId: EditId, refusal: Edit['refusal']): void {
    const edit = this.edits.get(editId);
    if (edit !== undefined) this.edits.set(editId, { ...edit, refusal });
  }

  sendableFiles(connectionId: ConnectionId, binding: Binding, nowMs: number, limit: number): readonly FileKey[] {
    return this.#sendable(connectionId, binding)
      .filter((of) => this.gate(of).notBeforeMs <= nowMs)
      .slice(0, limit)
      .map(({ network, id }) => ({ network, id }));
  }

  nextGateMs(connectionId: ConnectionId, binding: Binding, nowMs: number): number | null {
    const closed = this.#sendable(connectionId, binding)
      .map((of) => this.gate(of).notBeforeMs)
      .filter((atMs) => atMs > nowMs);
    return closed.length === 0 ? null : Math.min(...closed);
  }

  #sendable(connectionId: ConnectionId, binding: Binding): readonly FileOf[] {
    const files: { of: FileOf; firstSeq: number }[] = [];
    for (const file of this.#open.keys()) {
      const [edit] = this.#openOf(file).filter((one) => sameBinding(one.binding, binding));
      if (edit === undefined || edit.connectionId !== connectionId) continue;
      const of: FileOf = { connectionId, network: edit.network, id: edit.fileId };
      if (this.#hasSomethingToSend(of, binding)) files.push({ of, firstSeq: edit.seq });
    }
    return files.toSorted((a, b) => a.firstSeq - b.firstSeq).map(({ of }) => of);
  }

  #hasSomethingToSend(of: FileOf, binding: Binding): boolean {
    const changes = this.openEdits(of)
      .filter((edit) => sameBinding(edit.binding, binding))
      .flatMap((edit) => edit.changes);
    if (changes.some(({ status }) => status === 'refused' || status === 'gone')) return false;
    const blocked = new Set(changes.filter(({ status }) => status === 'conflicted').map(({ field }) => field));
    return changes.some(({ status, field }) => status === 'queued' && !blocked.has(field));
  }

  gate(of: FileOf): Gate {
    return this.#gates.get(textOf(of)) ?? openGate;
  }

  setGate(of: FileOf, gate: Gate | null): void {
    if (gate === null) this.#gates.delete(textOf(of));
    else this.#gates.set(textOf(of), gate);
  }

  openAllGates(connectionId: ConnectionId): void {
    for (const [file, gate] of this.#gates) {
      if (file.startsWith(`${connectionId}/`)) this.#gates.set(file, { ...gate, notBeforeMs: 0 });
    }
  }

  beginAttempt(attempt: NewAttempt): void {
    const inFlight = this.attempts.some((one) => textOf(one) === textOf(attempt) && one.endedAtMs === null);
    if (inFlight) throw new Error(`Two attempts at once for ${textOf(attempt)}`);
    this.attempts.push({
      ...attempt,
      endedAtMs: null,
      outcome: null,
      isResolved: false,
      wasAnswered: false,
      requestId: null,
    });
  }

  endAttempt(attemptId: string, end: AttemptEnd): void {
    const at = this.attempts.findIndex((one) => one.attemptId === attemptId);
    const attempt = this.attempts[at];
    if (attempt !== undefined) this.attempts[at] = { ...attempt, ...end, wasAnswered: end.answeredRaw !== null };
  }

  resolveAttempts(of: FileOf): void {
    this.attempts.forEach((one, at) => {
      if (textOf(one) === textOf(of) && one.endedAtMs !== null) this.attempts[at] = { ...one, isResolved: true };
    });
  }

  unresolvedAttempt(of: FileOf): StoredAttempt | null {
    return this.attempts.findLast((one) => textOf(one) === textOf(of) && !one.isResolved) ?? null;
  }

  endAbandonedAttempts(nowMs: number): void {
    this.attempts.forEach((one, at) => {
      if (one.endedAtMs === null) this.attempts[at] = { ...one, endedAtMs: nowMs, outcome: 'interrupted' };
    });
  }

  attemptsSince(of: FileOf, sinceMs: number): readonly StoredAttempt[] {
    return this.attempts.filter((one) => textOf(one) === textOf(of) && one.startedAtMs >= sinceMs).toReversed();
  }

  scheduleCheck(of: FileOf, dueAtMs: number): void {
    const known = this.#checks.get(textOf(of))?.dueAtMs ?? 0;
    this.#checks.set(textOf(of), { of, dueAtMs: Math.max(known, dueAtMs) });
  }

  dueChecks(connectionId: ConnectionId, nowMs: number): readonly FileKey[] {
    return [...this.#checks.values()]
      .filter(({ of, dueAtMs }) => of.connectionId === connectionId && dueAtMs <= nowMs)
      .map(({ of: { network, id } }) => ({ network, id }));
  }

  nextCheckMs(): number | null {
    return this.#checks.size === 0 ? null : Math.min(...[...this.#checks.values()].map(({ dueAtMs }) => dueAtMs));
  }

  clearCheck(of: FileOf, asOfMs: number): void {
    if ((this.#checks.get(textOf(of))?.dueAtMs ?? Infinity) <= asOfMs) this.#checks.delete(textOf(of));
  }

  attemptsOfEdit(id: EditId): readonly StoredAttempt[] {
    return this.attempts.filter((one) => one.editIds.includes(id)).toReversed();
  }

  nextRequestSeq(): number {
    return ++this.#requestSeq;
  }

  settled(of: FileOf): Settled | null {
    return this.#settled.get(textOf(of)) ?? null;
  }

  settle(of: FileOf, raw: string, settled: Settled): void {
    this.#settled.set(textOf(of), { ...settled, of, raw, mirrored: false });
  }

  unmirrored() {
    return [...this.#settled.values()]
      .filter((one) => !one.mirrored)
      .map(({ of, raw, requestSeq, settledAtMs }) => ({ ...of, raw, requestSeq, seenAtMs: settledAtMs }));
  }

  markMirrored(of: FileOf, requestSeq: number): void {
    const one = this.#settled.get(textOf(of));
    if (one !== undefined && one.requestSeq === requestSeq) one.mirrored = true;
  }

  filesWithOpenChanges(connectionId: ConnectionId): readonly FileKey[] {
    const files = new Map<string, FileKey>();
    for (const edit of this.edits.values()) {
      if (edit.connectionId !== connectionId || !edit.changes.some(isOpen)) continue;
      files.set(`${edit.network}/${edit.fileId}`, { network: edit.network, id: edit.fileId });
    }
    return [...files.values()];
  }

  atomically<T>(work: () => T): T {
    return work();
  }
}
