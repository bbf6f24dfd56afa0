import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, editId, type EditId, type FileRef } from '../../../src/domain/core/ids.ts';
import { field, type Field, type FieldValue } from '../../../src/domain/files/field.ts';
import { jsonColumn, textOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** A value that another one displaced: `mine` by the service's, `server` by mine. */
export type HistoryValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly source: 'server' | 'mine';
  readonly atMs: number;
  /** The edit it was part of, or gave way to. */
  readonly editId: EditId | null;
};

const pastRow = z
  .object({
    field,
    value_json: jsonColumn(z.string().nullable()),
    source: z.enum(['server', 'mine']),
    at_ms: z.number(),
    edit_id: editId.nullable(),
  })
  .transform((row): HistoryValue => ({
    field: row.field,
    value: row.value_json,
    source: row.source,
    atMs: row.at_ms,
    editId: row.edit_id,
  }));

/** Displaced values: every value that an edit overwrote or gave up leaves a trace. */
export function historyTable(db: Database) {
  const insert = db.prepare(/* sql */ `
    INSERT INTO field_history (connection_id, network, file_id, field, value_json, source, at_ms, edit_id)
    VALUES (@connectionId, @network, @id, @field, @value_json, @source, @atMs, @editId)
  `);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT field, value_json, source, at_ms, edit_id FROM field_history
    WHERE connection_id = ? AND network = ? AND file_id = ? AND source <> 'observed' ORDER BY number DESC
  `);
  return {
    put: ({ connectionId, network, id }: FileRef, { value, ...rest }: HistoryValue): void =>
      void insert.run({ connectionId, network, id, value_json: JSON.stringify(value), ...rest }),
    /** Newest first. */
    list: ({ connectionId, network, id }: FileRef): readonly HistoryValue[] =>
      select.all(connectionId, network, id).map((row) => pastRow.parse(row)),
  };
}

/**
 * The undo history of each connection, as JSON whose shape only the caller knows.
 *
 * @param read parses the stored history; null when there is none yet
 */
export function undoTable<Stacks>(db: Database, read: (stored: unknown) => Stacks) {
  const { afterCommit } = transactions(db);
  // A cache, because every edit adds to the history, and every announcement asks for it, while a person waits; only this
  // thread writes it.
  const cache = new Map<ConnectionId, Stacks>();
  const select = db.prepare<[string], unknown>('SELECT stacks_json FROM undo_stacks WHERE connection_id = ?').pluck();
  const isKept = db.prepare<[string], unknown>('SELECT 1 FROM undo_stacks WHERE connection_id = ?');
  const upsert = db.prepare<[string, string]>(/* sql */ `
    INSERT INTO undo_stacks (connection_id, stacks_json) VALUES (?, ?)
    ON CONFLICT (connection_id) DO UPDATE SET stacks_json = excluded.stacks_json
  `);
  const selectParts = db
    .prepare<[string], unknown>('SELECT part_json FROM undo_runs WHERE connection_id = ? ORDER BY position')
    .pluck();
  const addPart = db.prepare<{ id: string; part: string }>(/* sql */ `
    INSERT INTO undo_runs (connection_id, position, part_json)
    SELECT @id, coalesce(max(position), 0) + 1, @part FROM undo_runs WHERE connection_id = @id
  `);
  const clear = db.prepare<[string]>('DELETE FROM undo_runs WHERE connection_id = ?');
  return {
    /** Parts of an undo that is under way, oldest first. */
    journal: {
      parts: (id: ConnectionId): readonly unknown[] =>
        textsOf(selectParts.all(id)).map((text): unknown => JSON.parse(text)),
      add: (id: ConnectionId, part: unknown): void => void addPart.run({ id, part: JSON.stringify(part) }),
      clear: (id: ConnectionId): void => void clear.run(id),
    },
    get: (id: ConnectionId): Stacks => {
      const cached = cache.get(id);
      // A connection that is removed takes its row along.
      if (cached !== undefined && isKept.get(id) !== undefined) return cached;
      cache.delete(id);
      const row = select.get(id);
      const stacks = read(row === undefined ? null : JSON.parse(textOf(row)));
      // What a transaction has written may be rolled back.
      if (row !== undefined && !db.inTransaction) cache.set(id, stacks);
      return stacks;
    },
    set: (id: ConnectionId, stacks: Stacks): void => {
      cache.delete(id);
      upsert.run(id, JSON.stringify(stacks));
      afterCommit(() => void cache.set(id, stacks));
    },
  };
}
