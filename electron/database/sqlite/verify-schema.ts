import SQLite, { type Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Schema } from './migrate.ts';
import { DamagedFileError } from './errors.ts';

const definition = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });
type Definition = z.infer<typeof definition>;

/**
 * Compares every definition of a file with what its migrations make. SQLite's own check takes a definition with a flipped
 * bit for another one that somebody wanted.
 *
 * @param version of the file
 * @throws DamagedFileError
 */
export function verifySchema(db: Database, { migrations }: Schema, version: number): void {
  if (version === 0) return;
  const fresh = new SQLite(':memory:');
  try {
    for (const { up } of migrations.filter((step) => step.version <= version)) fresh.exec(up);
    const [found, made] = [definitions(db), definitions(fresh)];
    const odd = found.find((one, at) => !isSame(one, made[at]));
    if (odd !== undefined || found.length !== made.length) {
      throw new DamagedFileError(`its definition of ${odd?.name ?? 'a table'} is not as it was made`);
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
