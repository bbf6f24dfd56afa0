import { activityLimits } from '../../../src/domain/activity/activity.ts';
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/durations.ts';
import type { Database } from 'better-sqlite3';
import { editCountersTable } from './edit-counters.ts';
import { checkpoint } from './checkpoint.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** Edits that are over can be seen and undone for 30 days. */
export const KEPT_MS = 30 * DAY_MS;

/** A moment that confirms a clock is about a day older: a wake-up a day later may come a little early. */
const CONFIRMED_AFTER_MS = 23 * HOUR_MS;
const EARLIER_PRUNE = 'latestPruneMs';

/**
 * Removes edits all of whose changes have been settled or discarded for 30 days, and events as old. One call notes that an
 * edit is over, a later one removes it, by the clock of the call before: call it about daily. A clock that is wrong for one
 * start removes nothing.
 *
 * @returns how many edits were removed
 */
export function prune(db: Database, nowMs: number): number {
  const { atomically, afterCommit } = transactions(db);
  const counters = editCountersTable(db);
  return atomically(() => {
    const earlierMs = earlierPrune(db);
    const isConfirmed = earlierMs !== null && nowMs - earlierMs >= CONFIRMED_AFTER_MS;
    const isBehind = earlierMs !== null && nowMs < earlierMs;
    if (earlierMs === null || isConfirmed || isBehind) notePrune(db, nowMs);
    reopen(db);
    if (earlierMs === null || isConfirmed) noteClosed(db, nowMs);
    if (!isConfirmed) return 0;
    bringNear(db, nowMs);
    db.prepare('DELETE FROM activity WHERE at_ms < ?').run(earlierMs - activityLimits.keptMs);
    removeOrphanedValues(db, earlierMs - KEPT_MS);
    const removed = removeEdits(db, earlierMs - KEPT_MS);
    if (removed === 0) return 0;
    const now = counters.get();
    counters.set({ ...now, pruned: now.pruned + removed });
    afterCommit(checkpoint(db).soon);
    return removed;
  });
}

/** @returns null before the first prune */
function earlierPrune(db: Database): number | null {
  const found = db.prepare<[string], unknown>('SELECT value FROM counters WHERE name = ?').pluck().get(EARLIER_PRUNE);
  return found === undefined ? null : numberOf(found);
}

function notePrune(db: Database, nowMs: number): void {
  db.prepare<[string, number]>(
    'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(EARLIER_PRUNE, nowMs);
}

const OPEN = `EXISTS (
  SELECT 1 FROM edit_changes AS change
  WHERE change.edit_seq = edits.seq AND change.status NOT IN ('settled', 'discarded'))`;

function reopen(db: Database): void {
  db.prepare(`UPDATE edits SET closed_since_ms = NULL WHERE closed_since_ms IS NOT NULL AND ${OPEN}`).run();
}

function noteClosed(db: Database, nowMs: number): void {
  db.prepare(`UPDATE edits SET closed_since_ms = ? WHERE closed_since_ms IS NULL AND NOT ${OPEN}`).run(nowMs);
}

/** A clock that was ahead saw these edits end. */
function bringNear(db: Database, nowMs: number): void {
  db.prepare('UPDATE edits SET closed_since_ms = ? WHERE closed_since_ms > ?').run(nowMs, nowMs);
}

/** No screen shows the displaced values of a connection that is gone. */
function removeOrphanedValues(db: Database, beforeMs: number): void {
  const isGone = 'NOT EXISTS (SELECT 1 FROM connections WHERE connections.id = field_history.connection_id)';
  db.prepare(`DELETE FROM field_history WHERE at_ms < ? AND ${isGone}`).run(beforeMs);
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
