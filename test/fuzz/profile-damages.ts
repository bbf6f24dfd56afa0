import SQLite from 'better-sqlite3';
import fc from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hostileText } from './hostile.ts';

/** Counted over what is there, and round again. */
const place = fc.nat({ max: 10_000 });
const database = fc.constantFrom('outbox.db' as const, 'mirror.db' as const);
const cell = fc.oneof(
  hostileText,
  fc.integer(),
  fc.constantFrom(null, 0.5, 9e15, -1, '{}', '[]', '{"', '[[1]]', 'public', Buffer.from([0xff, 0x00])),
);

/** What another program, a bad disk or somebody with an editor may do to a profile: each file stays one that SQLite opens. */
export const profileDamage = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('cell' as const),
      database,
      table: place,
      row: place,
      column: place,
      cell,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rows' as const), database, table: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('object' as const), database, table: place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      file: fc.constantFrom('outbox.mark', 'starts.json', 'export.unfinished'),
      text: hostileText,
    }),
  },
);
export type ProfileDamage = typeof profileDamage extends fc.Arbitrary<infer One> ? One : never;

export function damageProfile(directory: string, given: ProfileDamage): void {
  if (given.kind === 'text') return writeFileSync(join(directory, given.file), given.text);
  const db = new SQLite(join(directory, given.database));
  try {
    db.pragma('foreign_keys = off');
    db.pragma('ignore_check_constraints = on');
    change(db, given);
  } catch (error) {
    // A constraint keeps the value out: nothing is damaged then.
    if (!(error instanceof SQLite.SqliteError)) throw error;
  } finally {
    db.close();
  }
}

const objects = z.array(z.object({ type: z.string(), name: z.string() }));

function change(db: SQLite.Database, given: Exclude<ProfileDamage, { kind: 'text' }>): void {
  const all = objects.parse(
    db.prepare("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name").all(),
  );
  const tables = all.filter(({ type, name }) => type === 'table' && isFilled(db, name));
  const object = all[given.table % all.length];
  const table = tables[given.table % tables.length]?.name;
  if (given.kind === 'object' && object !== undefined) return void db.exec(`DROP ${object.type} "${object.name}"`);
  if (table === undefined) return;
  if (given.kind === 'rows') return void db.exec(`DELETE FROM "${table}"`);
  if (given.kind === 'cell') changeCell(db, table, given);
}

function isFilled(db: SQLite.Database, table: string): boolean {
  return db.prepare(`SELECT 1 FROM "${table}" LIMIT 1`).get() !== undefined;
}

function changeCell(db: SQLite.Database, table: string, given: Extract<ProfileDamage, { kind: 'cell' }>): void {
  const columns = z.array(z.object({ name: z.string(), pk: z.number() })).parse(db.pragma(`table_info("${table}")`));
  const column = columns[given.column % columns.length]?.name;
  const rows = z.number().parse(db.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`);
  const key = keys.length === 0 ? 'rowid' : `(${keys.join(', ')})`;
  const wanted = keys.length === 0 ? 'rowid' : keys.join(', ');
  const where = `${key} = (SELECT ${wanted} FROM "${table}" LIMIT 1 OFFSET ${given.row % rows})`;
  db.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE ${where}`).run(given.cell);
}
