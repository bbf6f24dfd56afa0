import type { FieldChange, ChangeStatus, Settlement } from './edit.ts';
import type { Field, FieldValue } from '../files/field.ts';
import type { EditId } from '../core/ids.ts';
import type { Rebase } from './rebase.ts';

/** New facts about one field of one edit; members left out stay as they are. */
export type ChangeUpdate = {
  readonly editId: EditId;
  readonly field: Field;
  readonly status?: ChangeStatus;
  readonly base?: FieldValue;
  /** Only a person's decision changes what they want. */
  readonly mine?: FieldValue;
  readonly settlement?: Settlement | null;
  readonly server?: FieldValue;
  readonly serverSeenAtMs?: number | null;
};

/** A value that gave way to another one, or was seen on the service, and is kept in the record's history. */
export type DisplacedValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly from: 'mine' | 'server' | 'observed';
  /** The edit it was part of or gave way to; null for what was only seen. */
  readonly editId: EditId | null;
};

const of = (one: FieldChange): Pick<ChangeUpdate, 'editId' | 'field'> => ({ editId: one.editId, field: one.field });

export const settled = (one: FieldChange, settlement: Settlement): ChangeUpdate => ({
  ...of(one),
  status: 'settled',
  settlement,
});

export const savedAs = (one: FieldChange, server: FieldValue, serverSeenAtMs: number): ChangeUpdate => ({
  ...of(one),
  status: 'settled',
  settlement: 'savedAs',
  server,
  serverSeenAtMs,
});

export const conflicted = (one: FieldChange, server: FieldValue, serverSeenAtMs: number): ChangeUpdate => ({
  ...of(one),
  status: 'conflicted',
  server,
  serverSeenAtMs,
});

export const moved = (one: FieldChange, status: ChangeStatus): ChangeUpdate => ({ ...of(one), status });

export const rebased = (rebase: Rebase | null): readonly ChangeUpdate[] =>
  rebase === null ? [] : [{ ...of(rebase.change), base: rebase.base }];

/** The changes as they will be once the updates are stored: lets one decision be built on another before either is written. */
export function withUpdates(changes: readonly FieldChange[], updates: readonly ChangeUpdate[]): readonly FieldChange[] {
  return changes.map((one) =>
    updates
      .filter((update) => update.editId === one.editId && update.field === one.field)
      .reduce<FieldChange>((now, update) => ({ ...now, ...update }), one),
  );
}
