import type { Database } from 'better-sqlite3';
import type { Schema } from '../../../electron/database/sqlite/migrate.ts';

/** Migrations with places at which a process may end, inside each step after the first. */
export const dyingSchema = {
  applicationId: 0x0d1e,
  isRebuildable: false,
  migrations: [
    {
      version: 1,
      up: 'CREATE TABLE rows (number INTEGER, text TEXT); INSERT INTO rows VALUES (1, NULL), (2, NULL), (3, NULL);',
    },
    { version: 2, up: `CREATE TABLE second (number INTEGER); INSERT INTO second VALUES (die('second'));` },
    { version: 3, up: `CREATE TABLE third (number INTEGER); INSERT INTO third VALUES (die('third'));` },
  ],
} as const satisfies Schema;

/** Makes the function that the schema calls with the place where it stands. */
export function withDie(db: Database, reached: (place: string) => void): Database {
  return db.function('die', { deterministic: true }, (place: unknown) => {
    reached(String(place));
    return 1;
  });
}
