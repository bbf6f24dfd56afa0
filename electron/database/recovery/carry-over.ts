import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { connection } from '../../../src/domain/connections/connection.ts';
import { selfTestTrace } from '../../../src/domain/connections/self-test.ts';
import { look } from '../../../src/domain/library/look.ts';
import { savedView } from '../../../src/domain/files/queries.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';
import { isRefusal, reading } from './outbox-contents.ts';

const cell = z.union([z.string(), z.number(), z.null()]);
type Row = Readonly<Record<string, z.infer<typeof cell>>>;
const row = z.record(z.string(), cell);

/** The tables that belong to the person, with what makes a row of one fit: a flipped bit must not follow into the new file. */
const CARRIED: readonly (readonly [table: string, fits: (row: Row) => boolean])[] = [
  ['connections', ({ connection_json }) => connection.safeParse(parsed(connection_json)).success],
  ['preferences', ({ preferences_json }) => z.looseObject({}).safeParse(parsed(preferences_json)).success],
  ['saved_views', ({ views_json }) => z.array(savedView).safeParse(parsed(views_json)).success],
  ['drafts', ({ draft_json }) => parsed(draft_json) !== null],
  ['stars', () => true],
  ['file_notes', () => true],
  ['group_names', () => true],
  ['known_signers', () => true],
  ['self_tests', ({ self_test_json }) => selfTestTrace.safeParse(parsed(self_test_json)).success],
  ['library_looks', ({ look_json }) => look.safeParse(parsed(look_json)).success],
];

const parsed = (text: unknown): unknown => (typeof text === 'string' ? parseJsonOrNull(text) : null);

/** Takes what belongs to the person beside the edits out of an outbox that is not open, as far as it can be read. */
export function carryOver(from: string, into: Database): void {
  reading(from, undefined, (db) => {
    for (const [table, fits] of CARRIED) {
      const columns = columnsOf(into, table);
      for (const one of readableRows(db, table, columns)) if (fits(one)) insert(into, table, columns, one);
    }
  });
}

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
function insert(into: Database, table: string, columns: readonly string[], one: Row): void {
  const places = columns.map((name) => `@${name}`).join(', ');
  try {
    into.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).run(one);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
