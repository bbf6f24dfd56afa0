import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import type { ObservedValue, RemoteChange } from '../../../src/domain/edits/remote-change.ts';
import { field } from '../../../src/domain/files/field.ts';
import { jsonColumn, numberOf } from '../sqlite/column-parsers.ts';

/**
 * How much of the history is kept: whatever is older, or beyond the newest rows or bytes, goes. The age is told by a change of
 * a day before, because the clock of the latest ones may be ahead.
 */
type Limits = { readonly keptMs: number; readonly rows: number; readonly bytes: number };

const usualLimits: Limits = { keptMs: 30 * DAY_MS, rows: 20_000, bytes: 32_000_000 };
/** A prune reads the narrow columns of every row, so it runs once for this many rows or bytes. */
const ROWS_BETWEEN_PRUNES = 1_000;
const BYTES_BETWEEN_PRUNES = 4_000_000;

const value = z.string().nullable();
const storedChange = z.object({
  beforeAtMs: z.number(),
  fields: z.array(z.object({ field, value, before: value.optional() })),
  isAfterUpdate: z.boolean().default(false),
});
const changeRow = z.object({ at_ms: z.number(), changes_json: jsonColumn(storedChange) });

const lastNumbers = new WeakMap<Database, number>();

/** Gives each change a number above all before it, in this run of the app: SQLite gives that of a change that went out again. */
function numberSource(db: Database): () => number {
  const select = db.prepare<[], unknown>('SELECT coalesce(max(number), 0) FROM remote_changes').pluck();
  return () => {
    const next = (lastNumbers.get(db) ?? numberOf(select.get())) + 1;
    lastNumbers.set(db, next);
    return next;
  };
}

/** What other people changed, by the row of the file in the mirror. */
export function remoteChangesTable(db: Database, limits = usualLimits) {
  const nextNumber = numberSource(db);
  const insert = db.prepare<[number, number, number, number, string]>(
    'INSERT INTO remote_changes (number, row_id, at_ms, size_bytes, changes_json) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db.prepare<[number], unknown>(
    'SELECT at_ms, changes_json FROM remote_changes WHERE row_id = ? ORDER BY number DESC',
  );
  const pruneRows = pruner(db, limits);
  const sincePrune = { rows: 0, bytes: 0 };

  function prune(nowMs: number): void {
    pruneRows(nowMs);
    Object.assign(sincePrune, { rows: 0, bytes: 0 });
  }

  return {
    put: (rowId: number, { atMs, ...change }: RemoteChange): void => {
      const text = JSON.stringify(change);
      insert.run(nextNumber(), rowId, atMs, text.length, text);
      sincePrune.rows += 1;
      sincePrune.bytes += text.length;
      const isDue = sincePrune.rows >= Math.min(ROWS_BETWEEN_PRUNES, limits.rows);
      if (isDue || sincePrune.bytes >= Math.min(BYTES_BETWEEN_PRUNES, limits.bytes)) prune(atMs);
    },
    /** Newest first. */
    values: (rowId: number): readonly ObservedValue[] =>
      select.all(rowId).flatMap((row) => {
        const { at_ms: atMs, changes_json: change } = changeRow.parse(row);
        return change.fields.toReversed().flatMap((one) => observedValues(one, atMs, change));
      }),
    prune,
  };
}

function observedValues(
  { field, value, before }: z.infer<typeof storedChange>['fields'][number],
  atMs: number,
  { beforeAtMs, isAfterUpdate }: z.infer<typeof storedChange>,
): readonly ObservedValue[] {
  const now = { field, value, atMs, isGoneAfterUpdate: isAfterUpdate && value === null };
  return before === undefined ? [now] : [now, { field, value: before, atMs: beforeAtMs, isGoneAfterUpdate: false }];
}

function pruner(db: Database, { keptMs, rows, bytes }: Limits): (nowMs: number) => void {
  const removeOld = db.prepare<[number, number]>(/* sql */ `
    DELETE FROM remote_changes WHERE at_ms < (SELECT max(at_ms) FROM remote_changes WHERE at_ms <= ?) - ?
  `);
  const removeBeyond = db.prepare<[number, number]>(/* sql */ `
    DELETE FROM remote_changes WHERE number <= (
      SELECT max(number) FROM (
        SELECT number, row_number() OVER newest AS place, sum(size_bytes) OVER newest AS bytes
        FROM remote_changes WINDOW newest AS (ORDER BY number DESC)
      ) WHERE place > ? OR bytes > ?)
  `);
  return (nowMs) => {
    removeOld.run(nowMs - DAY_MS, keptMs);
    removeBeyond.run(rows, bytes);
  };
}
