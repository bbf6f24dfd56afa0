import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { Database } from 'better-sqlite3';
import { editCountersTable } from './edit-counters.ts';
import { checkpoint } from './checkpoint.ts';
import { transactions } from '../sqlite/transactions.ts';

/** Edits that are over can be seen and undone for 30 days. */
export const KEPT_MS = 30 * DAY_MS;

/**
 * Removes edits all of whose changes have been settled or discarded for 30 days. One call notes that an edit is over, a
 * later one removes it: call it about daily.
 *
 * @returns how many edits were removed
 */
export function prune(db: Database, nowMs: number): number {
  const { atomically, afterCommit } = transactions(db);
  const counters = editCountersTable(db);
  return atomically(() => {
    noteClosed(db, nowMs);
    const removed = removeEdits(db, nowMs - KEPT_MS);
    if (removed === 0) return 0;
    const now = counters.get();
    counters.set({ ...now, pruned: now.pruned + removed });
    afterCommit(checkpoint(db).soon);
    return removed;
  });
}

const OPEN = `EXISTS (
  SELECT 1 FROM edit_changes AS change
  WHERE change.edit_seq = edits.seq AND change.status NOT IN ('settled', 'discarded'))`;

function noteClosed(db: Database, nowMs: number): void {
  db.prepare(`UPDATE edits SET closed_since_ms = NULL WHERE closed_since_ms IS NOT NULL AND ${OPEN}`).run();
  db.prepare(`UPDATE edits SET closed_since_ms = ? WHERE closed_since_ms IS NULL AND NOT ${OPEN}`).run(nowMs);
}

function removeEdits(db: Database, closedBeforeMs: number): number {
  const over = 'SELECT seq FROM edits WHERE closed_since_ms <= ?';
  db.prepare(`DELETE FROM attempt_edits WHERE edit_seq IN (${over})`).run(closedBeforeMs);
  db.prepare(`DELETE FROM adoptions WHERE edit_seq IN (${over})`).run(closedBeforeMs);
  db.prepare(`DELETE FROM edit_changes WHERE edit_seq IN (${over})`).run(closedBeforeMs);
  const { changes } = db.prepare('DELETE FROM edits WHERE closed_since_ms <= ?').run(closedBeforeMs);
  db.exec(/* sql */ `
    DELETE FROM attempts WHERE ended_at_ms IS NOT NULL AND is_resolved = 1
      AND NOT EXISTS (SELECT 1 FROM attempt_edits AS link WHERE link.attempt = attempts.number);
    DELETE FROM change_set_notes WHERE NOT EXISTS (SELECT 1 FROM edits WHERE edits.change_set = change_set_notes.change_set);
    DELETE FROM change_sets WHERE NOT EXISTS (SELECT 1 FROM edits WHERE edits.change_set = change_sets.number);
    DELETE FROM edited_files WHERE NOT EXISTS (SELECT 1 FROM edits WHERE edits.edited_file = edited_files.number);
  `);
  return changes;
}
