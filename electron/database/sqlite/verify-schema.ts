import SQLite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Schema } from './migrate.ts';
import { DamagedFileError } from './errors.ts';

// SQLite keeps the text of a definition as it was written (https://sqlite.org/schematab.html). How it is laid out means
// nothing, and no single flipped bit turns a space into the end of a line.
const laidOutAlike = (sql: string): string => sql.replaceAll(/[ \n]+/g, ' ');

const definition = z.object({
  type: z.string(),
  name: z.string(),
  sql: z.string().transform(laidOutAlike).nullable(),
});
type Definition = z.infer<typeof definition>;

/**
 * Compares every definition of a file with what its migrations make: `integrity_check` takes a definition with a flipped
 * bit for one that somebody wanted.
 *
 * @param version of the file, 0 for an empty one
 * @throws DamagedFileError when a definition differs, is missing or was added
 */
export function verifySchema(db: Database, { migrations }: Schema, version: number): void {
  if (version === 0) return;
  const fresh = new SQLite(':memory:');
  try {
    for (const { up } of migrations.filter((step) => step.version <= version)) fresh.exec(up);
    const [found, made] = [definitions(db), definitions(fresh)];
    const altered = found.find((one, at) => !isSame(one, made[at]));
    if (altered !== undefined || found.length !== made.length) {
      throw new DamagedFileError(`its definition of ${altered?.name ?? 'a table'} is not as it was made`);
    }
  } finally {
    fresh.close();
  }
}

const definitions = (db: Database): readonly Definition[] =>
  db
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY type, name",
    )
    .all()
    .map((row) => definition.parse(row));

const isSame = (a: Definition, b: Definition | undefined): boolean =>
  a.type === b?.type && a.name === b.name && a.sql === b.sql;
