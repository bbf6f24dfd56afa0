import type { FieldChange } from '../../../domain/edits/edit.ts';
import type { FileDetail } from '../../../contract/files.ts';
import type { KeymapState } from '../../../state/app/keymap.svelte.ts';

/** The conflict that can be settled without a look at others: the latest change of the only field in conflict. */
export function onlyConflict({ changes }: Pick<FileDetail, 'changes'>): FieldChange | null {
  const conflicts = changes.filter(({ status }) => status === 'conflicted');
  const isOnly = new Set(conflicts.map(({ field }) => field)).size === 1;
  return isOnly ? (conflicts.at(-1) ?? null) : null;
}

/** @returns the side that a key press takes; null for a press that means something else, such as typing */
export function conflictSide(event: KeyboardEvent, keymap: KeymapState): 'mine' | 'server' | null {
  const { target } = event;
  if (target instanceof Element && target.closest('input, textarea, select') !== null) return null;
  const id = keymap.shortcutOf(event, 'conflict');
  if (id === 'useMine') return 'mine';
  return id === 'useServer' ? 'server' : null;
}
