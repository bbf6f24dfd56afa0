import type { CoalescedChange } from './coalesce.ts';
import { conflicted, rebased, savedAs, settled, type ChangeUpdate } from './change-update.ts';
import type { FieldChange } from './edit.ts';
import { fieldValue, metadataKey, type FieldValue } from '../files/field.ts';
import type { FileRecord } from '../files/file.ts';
import { rebaseAfterSavedAs } from './rebase.ts';
import { sameAfterNormalising } from '../core/text.ts';

/**
 * What a 2xx answer to our own update means for the edits that were in it, field by field: taken, saved in another
 * spelling, not yet gone (a removal under merge, which is tried again another way), or something else than was asked.
 *
 * @param changes all of the file's changes, so that later ones can be put onto the spelling the service chose
 */
export function afterAccepted(
  sent: readonly CoalescedChange[],
  answered: FileRecord,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  return sent.flatMap((chain) => afterChain(chain, fieldValue(answered, chain.field), changes, nowMs));
}

function afterChain(
  chain: CoalescedChange,
  value: FieldValue,
  changes: readonly FieldChange[],
  nowMs: number,
): readonly ChangeUpdate[] {
  if (value === chain.mine) return chain.steps.map((step) => settled(step, 'applied'));
  const last = chain.steps.at(-1);
  if (last !== undefined && value !== null && chain.mine !== null && sameAfterNormalising(value, chain.mine)) {
    return [
      ...chain.steps.map((step) => (step === last ? savedAs(step, value, nowMs) : settled(step, 'applied'))),
      ...rebaseAfterSavedAs(changes, last, value).flatMap(rebased),
    ];
  }
  if (isUnfinishedRemoval(chain, value)) return [];
  return chain.steps.map((step) => conflicted(step, value, nowMs));
}

/**
 * The key is still there, as it was or as the text "null": the service wants to be asked another way, or cannot remove.
 * The edit stays queued until that is known.
 */
const isUnfinishedRemoval = (chain: CoalescedChange, value: FieldValue): boolean =>
  chain.mine === null && metadataKey(chain.field) !== null && (value === chain.base || value === 'null');
