import type { FileDetail } from '../../../contract/files.ts';
import type { FieldChange, ChangeStatus } from '../../../domain/edits/edit.ts';
import { fieldValue, keyField, metadataKey, type Field } from '../../../domain/files/field.ts';
import type { FileState } from '../../../domain/files/file.ts';

/** One field with the value of the service and the value of this computer. */
export type FieldLineValues = {
  /** null for the name */
  readonly key: string | null;
  readonly before: string | null;
  readonly after: string | null;
  /** The status of the field's edit; null without an edit. */
  readonly status: FileState | null;
};

/** The name and every metadata key of the record or of its unfinished changes, in display order. */
export function fieldLines({ record, shown, changes }: FileDetail): readonly FieldLineValues[] {
  const keys = new Set([
    ...shown.keyvalues.map(([key]) => key),
    ...changes.flatMap(({ field }) => metadataKey(field) ?? []),
  ]);
  const fields: Field[] = ['name', ...[...keys].map(keyField)];
  return fields.map((field) => {
    const open = changes.filter((change) => change.field === field);
    return {
      key: metadataKey(field),
      before: fieldValue(record, field),
      after: fieldValue(shown, field),
      status: statusOf(open),
    };
  });
}

const urgency: readonly ChangeStatus[] = ['conflicted', 'refused', 'gone', 'queued', 'held'];
const states: Partial<Record<ChangeStatus, FileState>> = {
  conflicted: 'needsYou',
  refused: 'refused',
  gone: 'gone',
  queued: 'waiting',
  held: 'held',
};

function statusOf(open: readonly FieldChange[]): FileState | null {
  const worst = urgency.find((status) => open.some((change) => change.status === status));
  return worst === undefined ? null : (states[worst] ?? null);
}
