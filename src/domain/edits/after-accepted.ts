import { sameAfterNormalising } from '../core/text.ts';
import { fieldValue, metadataKey, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { conflicted, rebased, savedAs, settled, type ChangeUpdate } from './change-update.ts';
import type { CoalescedChange } from './coalesce.ts';
import type { FieldChange } from './edit.ts';
import { rebaseAfterSavedAs } from './rebase.ts';

/**
 * What a 2xx answer to our own update means for the changes it carried, field by field: applied; saved in another
 * spelling; not removed yet (no update: the change stays queued); or conflicted, when the answer has another value.
 *
 * @param sent the changes the update carried
 * @param changes all changes of the file: later ones get the spelling that the service chose as their base
 * @param nowMs when the answer came
 */
export function afterAccepted(
  sent: readonly CoalescedChange[],
  answered: FileRecord,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  return sent.flatMap((change) => afterField(change, fieldValue(answered, change.field), changes, nowMs));
}

function afterField(
  sent: CoalescedChange,
  value: FieldValue,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  const { mine, steps } = sent;
  if (value === mine) return steps.map((step) => settled(step, 'applied'));
  const last = steps.at(-1);
  if (last !== undefined && value !== null && mine !== null && sameAfterNormalising(value, mine)) {
    return [
      ...steps.map((step) => (step === last ? savedAs(step, value, nowMs) : settled(step, 'applied'))),
      ...rebaseAfterSavedAs(changes, last, value).flatMap(rebased),
    ];
  }
  if (isUnfinishedRemoval(sent, value)) return [];
  return steps.map((step) => conflicted(step, value, nowMs));
}

/**
 * The key is still there, with its old value or with the text "null": the service removes keys in another way, or not at
 * all. The change stays queued until the metadata mode is known.
 */
const isUnfinishedRemoval = ({ field, mine, base }: CoalescedChange, value: FieldValue): boolean =>
  mine === null && metadataKey(field) !== null && (value === base || value === 'null');
