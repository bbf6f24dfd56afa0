import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { numberOf, VALUE } from '../sqlite/column-parsers.ts';
import type { ProjectedFile, ProjectedRow } from './projected-file.ts';

const oldRow = z.object({
  shown_name: z.string().nullable(),
  network: z.string(),
  cid: z.string(),
  size_bytes: z.number().nullable(),
  mime_type: z.string().nullable(),
  group_id: z.string().nullable(),
  created_at: z.string().nullable(),
  state: z.number(),
  open_changes: z.number(),
  text: z.string(),
});
/** What the tables hold of a file. */
type OldRow = z.infer<typeof oldRow>;

const lastRowIds = new WeakMap<Database, number>();

/**
 * Gives each new row an id above all before it, in this run of the app. SQLite gives the id of a deleted last row out again
 * (https://sqlite.org/autoinc.html), and a reader that has seen a larger one would take the row for one that it knows.
 */
function rowIdSource(db: Database): () => number {
  const select = db
    .prepare<[], unknown>(
      'SELECT max(coalesce((SELECT max(row_id) FROM files), 0), coalesce((SELECT max(row_id) FROM row_changes), 0))',
    )
    .pluck();
  return () => {
    const next = (lastRowIds.get(db) ?? numberOf(select.get())) + 1;
    lastRowIds.set(db, next);
    return next;
  };
}

/** Rows of `files` and `search_texts`: a file as lists, filters and searches read it. */
export function projectedRows(db: Database) {
  const nextRowId = rowIdSource(db);
  const select = db.prepare<[number], unknown>(/* sql */ `
    SELECT file.shown_name, file.network, file.cid, file.size_bytes, file.mime_type, file.group_id, file.created_at,
      file.state, file.open_changes, search.text
    FROM files AS file JOIN search_texts AS search USING (row_id) WHERE file.row_id = ${VALUE}
  `);
  const insert = db.prepare(/* sql */ `
    INSERT INTO files (row_id, copy, network, id, shown_name, name_key, cid, size_bytes, mime_type, group_id, created_at,
      state, open_changes)
    VALUES (@rowId, @mirrorId, @network, @id, @shown_name, @name_key, @cid, @size_bytes, @mime_type, @group_id, @created_at,
      @state, @open_changes)
  `);
  const updateColumns = columnUpdater(db);
  const insertText = db.prepare<[number, number, string]>(
    'INSERT INTO search_texts (row_id, copy, text) VALUES (?, ?, ?)',
  );
  const updateText = db.prepare<[string, number]>('UPDATE search_texts SET text = ? WHERE row_id = ?');
  return {
    get: (rowId: number): OldRow => oldRow.parse(select.get(rowId)),
    insert: (mirrorId: number, { row }: ProjectedFile): number => {
      const rowId = nextRowId();
      insert.run({ rowId, mirrorId, ...row });
      return rowId;
    },
    insertText: (rowId: number, mirrorId: number, { text }: ProjectedFile): void =>
      void insertText.run(rowId, mirrorId, text),
    update: (rowId: number, old: OldRow, { row, text }: ProjectedFile): void => {
      updateColumns(rowId, row, changedColumns(old, row));
      if (old.text !== text) updateText.run(text, rowId);
    },
  };
}

const comparable = [
  'shown_name',
  'cid',
  'size_bytes',
  'mime_type',
  'group_id',
  'created_at',
  'state',
  'open_changes',
] as const satisfies readonly (keyof ProjectedRow)[];

type Column = (typeof comparable)[number];

const changedColumns = (old: OldRow, row: ProjectedRow): readonly Column[] =>
  comparable.filter((column) => old[column] !== row[column]);

/** Whether a file's rows need no update. */
export const isSameRow = (old: OldRow, { row, text }: ProjectedFile): boolean =>
  old.text === text && changedColumns(old, row).length === 0;

/**
 * Writes the columns that change, with a statement for each set of them. SQLite takes the entry of every index that has a
 * column of the SET list out and puts it back, also where the value stays the same (`EXPLAIN UPDATE` shows it):
 * a rename would write into seven indexes instead of two.
 */
function columnUpdater(db: Database): (rowId: number, row: ProjectedRow, columns: readonly Column[]) => void {
  const statements = new Map<string, Statement>();
  const statementFor = (columns: readonly Column[]): Statement => {
    // The key is what lists sort by: it is made of the name, and changes with it.
    const written = columns.flatMap((column) => (column === 'shown_name' ? [column, 'name_key'] : [column]));
    const assignments = written.map((column) => `${column} = @${column}`).join(', ');
    const known = statements.get(assignments);
    if (known !== undefined) return known;
    const made = db.prepare(`UPDATE files SET ${assignments} WHERE row_id = @rowId`);
    statements.set(assignments, made);
    return made;
  };
  return (rowId, row, columns) => {
    if (columns.length > 0) statementFor(columns).run({ rowId, ...row });
  };
}
