import type { FieldChange, RequestedChange } from './edit.ts';
import { fieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';

/**
 * The inverse of settled changes, on today's value as base, because the person sees that value when they ask for undo.
 *
 * @param changes of one file, of the change set to undo; only settled ones have an inverse
 * @param shown the projected file
 * @returns one change for each field that does not have its first base again
 */
export function inverseOf(changes: readonly FieldChange[], shown: FileRecord): readonly RequestedChange[] {
  const settled = changes.filter((one) => one.status === 'settled').toSorted((a, b) => a.seq - b.seq);
  const byField = Map.groupBy(settled, (one) => one.field);
  return [...byField].flatMap(([field, steps]) => {
    const first = steps[0];
    if (first === undefined) return [];
    const base = fieldValue(shown, field);
    return base === first.base ? [] : [{ field, base, mine: first.base }];
  });
}
