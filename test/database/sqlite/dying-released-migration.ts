import SQLite from 'better-sqlite3';
import { mirrorSchema } from '../../../electron/database/mirror/open-mirror.ts';
import { outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { migrate, type Migration } from '../../../electron/database/sqlite/migrate.ts';
import { withDie } from './dying-schema.ts';

/** Migrates an outbox or a mirror as a start does, and ends at once when the step to a version has done its work. */
const [path = '', name = '', version = ''] = process.argv.slice(2);
const schema = name === 'outbox' ? outboxSchema : mirrorSchema;
const withEnd = (step: Migration): Migration => ({ ...step, up: `${step.up}; SELECT die('${step.version}');` });
const [first, ...later] = schema.migrations;

const db = new SQLite(path);
db.pragma('journal_mode = WAL');
withDie(db, (where) => {
  if (where === version) process.kill(process.pid, 'SIGKILL');
});
migrate(db, { ...schema, migrations: [withEnd(first), ...later.map(withEnd)] });
