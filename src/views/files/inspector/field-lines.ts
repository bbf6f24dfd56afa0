import type { FileDetail } from '../../../contract/files.ts';
import type { FieldChange, ChangeStatus } from '../../../domain/edits/edit.ts';
import { keyField, metadataKey, type Field } from '../../../domain/files/field.ts';
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

/** The pairs that are drawn at first, and with each request for more: a hostile service sends thousands. */
export const PAIRS_AT_ONCE = 200;

/** The name and every metadata key of the record or of its unfinished changes, in display order. */
export function fieldLines({ record, shown, changes }: FileDetail): readonly FieldLineValues[] {
  const [before, after] = [new Map(record.keyvalues), new Map(shown.keyvalues)];
  const open = Map.groupBy(changes, ({ field }) => field);
  const statusAt = (field: Field): FileState | null => statusOf(open.get(field) ?? []);
  const keys = new Set([...after.keys(), ...changes.flatMap(({ field }) => metadataKey(field) ?? [])]);
  return [
    { key: null, before: record.name, after: shown.name, status: statusAt('name') },
    ...[...keys].map((key) => ({
      key,
      before: before.get(key) ?? null,
      after: after.get(key) ?? null,
      status: statusAt(keyField(key)),
    })),
  ];
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
