import { type EditId, type FileRef, fileRefText } from '../../../src/domain/core/ids.ts';
import { type FieldChange, type FileEdit, fileRefOf } from '../../../src/domain/edits/edit.ts';
import { REPAIR_WINDOW_MS } from '../../../src/domain/edits/late-landings.ts';
import { isLeftOut } from '../../../src/domain/edits/mode-trial.ts';
import { wasFoundThere } from '../../../src/domain/edits/new-edit.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import type { OutboxTable, StoredAttempt } from '../../database/outbox/outbox.ts';
import { keptChanges } from './edits-of-file.ts';
import type { UndoRun } from './undo-step.ts';

/** A refused edit may have arrived with an earlier try. */
const MAY_HAVE_ARRIVED: ReadonlySet<FieldChange['status']> = new Set(['queued', 'held', 'refused']);

/** What an attempt tells of the changes that it carried, without the texts that were sent and read. */
type Trace = ReturnType<typeof traceOf>;

const traceOf = ({
  editIds,
  writes,
  requestSeq,
  startedAtMs,
  endedAtMs,
  isResolved,
  wasNotApplied,
  wasAnswered,
}: StoredAttempt) => ({
  ...{ editIds, writes, requestSeq, startedAtMs, endedAtMs, isResolved, wasNotApplied, wasAnswered },
});

/**
 * What is asked of the outbox about sent changes, each read once for all fields: an edit of a table may have thousands. Answers
 * by the outbox as it is at the first question; use in one transaction.
 */
export class SentReading {
  readonly #outbox: OutboxTable;
  readonly #attempts = new Map<EditId, readonly Trace[]>();
  readonly #kept = new Map<string, ReadonlyMap<Field, readonly FieldChange[]>>();

  constructor(outbox: OutboxTable) {
    this.#outbox = outbox;
  }

  /** The attempts to send a change, the latest first. */
  attempts({ editId, field }: FieldChange): readonly Trace[] {
    const all = this.#attempts.get(editId) ?? this.#outbox.attemptsOfEdit(editId).map(traceOf);
    this.#attempts.set(editId, all);
    return all.filter(({ writes }) => writes.some((one) => one.field === field));
  }

  /** Whether a change was sent and nobody knows yet whether it arrived. */
  isUnknown(open: FieldChange): boolean {
    return this.attempts(open).some(({ isResolved }) => !isResolved);
  }

  /** A change, and those of its value that were given up before: what they sent may be on the service all the same. */
  alike(of: FileRef, change: FieldChange): readonly FieldChange[] {
    const isBefore = ({ mine, seq, status }: FieldChange): boolean =>
      mine === change.mine && seq < change.seq && status === 'discarded';
    return [change, ...this.kept(of, change.field).filter(isBefore)];
  }

  /** All changes of a field, with the settled ones. */
  kept(of: FileRef, field: Field): readonly FieldChange[] {
    const kept = this.#kept.get(fileRefText(of)) ?? Map.groupBy(keptChanges(this.#outbox, of), (one) => one.field);
    this.#kept.set(fileRefText(of), kept);
    return kept.get(field) ?? [];
  }
}

/**
 * Which changes are undone by another edit, because the service has them or may have them. A discard leaves what was sent as
 * it is, and gives up what may or may not have arrived: only an update that is on its way now is certain to be answered.
 *
 * @param own the edits of the account that the other edit is for
 */
export function sentChanges(
  reading: SentReading,
  { changesBack, startedAtMs }: UndoRun,
  own: readonly FileEdit[],
): (one: FieldChange) => boolean {
  const editOf = new Map(own.map((edit) => [edit.id, edit]));
  return (one) => {
    const edit = editOf.get(one.editId);
    if (edit === undefined) return false;
    if (one.status === 'settled') return changesBack && !isSomebodyElses(reading, edit, one);
    const attempts = MAY_HAVE_ARRIVED.has(one.status) ? reading.attempts(one) : [];
    if (isLeftOut(one, attempts)) return true;
    if (!changesBack) return attempts.some(({ endedAtMs }) => endedAtMs === null);
    return (
      MAY_HAVE_ARRIVED.has(one.status) &&
      reading.alike(fileRefOf(edit), one).some(isNewestThere(reading, edit, startedAtMs))
    );
  };
}

/**
 * Whether an update with a change may have been applied, and the service took nothing newer since. The mirror cannot tell what
 * arrived: a list that lags behind shows an older record. What was given up, and looked for since, may land no more after a
 * while: its value on the service is somebody else's then.
 */
const isNewestThere =
  (reading: SentReading, edit: FileEdit, nowMs: number) =>
  (one: FieldChange): boolean => {
    const isOver = ({ isResolved, startedAtMs }: Trace): boolean =>
      one.status === 'discarded' && isResolved && startedAtMs < nowMs - REPAIR_WINDOW_MS;
    const applied = reading.attempts(one).filter((attempt) => !attempt.wasNotApplied && !isOver(attempt));
    return applied.length > 0 && !isReplaced(reading, edit, one, applied);
  };

const isSomebodyElses = (reading: SentReading, edit: FileEdit, settled: FieldChange): boolean =>
  wasFoundThere(settled, reading.kept(fileRefOf(edit), settled.field), (one) => reading.attempts(one).length > 0);

/**
 * Whether the service took a newer value of the field after the change was sent. An inverse would write the value from before
 * both over it; a late landing of the change is put right by the delayed check.
 */
function isReplaced(
  reading: SentReading,
  edit: FileEdit,
  { field, seq }: FieldChange,
  attempts: readonly Trace[],
): boolean {
  const lastSeq = Math.max(...attempts.map(({ requestSeq }) => requestSeq));
  const newer = reading.kept(fileRefOf(edit), field).filter((one) => one.seq > seq && one.status === 'settled');
  return newer.some((one) => reading.attempts(one).some(({ requestSeq }) => requestSeq > lastSeq));
}
