import type { EditId } from '../core/ids.ts';
import type { Field, FieldValue } from '../files/field.ts';
import type { FieldChange, ChangeStatus, Settlement } from './edit.ts';
import type { Rebase } from './rebase.ts';
import type { FieldWrite } from './update-body.ts';

/** New facts about one field change; a property left out stays as it is. */
export type ChangeUpdate = {
  readonly editId: EditId;
  readonly field: Field;
  readonly status?: ChangeStatus;
  readonly base?: FieldValue;
  /** Only a person's decision changes the wanted value. */
  readonly mine?: FieldValue;
  readonly settlement?: Settlement | null;
  readonly server?: FieldValue;
  readonly serverSeenAtMs?: number | null;
};

/** A value that the history keeps: one that was overwritten or given up. */
export type DisplacedValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly from: 'mine' | 'server';
  /** The edit that had the value or displaced it. */
  readonly editId: EditId;
};

const of = (one: FieldChange): Pick<ChangeUpdate, 'editId' | 'field'> => ({ editId: one.editId, field: one.field });

/** The change is over, by the given settlement. */
export const settled = (one: FieldChange, settlement: Settlement): ChangeUpdate => ({
  ...of(one),
  status: 'settled',
  settlement,
});

/** The change is over; the service saved `server`, another spelling of the value. */
export const savedAs = (one: FieldChange, server: FieldValue, serverSeenAtMs: number): ChangeUpdate => ({
  ...of(one),
  status: 'settled',
  settlement: 'savedAs',
  server,
  serverSeenAtMs,
});

/** The change waits for the person; the service holds `server`. */
export const conflicted = (one: FieldChange, server: FieldValue, serverSeenAtMs: number): ChangeUpdate => ({
  ...of(one),
  status: 'conflicted',
  server,
  serverSeenAtMs,
});

/** The change gets another status. */
export const moved = (one: FieldChange, status: ChangeStatus): ChangeUpdate => ({ ...of(one), status });

/** The change gets another base; no update for null. */
export const rebased = (rebase: Rebase | null): readonly ChangeUpdate[] =>
  rebase === null ? [] : [{ ...of(rebase.change), base: rebase.base }];

/** The changes as they will be once the updates are stored, so that one decision can build on another. */
export function withUpdates(changes: readonly FieldChange[], updates: readonly ChangeUpdate[]): readonly FieldChange[] {
  if (updates.length === 0) return changes;
  const byChange = Map.groupBy(updates, changeText);
  return changes.map((one) =>
    (byChange.get(changeText(one)) ?? []).reduce<FieldChange>((now, update) => ({ ...now, ...update }), one),
  );
}

/** The id has no blank, so that no two changes share a text. */
const changeText = ({ editId, field }: Pick<ChangeUpdate, 'editId' | 'field'>): string => `${editId} ${field}`;

export const withBase = (
  { editId, field }: Pick<ChangeUpdate, 'editId' | 'field'>,
  base: FieldValue,
): ChangeUpdate => ({
  editId,
  field,
  base,
});

/** Whether two are about one field of one edit. */
export const isOf = (
  one: Pick<ChangeUpdate, 'editId' | 'field'>,
  other: Pick<ChangeUpdate, 'editId' | 'field'>,
): boolean => one.editId === other.editId && one.field === other.field;

/** An update of ours, by its edits and what it wrote. */
export type SentEdits = {
  readonly editIds: readonly EditId[];
  readonly writes: readonly FieldWrite[];
};

/** What updates with a change wrote in its field, the newest first. */
export const writesOf = (sent: readonly SentEdits[], { editId, field }: FieldChange): readonly FieldWrite[] =>
  sent
    .filter(({ editIds }) => editIds.includes(editId))
    .flatMap(({ writes }) => writes.find((one) => one.field === field) ?? []);

/**
 * Outcomes of overruling updates, each with its base: what is settled has written over the service's value, which an undo
 * puts back; what is asked about lies on the value that the person saw. That value itself is nothing to ask about.
 *
 * @param seen the changes on the bases that the person saw
 * @param sent updates of the file, newest first
 */
export function withOwnBases(
  updates: readonly ChangeUpdate[],
  seen: readonly FieldChange[],
  sent: readonly SentEdits[],
): readonly ChangeUpdate[] {
  const overruledBy = (update: ChangeUpdate) => {
    const one = seen.find((each) => isOf(each, update));
    const overruled = one === undefined ? undefined : writesOf(sent, one)[0]?.overruled;
    return overruled?.base === one?.base ? overruled : undefined;
  };
  const isSeen = (one: ChangeUpdate): boolean => {
    const overruled = one.status === 'conflicted' ? overruledBy(one) : undefined;
    return overruled !== undefined && overruled.base === one.server;
  };
  const unasked = new Set(updates.filter(isSeen).map(({ field }) => field));
  return updates.flatMap((update) => {
    const overruled = overruledBy(update);
    const isConflict = update.status === 'conflicted';
    if (isConflict && unasked.has(update.field))
      return overruled === undefined ? [] : [withBase(update, overruled.base)];
    if (overruled === undefined) return [update];
    if (update.settlement !== undefined) return [{ ...update, base: overruled.server }];
    return [isConflict ? { ...update, base: overruled.base } : update];
  });
}
