import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connection } from '../../../src/domain/connections/connection.ts';
import { selfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { look } from '../../../src/domain/library/look.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';
import { draft } from '../../../src/domain/edits/draft.ts';
import { readableViews } from '../../../src/domain/files/queries.ts';
import { knownSigner } from '../../../src/domain/signatures/known-signer.ts';
import { fileKeyColumns } from '../sqlite/column-parsers.ts';
import { unlessRefused } from '../sqlite/errors.ts';
import { isRefusal, reading } from './outbox-contents.ts';

const cell = z.union([z.string(), z.number(), z.null()]);
type Row = Readonly<Record<string, z.infer<typeof cell>>>;
const row = z.record(z.string(), cell);

/** A row as it is carried; null for one that stays behind. */
type Carried = (row: Row) => Row | null;

const parsed = (text: unknown): unknown => (typeof text === 'string' ? parseJsonOrNull(text) : null);

const where =
  (fits: (row: Row) => boolean): Carried =>
  (one) =>
    fits(one) ? one : null;
/** Rows whose column holds JSON of a shape. */
const withJson = (column: string, shape: z.ZodType): Carried =>
  where((one) => shape.safeParse(parsed(one[column])).success);
const hasFile = (one: Row): boolean => fileKeyColumns.safeParse(one).success;

/** The id stands in the row and in its JSON, which the screens read. */
function carriedConnection(one: Row): Row | null {
  const read = connection.safeParse(parsed(one['connection_json']));
  return read.success ? { ...one, id: read.data.id } : null;
}

/** One row holds all views of a connection: those that can be read are carried. */
function carriedViews(one: Row): Row | null {
  const views = readableViews(parsed(one['views_json']));
  return views === null ? null : { ...one, views_json: JSON.stringify(views) };
}

/** The tables that belong to the person, with what is carried of a row: a flipped bit must not follow into the new file. */
const CARRIED: readonly (readonly [table: string, carried: Carried])[] = [
  ['connections', carriedConnection],
  ['preferences', withJson('preferences_json', z.looseObject({}))],
  ['saved_views', carriedViews],
  ['drafts', (one) => (hasFile(one) ? withJson('draft_json', draft)(one) : null)],
  ['stars', where(hasFile)],
  ['file_notes', where(hasFile)],
  ['group_names', (one) => one],
  ['known_signers', where(({ address, label }) => knownSigner.safeParse({ address, label, addedAtMs: 0 }).success)],
  ['self_tests', withJson('self_test_json', selfTestTrace)],
  ['library_looks', withJson('look_json', look)],
];

/**
 * Takes what belongs to the person beside the edits out of an outbox that is not open, as far as it can be read.
 *
 * @throws SqliteError when the new one cannot be written
 */
export function carryOver(from: string, into: Database): void {
  const found = reading<readonly TableRows[]>(from, [], (db) =>
    CARRIED.map(([table, carried]) => {
      const columns = columnsOf(into, table);
      const rows = readableRows(db, table, columns).map(carried);
      return { table, columns, rows: rows.filter((one) => one !== null) };
    }),
  );
  for (const { rows, ...of } of found) for (const one of rows) insert(into, of, one);
}

type Table = { readonly table: string; readonly columns: readonly string[] };
type TableRows = Table & { readonly rows: readonly Row[] };

const columnsOf = (db: Database, table: string): readonly string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(db.pragma(`table_info(${table})`))
    .map(({ name }) => name);

/** Every row before the first that cannot be read. */
function readableRows(db: Database, table: string, columns: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  try {
    for (const found of db.prepare<[], unknown>(`SELECT ${columns.join(', ')} FROM ${table}`).iterate()) {
      const read = row.safeParse(found);
      if (read.success) rows.push(read.data);
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  return rows;
}

/** A row that the table refuses is damaged, and stays behind. */
function insert(into: Database, { table, columns }: Table, one: Row): void {
  const places = columns.map((name) => `@${name}`).join(', ');
  const statement = into.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`);
  unlessRefused(
    () => statement.run(one),
    () => undefined,
  );
}
