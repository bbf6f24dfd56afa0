import type { HistoryEntry } from '../../contract/files.ts';
import type { RequestedChange } from '../../domain/edits/edit.ts';
import { type Field, fieldValue, type FieldValue } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';

/** What happened to a file at one time: an edit with all its fields, or what one look at the service has shown. */
export type HistoryMoment = {
  readonly atMs: number;
  readonly kind: HistoryEntry['kind'];
  /** At least one, each of another field. */
  readonly entries: readonly HistoryEntry[];
};

/** The moments of a history, in its order. */
export function momentsOf(entries: readonly HistoryEntry[]): readonly HistoryMoment[] {
  const moments: { atMs: number; kind: HistoryEntry['kind']; entries: HistoryEntry[] }[] = [];
  for (const entry of entries) {
    const last = moments.at(-1);
    const isSame = last?.atMs === entry.atMs && last.kind === entry.kind;
    // Two edits within a millisecond are two moments.
    if (isSame && !last.entries.some(({ field }) => field === entry.field)) last.entries.push(entry);
    else moments.push({ atMs: entry.atMs, kind: entry.kind, entries: [entry] });
  }
  return moments;
}

/** A value from the past. */
export type PastValue = { readonly field: Field; readonly value: FieldValue };

/** Whether a past value can replace the present one: both differ, and a name is never empty. */
export const canRestore = (shown: FileRecord, { field, value }: PastValue): boolean =>
  fieldValue(shown, field) !== value && !(field === 'name' && (value === null || value === ''));

/** The edit that brings past values back, on top of the values on screen; without those that are there already. */
export const restoring = (shown: FileRecord, past: readonly PastValue[]): RequestedChange[] =>
  past
    .filter((one) => canRestore(shown, one))
    .map(({ field, value }) => ({ field, base: fieldValue(shown, field), mine: value }));
