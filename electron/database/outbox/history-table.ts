import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { field, type Field, type FieldValue } from '../../../src/domain/files/field.ts';
import { editId, type EditId, type FileRef } from '../../../src/domain/core/ids.ts';
import { jsonColumn } from '../sqlite/column-parsers.ts';

/** A value that another one displaced: `mine` by the service's, `server` by mine; `observed` was seen on the service. */
export type HistoryValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly source: 'server' | 'mine' | 'observed';
  readonly atMs: number;
  /** The edit it was part of, or gave way to. */
  readonly editId: EditId | null;
};

const pastRow = z
  .object({
    field,
    value_json: jsonColumn(z.string().nullable()),
    source: z.enum(['server', 'mine', 'observed']),
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

/** Displaced values: every value that anybody wrote leaves a trace. */
export function historyTable(db: Database) {
  const insert = db.prepare(/* sql */ `
    INSERT INTO field_history (connection_id, network, file_id, field, value_json, source, at_ms, edit_id)
    VALUES (@connectionId, @network, @id, @field, @value_json, @source, @atMs, @editId)
  `);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT field, value_json, source, at_ms, edit_id FROM field_history
    WHERE connection_id = ? AND network = ? AND file_id = ? ORDER BY number DESC
  `);
  return {
    put: ({ connectionId, network, id }: FileRef, { value, ...rest }: HistoryValue): void =>
      void insert.run({ connectionId, network, id, value_json: JSON.stringify(value), ...rest }),
    /** Newest first. */
    list: ({ connectionId, network, id }: FileRef): readonly HistoryValue[] =>
      select.all(connectionId, network, id).map((row) => pastRow.parse(row)),
  };
}
export type HistoryTable = ReturnType<typeof historyTable>;
