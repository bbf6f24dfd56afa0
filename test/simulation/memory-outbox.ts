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
import { isOpen, sameBinding, type Binding, type Edit } from '../../src/domain/edit.ts';
import type { ChangeSetId, ConnectionId, EditId, FileKey } from '../../src/domain/ids.ts';
import { Journal } from './journal.ts';
import { isSendable, newEdit } from './memory-edit.ts';

const textOf = ({ connectionId, network, id }: FileOf): string => `${connectionId}/${network}/${id}`;
const checkText = (of: FileOf, { origin, account }: Binding): string => JSON.stringify([textOf(of), origin, account]);
type Check = { readonly of: FileOf; readonly binding: Binding; readonly dueAtMs: number };
const openGate: Gate = { notBeforeMs: 0, failures: 0 };

/**
 * The queue in memory, for simulations: as durable as the workstation that holds it, which is the point of a crash.
 * Kept honest by the suite in `outbox-contract.ts`, which the real table passes too.
 */
export class MemoryOutbox implements OutboxTable {
  readonly edits = new Map<EditId, Edit>();
  readonly #open = new Map<string, Set<EditId>>();
  readonly #sets = new Map<ChangeSetId, readonly EditId[]>();
  readonly #gates = new Map<string, Gate>();
  readonly #settled = new Map<string, Settled & { of: FileOf; raw: string; mirrored: boolean }>();
  readonly #checks = new Map<string, Check>();
  readonly attempts: StoredAttempt[] = [];
  readonly #journal = new Journal();
  #seq = 0;
  #requestSeq = 0;

  enqueue(changeSet: NewChangeSet): void {
    for (const edit of changeSet.edits) {
      if (this.edits.has(edit.id)) continue;
      this.#keep(newEdit(changeSet, edit, ++this.#seq));
      this.#journal.note(() => void this.#seq--);
      this.#journal.set(this.#sets, changeSet.id, [...this.editIdsOfSet(changeSet.id), edit.id]);
    }
  }

  openEdits(of: FileOf): readonly Edit[] {
    return this.#openOf(textOf(of));
  }

  keptEdits(of: FileOf): readonly Edit[] {
    const fileOf = ({ connectionId, network, fileId }: Edit): string => textOf({ connectionId, network, id: fileId });
    return [...this.edits.values()].filter((one) => fileOf(one) === textOf(of)).toSorted((a, b) => a.seq - b.seq);
  }

