import { UndoHistory, type UndoPorts } from '../../electron/sync/outbox/undo-history.ts';
import type { UndoStacks } from '../../electron/sync/outbox/undo-step.ts';

/**
 * Undo over a queue in memory: what can be undone next is kept as long as the queue.
 *
 * @param partDone hears of each part of a run, as it is journalled
 */
export function memoryUndo(
  ports: Omit<UndoPorts, 'load' | 'save' | 'journal'>,
  partDone: (entries: { readonly run: unknown; readonly part: unknown }) => void = () => undefined,
): UndoHistory {
  let stacks: UndoStacks = { undo: [], redo: [] };
  let parts: readonly unknown[] = [];
  return new UndoHistory({
    ...ports,
    load: () => stacks,
    save: (_connectionId, next) => void (stacks = next),
    journal: {
      parts: () => parts,
      add: (_connectionId, part) => {
        if (parts.length > 0) partDone({ run: parts[0], part });
        parts = [...parts, part];
      },
      clear: () => void (parts = []),
    },
  });
}
