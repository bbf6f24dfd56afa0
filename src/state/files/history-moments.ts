import type { HistoryEntry } from '../../contract/files.ts';
import type { RequestedChange } from '../../domain/edits/edit.ts';
import { type Field, fieldValue, type FieldValue } from '../../domain/files/field.ts';
import type { FileRecord } from '../../domain/files/file.ts';

/** What happened to a file at one time: an edit with all its fields, or what one look at the service has shown. */
export type HistoryMoment = {
  /** Stays the same when other moments arrive before this one. */
  readonly id: string;
  readonly atMs: number;
  readonly kind: HistoryEntry['kind'];
  /** At least one, each of another field. */
  readonly entries: readonly HistoryEntry[];
};

type Unidentified = Omit<HistoryMoment, 'id'>;

/** The moments of a history, in its order, which is newest first. */
export function momentsOf(entries: readonly HistoryEntry[]): readonly HistoryMoment[] {
  const moments: (Unidentified & { entries: HistoryEntry[] })[] = [];
  for (const entry of entries) {
    const last = moments.at(-1);
    const isSame = last?.atMs === entry.atMs && last.kind === entry.kind;
    // Two edits within a millisecond are two moments.
    if (isSame && !last.entries.some(({ field }) => field === entry.field)) last.entries.push(entry);
    else moments.push({ atMs: entry.atMs, kind: entry.kind, entries: [entry] });
  }
  return identified(moments);
}

/** Tells moments of one kind and millisecond apart by their number, counted from the oldest: a later one renames none. */
function identified(moments: readonly Unidentified[]): readonly HistoryMoment[] {
  const numbers = new Map<string, number>();
  return moments
    .toReversed()
    .map((moment) => {
      const twin = `${moment.atMs} ${moment.kind}`;
      const number = numbers.get(twin) ?? 0;
      numbers.set(twin, number + 1);
      return { ...moment, id: `${twin} ${number}` };
    })
    .toReversed();
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
