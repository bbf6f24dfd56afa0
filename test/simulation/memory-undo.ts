import { UndoHistory, type UndoPorts } from '../../electron/sync/outbox/undo-history.ts';
import type { UndoStacks } from '../../electron/sync/outbox/undo-step.ts';

/** Undo over a queue in memory: what can be undone next is kept as long as the queue. */
export function memoryUndo(ports: Omit<UndoPorts, 'load' | 'save' | 'journal'>): UndoHistory {
  let stacks: UndoStacks = { undo: [], redo: [] };
  let parts: readonly unknown[] = [];
  return new UndoHistory({
    ...ports,
    load: () => stacks,
    save: (_connectionId, next) => void (stacks = next),
    journal: {
      parts: () => parts,
      add: (_connectionId, part) => void (parts = [...parts, part]),
      clear: () => void (parts = []),
    },
  });
}
