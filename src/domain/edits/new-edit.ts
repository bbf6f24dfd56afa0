import { moved, type ChangeUpdate } from './change-update.ts';
import { isOpen, type FieldChange, type ChangeStatus, type RequestedChange } from './edit.ts';
import { metadataKey, type Field, type FieldValue } from '../files/field.ts';
import { valueLeftBy } from './rebase.ts';
import { textProblem, valueProblem, type TextProblem } from '../core/text.ts';

/** One field of an edit about to be queued. */
type NewChange = {
  readonly field: Field;
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly status: ChangeStatus;
  readonly server: FieldValue;
  readonly serverSeenAtMs: number | null;
};

export type Prepared = { readonly changes: readonly NewChange[]; readonly updates: readonly ChangeUpdate[] };

/**
 * Fits what a person asks for into what already waits for the file. A field that waits for a decision goes on waiting
 * with the new value; refused values are replaced; a held value is nobody's base, nor is one whose file was gone. Fields
 * that would not change are left out.
 *
 * @param changes of the file, any status; where one of them is set aside, those that are over as well
 */
export function newEdit(changes: readonly FieldChange[], wanted: readonly RequestedChange[]): Prepared {
  const prepared = wanted
    .filter((one) => one.mine !== one.base)
    .map((one) =>
      prepareChange(
        one,
        changes.filter(({ field }) => field === one.field).toSorted((a, b) => a.seq - b.seq),
      ),
    );
  return { changes: prepared.map(({ change }) => change), updates: prepared.flatMap(({ updates }) => updates) };
}

/** What lies below an edit that is set aside: what was sent since, though the screen shows the edit on top of it. */
function below(aside: FieldChange, changes: readonly FieldChange[]): FieldValue {
  const since = changes.findLast(({ seq, status }) => seq > aside.seq && status === 'settled');
  return since === undefined ? aside.base : valueLeftBy(since);
}

/** @param changes of the field, in the order of the queue */
function prepareChange(
  wanted: RequestedChange,
  changes: readonly FieldChange[],
): { change: NewChange; updates: readonly ChangeUpdate[] } {
  const fresh = { ...wanted, status: 'queued' as const, server: null, serverSeenAtMs: null };
  const last = changes.findLast(isOpen);
  if (last === undefined) return { change: fresh, updates: [] };
  const onTop = wanted.base === last.mine ? below(last, changes) : wanted.base;
  switch (last.status) {
    case 'conflicted':
      return {
        change: { ...fresh, status: 'conflicted', server: last.server, serverSeenAtMs: last.serverSeenAtMs },
        updates: [],
      };
    case 'held':
    case 'gone':
      return { change: { ...fresh, base: onTop }, updates: [] };
    case 'refused':
      return {
        change: { ...fresh, base: onTop },
        updates: changes.filter(({ status }) => status === 'refused').map((one) => moved(one, 'discarded')),
      };
    case 'queued':
    case 'settled':
    case 'discarded':
      return { change: fresh, updates: [] };
  }
}

/** The first wanted change that cannot be kept as it was typed; null when all are fit. */
export function problemOf(
  wanted: readonly RequestedChange[],
): { readonly field: Field; readonly flaw: TextProblem } | null {
  for (const { field, mine } of wanted) {
    const flaw = keyFlaw(field) ?? (mine === null ? null : field === 'name' ? textProblem(mine) : valueProblem(mine));
    if (flaw !== null) return { field, flaw };
    if (field === 'name' && mine === null) return { field, flaw: 'empty' };
  }
  return null;
}

const keyFlaw = (field: Field): TextProblem | null => {
  const key = metadataKey(field);
  return key === null ? null : textProblem(key);
};
