import type { FieldChange, RequestedChange } from './edit.ts';
import { fieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';

/**
 * What takes settled changes back: the inverse, starting from today's value, because that is what the person sees when
 * they ask for it.
 *
 * @param changes of one file, of the gesture to be taken back
 * @param shown the record as the person sees it now
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
