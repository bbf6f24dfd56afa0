import { isSameAccount } from '../../../src/domain/connections/connection.ts';
import {
  type ConnectionId,
  type EditId,
  type FileKey,
  fileKeyText,
  type FileRef,
} from '../../../src/domain/core/ids.ts';
import {
  type FieldChange,
  type FileEdit,
  fileKeyOf,
  fileRefOf,
  isOpen,
  type RequestedChange,
} from '../../../src/domain/edits/edit.ts';
import { IN_FLIGHT_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import type { DecidedChange } from '../../../src/domain/edits/undecide.ts';
import { inverseOf } from '../../../src/domain/edits/new-edit.ts';
import { ownBase } from '../../../src/domain/edits/rebase.ts';
import type { FilesTable } from '../../database/mirror/mirror.ts';
import type { OutboxTable } from '../../database/outbox/outbox.ts';
import type { Clock } from '../ports.ts';
import { slicesOf } from '../yielding.ts';
import type { EditQueue } from './edit-queue.ts';
import type { RequestedEdit } from './enqueue-edits.ts';
import { keptChanges } from './edits-of-file.ts';
import { isBelowNewer, restoreEdits, shownIn } from './restored-edits.ts';
import { sentChanges, SentReading } from './sent-changes.ts';
import type { Left, UndoRun, UndoStep } from './undo-step.ts';

export type InversePorts = {
  readonly outbox: OutboxTable;
  readonly files: FilesTable;
  readonly queue: EditQueue;
  readonly clock: Clock;
};

/** The edits of one file in a step; always undone together, because one may be the base of another. */
export type FilePart = {
  readonly added: readonly EditId[];
  readonly discarded: readonly EditId[];
  readonly decided: readonly DecidedChange[];
};

const EDITS_READ_AT_ONCE = 1_000;

/** A step file by file, without the edits that earlier parts have `done`. */
export async function partsOf(
  { outbox, clock }: InversePorts,
  { added, discarded, decided }: UndoStep,
  done: ReadonlySet<EditId>,
): Promise<readonly FilePart[]> {
  const parts = new Map<string, { added: EditId[]; discarded: EditId[]; decided: DecidedChange[] }>();
  const partOf = (key: FileKey) => {
    const part = parts.get(fileKeyText(key)) ?? { added: [], discarded: [], decided: [] };
    parts.set(fileKeyText(key), part);
    return part;
  };
  const left = [...added.map((id) => ['added', id] as const), ...discarded.map((id) => ['discarded', id] as const)];
  for await (const slice of slicesOf(clock, left, EDITS_READ_AT_ONCE))
    for (const [kind, id] of slice) {
      const edit = done.has(id) ? null : outbox.edit(id);
      if (edit !== null) partOf(fileKeyOf(edit))[kind].push(id);
    }
  for (const one of decided) if (!done.has(one.editId)) partOf(one.key).decided.push(one);
  return [...parts.values()];
}

/** Undoes one part of a step. Call inside `EditQueue.together`. @returns the journal entry, which reverses the part */
export function inverseEdits(
  ports: InversePorts,
  connectionId: ConnectionId,
  run: UndoRun,
  parts: readonly FilePart[],
) {
  const { outbox, queue } = ports;
  const edits = parts.flatMap(({ added }) => added).flatMap((id) => outbox.edit(id) ?? []);
  const restored = parts.flatMap(({ discarded }) => discarded);
  const own = edits.filter((edit) => isSameAccount(edit.accountRef, run.binding));
  const undecided = parts.flatMap(({ decided }) => undecidedIn(ports, connectionId, decided));
  const sentBack = undecided.flatMap(({ back }) => back);
  const reading = new SentReading(outbox);
  const isSent = sentChanges(reading, run, own);
  const discarded = discardOf(ports, edits, isSent);
  const inverse = [...inverses(ports, reading, own, isSent), ...(run.changesBack ? sentBack : [])];
  const { set: id, binding: accountRef, title, startedAtMs: createdAtMs } = run;
  const changeSet = { id, connectionId, accountRef, title, createdAtMs };
  const { inQueue, renewed } = restoreEdits(ports, changeSet, run.step, restored);
  const added = inverse.length === 0 ? [] : queue.enqueueInto(changeSet, inverse);
  const decided = parts.flatMap((part) => part.decided.map(({ editId }) => editId));
  return {
    added: [...inQueue, ...added],
    ...discarded,
    renewed,
    decided: undecided.flatMap(({ again }) => again),
    done: [...parts.flatMap((part) => part.added), ...restored, ...decided],
  };
}

/** Undoes the decisions of one file. @returns how to redo them, and the values to send back */
function undecidedIn(
  ports: InversePorts,
  connectionId: ConnectionId,
  decided: readonly DecidedChange[],
): readonly { readonly again: readonly DecidedChange[]; readonly back: readonly RequestedEdit[] }[] {
  const [first] = decided;
  if (first === undefined) return [];
  const of: FileRef = { ...first.key, connectionId };
  const { again, sendBack } = ports.queue.undecide(of, decided);
  const shown = sendBack.length === 0 ? null : shownIn(ports, of);
  if (shown === null) return [{ again, back: [] }];
  const kept = keptChanges(ports.outbox, of);
  const changes = sendBack
    .filter((one) => shown(one.field) !== one.mine && isPossible(one))
    .map(({ field, mine }) => ({ field, base: ownBase(kept, field, shown(field)), mine }));
  return [{ again, back: changes.length === 0 ? [] : [{ key: first.key, changes }] }];
}

type IsSent = (one: FieldChange) => boolean;

/** Discards what has not been sent. What may have been is queued again below its inverse, as one change with it. */
function discardOf(
  { outbox, queue }: InversePorts,
  edits: readonly FileEdit[],
  isSent: IsSent,
): Pick<Left, 'apart' | 'below' | 'discarded' | 'held'> {
  const having = (fits: (one: FieldChange) => boolean): EditId[] =>
    edits.filter((edit) => edit.changes.some(fits)).map(({ id }) => id);
  const isOut = (one: FieldChange): boolean => isOpen(one) && !isSent(one);
  const discarded = having(isOut);
  const held = having(({ status }) => status === 'held');
  const out = new Set(discarded);
  const own = edits.filter((edit) => out.has(edit.id));
  const below = own.filter((edit) => isBelowNewer(outbox, edit, isOut)).map(({ id }) => id);
  const apart = own
    .flatMap(({ changes }) => changes.filter(({ status }) => status === 'discarded'))
    .map(({ editId, field }) => ({ editId, field }));
  queue.discard(discarded, isSent);
  queue.release(having((one) => one.status === 'held' && isSent(one)));
  queue.retry(having((one) => one.status === 'refused' && isSent(one)));
  return { discarded, held, below, apart };
}

function inverses(
  ports: InversePorts,
  reading: SentReading,
  edits: readonly FileEdit[],
  isSent: IsSent,
): readonly RequestedEdit[] {
  const byFile = Map.groupBy(edits, (edit) => fileKeyText(fileKeyOf(edit)));
  return [...byFile.values()].flatMap((ofFile) => {
    const [first] = ofFile;
    if (first === undefined) return [];
    const of = fileRefOf(first);
    const shown = shownIn(ports, of);
    if (shown === null) return [];
    const sent = ofFile.flatMap((edit) => edit.changes).filter(isSent);
    const readAtMs = ports.files.get(of)?.seenAtMs ?? 0;
    const mayLandOn = (one: FieldChange): boolean =>
      reading
        .alike(of, one)
        .flatMap((alike) => reading.attempts(alike))
        .some(({ startedAtMs }) => readAtMs < startedAtMs + IN_FLIGHT_WINDOW_MS);
    const changes = inverseOf(sent, keptChanges(ports.outbox, of), shown, mayLandOn).filter(isPossible);
    return changes.length === 0 ? [] : [{ key: { network: of.network, id: of.id }, changes }];
  });
}

/** The contract has no way to remove a name: a name given to a nameless file stays. */
const isPossible = ({ field, mine }: Pick<RequestedChange, 'field' | 'mine'>): boolean =>
  field !== 'name' || mine !== null;
