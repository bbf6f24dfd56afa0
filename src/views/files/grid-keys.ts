import type { FilesState } from '../../state/files.svelte.ts';
import { ROW_PX } from '../../state/row-geometry.ts';

/** Where a key moves to; null for a key that does not move. */
export function destination(key: string, files: FilesState): number | null {
  const { rows, openingPx } = files.scroll.geometry;
  const page = Math.max(1, Math.floor(openingPx / ROW_PX) - 1);
  const at = files.position ?? -1;
  switch (key) {
    case 'ArrowDown':
      return at + 1;
    case 'ArrowUp':
      return at - 1;
    case 'PageDown':
      return at + page;
    case 'PageUp':
      return at - page;
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return null;
  }
}
