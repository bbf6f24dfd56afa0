import type { FieldChange } from '../../../domain/edits/edit.ts';
import type { FileDetail } from '../../../contract/files.ts';

/** The keys that settle a conflict, and the side that each of them takes. */
const sides: Readonly<Record<string, 'mine' | 'server'>> = { 1: 'mine', 2: 'server' };

/** The conflict that can be settled without a look at others: the latest change of the only field in conflict. */
export function onlyConflict({ changes }: Pick<FileDetail, 'changes'>): FieldChange | null {
  const conflicts = changes.filter(({ status }) => status === 'conflicted');
  const isOnly = new Set(conflicts.map(({ field }) => field)).size === 1;
  return isOnly ? (conflicts.at(-1) ?? null) : null;
}

/** @returns the side that a key press takes; null for a press that means something else, such as typing */
export function conflictSide({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): 'mine' | 'server' | null {
  const isTyping = target instanceof Element && target.closest('input, textarea, select') !== null;
  return isTyping || ctrlKey || metaKey || altKey ? null : (sides[key] ?? null);
}
