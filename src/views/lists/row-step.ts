import type { KeymapState } from '../../state/app/keymap.svelte.ts';

/** How far a key moves in a list of rows; 0 for a key that does not. */
export function rowStep(keymap: KeymapState, event: KeyboardEvent): -1 | 0 | 1 {
  const id = keymap.shortcutOf(event, 'lists');
  if (id === 'nextRow') return 1;
  return id === 'previousRow' ? -1 : 0;
}
