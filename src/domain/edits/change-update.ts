import type { EditId } from '../core/ids.ts';
import type { Field, FieldValue } from '../files/field.ts';
import type { FieldChange, ChangeStatus, Settlement } from './edit.ts';
import type { Rebase } from './rebase.ts';

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
  return changes.map((one) =>
    updates
      .filter((update) => update.editId === one.editId && update.field === one.field)
      .reduce<FieldChange>((now, update) => ({ ...now, ...update }), one),
  );
}