  #openOf(file: string): readonly Edit[] {
    const ids = this.#open.get(file);
    if (ids === undefined || ids.size === 0) return [];
    return [...ids].flatMap((id) => this.edits.get(id) ?? []).toSorted((a, b) => a.seq - b.seq);
  }

  /** Keeps the list of open edits, which everything asks for, beside the edits themselves. */
  #keep(edit: Edit): void {
    const file = textOf({ connectionId: edit.connectionId, network: edit.network, id: edit.fileId });
    const open = this.#open.get(file) ?? new Set();
    this.#open.set(file, open);
    this.#journal.set(this.edits, edit.id, edit);
    const [was, is] = [open.has(edit.id), edit.changes.some(isOpen)];
    if (was === is) return;
    const [enter, leave] = [() => void open.add(edit.id), () => void open.delete(edit.id)];
    this.#journal.note(was ? enter : leave);
    (is ? enter : leave)();
  }

  edit(id: EditId): Edit | null {
    return this.edits.get(id) ?? null;
  }

  editsOfSet(id: ChangeSetId, from: number, to: number): readonly Edit[] {
    return this.editIdsOfSet(id)
      .slice(from, Math.max(from, to))
      .flatMap((one) => this.edits.get(one) ?? []);
  }

  editIdsOfSet(id: ChangeSetId): readonly EditId[] {
    return this.#sets.get(id) ?? [];
  }

  update(changes: readonly ChangeUpdate[]): void {
    this.atomically(() => {
      for (const one of changes) this.#updateOne(one);
    });
  }

  #updateOne({ editId, field, ...facts }: ChangeUpdate): void {
    const edit = this.edits.get(editId);
    if (edit?.changes.some((one) => one.field === field) !== true) throw new Error(`No ${field} in edit ${editId}`);
    const updated = edit.changes.map((one) => (one.field === field ? { ...one, ...facts } : one));
    this.#keep({ ...edit, changes: updated });
  }

  setRefusal(editId: EditId, refusal: Edit['refusal']): void {
    const edit = this.edits.get(editId);
    if (edit === undefined) throw new Error(`No edit ${editId}`);
    this.#journal.set(this.edits, editId, { ...edit, refusal });
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
      const edits = this.#openOf(file).filter((one) => sameBinding(one.binding, binding));
      const first = edits.find((one) => one.changes.some(({ status }) => status === 'queued'));
      if (first?.connectionId !== connectionId || !isSendable(edits)) continue;
      files.push({ of: { connectionId, network: first.network, id: first.fileId }, firstSeq: first.seq });
    }
    return files.toSorted((a, b) => a.firstSeq - b.firstSeq).map(({ of }) => of);
  }

  gate(of: FileOf): Gate {
    return this.#gates.get(textOf(of)) ?? openGate;
  }

  setGate(of: FileOf, gate: Gate | null): void {
    const whole = gate === null ? undefined : { ...gate, notBeforeMs: Math.ceil(gate.notBeforeMs) };
    this.#journal.set(this.#gates, textOf(of), whole);
  }

  openAllGates(connectionId: ConnectionId): void {
    for (const [file, gate] of this.#gates) {
      if (file.startsWith(`${connectionId}/`)) this.#journal.set(this.#gates, file, { ...gate, notBeforeMs: 0 });
    }
  }

  beginAttempt(attempt: NewAttempt): void {
    const inFlight = this.attempts.some((one) => textOf(one) === textOf(attempt) && one.endedAtMs === null);
    if (inFlight) throw new Error(`Two attempts at once for ${textOf(attempt)}`);
    if (this.attempts.some((one) => one.attemptId === attempt.attemptId)) throw new Error('There is such an attempt');
    const known = { endedAtMs: null, outcome: null, isResolved: false, wasAnswered: false, requestId: null };
    this.attempts.push({ ...attempt, ...known });
    this.#journal.note(() => void this.attempts.pop());
  }

  #putAttempt(at: number, attempt: StoredAttempt): void {
    const old = this.attempts[at];
    if (old !== undefined) this.#journal.note(() => void (this.attempts[at] = old));
    this.attempts[at] = attempt;
  }

  endAttempt(attemptId: string, { answeredRaw, ...end }: AttemptEnd): void {
    const at = this.attempts.findIndex((one) => one.attemptId === attemptId);
    const attempt = this.attempts[at];
    if (attempt === undefined) throw new Error(`No attempt ${attemptId}`);
    this.#putAttempt(at, { ...attempt, ...end, wasAnswered: answeredRaw !== null });
  }

  resolveAttempts(of: FileOf): void {
    this.attempts.forEach((one, at) => {
      if (!one.isResolved && textOf(one) === textOf(of)) this.#putAttempt(at, { ...one, isResolved: true });
    });
  }

  unresolvedAttempt(of: FileOf): StoredAttempt | null {
    return this.attempts.findLast((one) => textOf(one) === textOf(of) && !one.isResolved) ?? null;
  }

  endAbandonedAttempts(nowMs: number): void {
    const end = { endedAtMs: nowMs, outcome: 'The app ended before an answer came.', isResolved: false };
    this.attempts.forEach((one, at) => {
      if (one.endedAtMs === null) this.#putAttempt(at, { ...one, ...end });
    });
  }

  attemptsSince(of: FileOf, sinceMs: number): readonly StoredAttempt[] {
    return this.attempts.filter((one) => textOf(one) === textOf(of) && one.startedAtMs >= sinceMs).toReversed();
  }

  attemptsOfEdit(id: EditId): readonly StoredAttempt[] {
    return this.attempts.filter((one) => one.editIds.includes(id)).toReversed();
  }

  scheduleCheck(of: FileOf, binding: Binding, dueAtMs: number): void {
    const key = checkText(of, binding);
    const known = this.#checks.get(key)?.dueAtMs ?? 0;
    this.#journal.set(this.#checks, key, { of, binding, dueAtMs: Math.max(known, Math.ceil(dueAtMs)) });
  }

  dueChecks(connectionId: ConnectionId, binding: Binding, nowMs: number): readonly FileKey[] {
    return this.#checksOf(connectionId, binding)
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .slice(0, 200)
      .map(({ of: { network, id } }) => ({ network, id }));
  }

  nextCheckMs(connectionId: ConnectionId, binding: Binding): number | null {
    return this.#checksOf(connectionId, binding)[0]?.dueAtMs ?? null;
  }

  #checksOf(connectionId: ConnectionId, binding: Binding) {
    return [...this.#checks.values()]
      .filter((one) => one.of.connectionId === connectionId && sameBinding(one.binding, binding))
      .toSorted((a, b) => a.dueAtMs - b.dueAtMs);
  }

  clearCheck(of: FileOf, binding: Binding, asOfMs: number): void {
    const key = checkText(of, binding);
    if ((this.#checks.get(key)?.dueAtMs ?? Infinity) <= asOfMs) this.#journal.set(this.#checks, key, undefined);
  }

  nextRequestSeq(): number {
    return ++this.#requestSeq;
  }

  settled(of: FileOf): Settled | null {
    const known = this.#settled.get(textOf(of));
    return known === undefined ? null : { requestSeq: known.requestSeq, settledAtMs: known.settledAtMs };
  }

  settle(of: FileOf, raw: string, settled: Settled): void {
    const known = this.#settled.get(textOf(of));
    if (known !== undefined && known.requestSeq > settled.requestSeq) return;
    this.#journal.set(this.#settled, textOf(of), { ...settled, of, raw, mirrored: false });
  }

  unmirrored() {
    return [...this.#settled.values()]
      .filter((one) => !one.mirrored)
      .toSorted((a, b) => a.requestSeq - b.requestSeq)
      .map(({ of, raw, requestSeq, settledAtMs }) => ({ ...of, raw, requestSeq, seenAtMs: settledAtMs }));
  }

  markMirrored(of: FileOf, requestSeq: number): void {
    const one = this.#settled.get(textOf(of));
    if (one === undefined || one.requestSeq > requestSeq) return;
    this.#journal.set(this.#settled, textOf(of), { ...one, mirrored: true });
  }

  filesWithOpenChanges(connectionId: ConnectionId): readonly FileKey[] {
    const files = new Map<string, FileKey>();
    for (const edit of this.edits.values()) {
      if (edit.connectionId !== connectionId || !edit.changes.some(isOpen)) continue;
      files.set(`${edit.network}/${edit.fileId}`, { network: edit.network, id: edit.fileId });
    }
    return [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key);
  }

  atomically<T>(work: () => T): T {
    return this.#journal.atomically(work);
  }
}
