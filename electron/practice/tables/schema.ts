import Database from 'better-sqlite3';
import { matchesIlike } from './ilike.ts';

export type PracticeDatabase = Database.Database;

/** "PfPr" in ASCII: marks a practice database among SQLite files (SQLite, PRAGMA application_id). */
const APPLICATION_ID = 0x50665072;
const SCHEMA_VERSION = 1;

const TABLES = /* sql */ `
  CREATE TABLE account (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    account_id TEXT NOT NULL,
    owner_email TEXT NOT NULL,
    token_secret TEXT NOT NULL,
    seed INTEGER NOT NULL,
    seeded INTEGER NOT NULL CHECK (seeded IN (0, 1))
  ) STRICT;
  CREATE TABLE files (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    network TEXT NOT NULL CHECK (network IN ('public', 'private')),
    name TEXT,
    cid TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    number_of_files INTEGER NOT NULL,
    mime_type TEXT,
    group_id TEXT,
    keyvalues TEXT,
    created_at TEXT NOT NULL,
    signer INTEGER,
    leaves_out_nulls INTEGER NOT NULL CHECK (leaves_out_nulls IN (0, 1))
  ) STRICT;
  CREATE TABLE keys (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    limit_spelling TEXT NOT NULL,
    max_uses INTEGER,
    uses INTEGER NOT NULL,
    user_id TEXT NOT NULL,
    scopes TEXT NOT NULL CHECK (json_valid(scopes)),
    revoked INTEGER NOT NULL CHECK (revoked IN (0, 1)),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
`;

/** Created after the fill: one sorted build of an index is several times faster than a million random insertions. */
const INDEXES = /* sql */ `
  CREATE UNIQUE INDEX IF NOT EXISTS files_by_id ON files (id);
  CREATE INDEX IF NOT EXISTS files_by_cid ON files (cid, network, seq);
  CREATE INDEX IF NOT EXISTS files_by_network ON files (network, seq);
  CREATE UNIQUE INDEX IF NOT EXISTS keys_by_id ON keys (id);
  CREATE UNIQUE INDEX IF NOT EXISTS keys_by_key ON keys (key);
`;

/** The file belongs to another program or to another version of the practice service. */
export class NotAPracticeDatabaseError extends Error {
  override name = 'NotAPracticeDatabaseError';
}

/**
 * Opens a practice database, and creates the tables of a new file.
 *
 * @throws NotAPracticeDatabaseError when the file belongs to something else or to another version
 */
export function openPracticeDatabase(path: string): PracticeDatabase {
  const database = new Database(path);
  try {
    const applicationId = database.pragma('application_id', { simple: true });
    const version = database.pragma('user_version', { simple: true });
    const tables = database.prepare(/* sql */ `SELECT count(*) FROM sqlite_schema`).pluck().get();
    if (applicationId === 0 && version === 0 && tables === 0) create(database);
    else if (applicationId !== APPLICATION_ID || version !== SCHEMA_VERSION) {
      throw new NotAPracticeDatabaseError(`${path} is not a practice database of version ${SCHEMA_VERSION}`);
    }
    configure(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function create(database: PracticeDatabase): void {
  database.transaction(() => {
    database.exec(TABLES);
    database.pragma(`application_id = ${APPLICATION_ID}`);
    database.pragma(`user_version = ${SCHEMA_VERSION}`);
  })();
}

function configure(database: PracticeDatabase): void {
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('cache_size = -65536');
  database.function('matches_ilike', { deterministic: true }, (name, pattern) =>
    typeof name === 'string' && typeof pattern === 'string' && matchesIlike(name, pattern) ? 1 : 0,
  );
}

export function makeIndexes(database: PracticeDatabase): void {
  database.exec(INDEXES);
}

export function dropIndexes(database: PracticeDatabase): void {
  for (const index of ['files_by_id', 'files_by_cid', 'files_by_network', 'keys_by_id', 'keys_by_key']) {
    database.exec(/* sql */ `DROP INDEX IF EXISTS ${index}`);
  }
}
