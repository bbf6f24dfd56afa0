import SQLite from 'better-sqlite3';
import { migrate } from '../../../electron/database/sqlite/migrate.ts';
import { dyingSchema, withDie } from './dying-schema.ts';

/** Migrates the file of the first word, and ends at once where the second one says. */
const [path = '', place = ''] = process.argv.slice(2);
const db = new SQLite(path);
withDie(db, (where) => {
  if (where === place) process.kill(process.pid, 'SIGKILL');
});
migrate(db, dyingSchema);
