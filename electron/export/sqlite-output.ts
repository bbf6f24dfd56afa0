import SQLite from 'better-sqlite3';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import { closedOnFailure } from '../database/sqlite/closed-on-failure.ts';
import type { ExportJob, Output } from './job.ts';

/** Files in one transaction; the export checks for cancelling between two. */
const FULL = 500;

// A partial database is deleted, so it need not survive a crash: no sync. The journal stays in memory, because a journal
// file would be left beside the export; better-sqlite3 forbids `journal_mode = OFF` (SQLITE_DBCONFIG_DEFENSIVE).
const PRAGMAS = ['journal_mode = MEMORY', 'synchronous = OFF', 'locking_mode = EXCLUSIVE', 'cache_size = -8192'];

/**
 * Writes an SQLite database, for readers without this app.
 *
 * @param path of an empty file
 * @param about the metadata of the export, for the table `about`
 * @param yieldToEventLoop lets the message of a cancelled export in; throws then
 */
export function sqliteOutput(
  path: string,
  about: ReadonlyMap<string, string>,
  yieldToEventLoop: () => Promise<void>,
): Output {
  return closedOnFailure(new SQLite(path, { fileMustExist: true }), (db) => outputInto(db, about, yieldToEventLoop));
}

function outputInto(
  db: SQLite.Database,
  about: ReadonlyMap<string, string>,
  yieldToEventLoop: () => Promise<void>,
): Output {
  for (const pragma of PRAGMAS) db.pragma(pragma);
  db.exec(tables);
  const put = writer(db);
  let added = 0;
  db.exec('BEGIN');
  return {
    add: (file) => {
      put(file);
      added += 1;
    },
    isFull: () => added >= FULL,
    flush: () => {
      added = 0;
      db.exec('COMMIT; BEGIN');
      return Promise.resolve();
    },
    finish: async () => {
      const insert = db.prepare<[string, string]>('INSERT INTO about (key, value) VALUES (?, ?)');
      for (const [key, value] of about) insert.run(key, value);
      db.exec('COMMIT');
      for (const index of indexes) {
        await yieldToEventLoop();
        db.exec(index);
      }
    },
    close: () => {
      db.close();
      return Promise.resolve();
    },
  };
}

function writer(db: SQLite.Database): (file: ExportedFile) => void {
  const insertFile = db.prepare(/* sql */ `
    INSERT INTO files (network, id, cid, name, size_bytes, number_of_files, mime_type, group_id, created_at, state)
    VALUES (@network, @id, @cid, @name, @sizeBytes, @numberOfFiles, @mimeType, @groupId, @createdAt, @state)
  `);
  const insertPair = db.prepare<[number, string, string]>('INSERT INTO metadata (file, key, value) VALUES (?, ?, ?)');
  return ({ keyvalues, ...file }) => {
    const { sizeBytes, numberOfFiles } = file;
    const row = { ...file, sizeBytes: wholeNumber(sizeBytes), numberOfFiles: wholeNumber(numberOfFiles) };
    const number = Number(insertFile.run(row).lastInsertRowid);
    for (const [key, value] of keyvalues) if (key.isWellFormed()) insertPair.run(number, key, value);
  };
}

/** @returns null for a number outside JavaScript's safe integers */
const wholeNumber = (value: number | null): number | null => {
  const rounded = value === null ? null : Math.round(value);
  return Number.isSafeInteger(rounded) ? rounded : null;
};

/** The tables of an exported database. */
export const tables = /* sql */ `
  CREATE TABLE about (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE files (
    number          INTEGER PRIMARY KEY,
    network         TEXT NOT NULL,
    id              TEXT NOT NULL,
    cid             TEXT NOT NULL,
    name            TEXT,
    size_bytes      INTEGER,
    number_of_files INTEGER,
    mime_type       TEXT,
    group_id        TEXT,
    created_at      TEXT,
    state           TEXT NOT NULL
  ) STRICT;

  CREATE TABLE metadata (
    file  INTEGER NOT NULL REFERENCES files (number),
    key   TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (file, key)
  ) STRICT, WITHOUT ROWID;
`;

/** Created after the rows, which takes a fraction of the time. */
export const indexes: readonly string[] = [
  'CREATE UNIQUE INDEX files_by_id ON files (network, id)',
  'CREATE INDEX files_by_cid ON files (cid)',
  'CREATE INDEX metadata_by_key ON metadata (key, value)',
];

/** Explains the tables to a reader who finds the file years later. */
export const schemaNote = new Map([
  [
    'table files',
    'One row for each file. number: its place in the list it was exported from, from 1. network: public or private. ' +
      'id: the service’s identifier, unique within a network. cid: the content identifier, or "pending". ' +
      'size_bytes, number_of_files, mime_type, group_id, created_at (ISO 8601): as the service said, NULL when it did not. ' +
      'name: as shown, NULL when there is none.',
  ],
  [
    'column files.state',
    'onServer: this is what the service had. waiting, held, needsYou, refused, gone: name or metadata hold an edit that ' +
      'was made on this computer and had not arrived at the service, or not been accepted by it.',
  ],
  [
    'table metadata',
    'One row for each key of a file; file is files.number. For example: SELECT name FROM files JOIN metadata ON file = ' +
      "number WHERE key = 'env' AND value = 'prod'. A key with half a character in it (an unpaired surrogate) cannot be " +
      'text in SQLite and is left out; an export as JSON Lines has it.',
  ],
]);

/** The metadata of an export, for the table `about`. */
export const exportMetadata = (job: ExportJob, files: number): ReadonlyMap<string, string> =>
  new Map([
    ['what', `Records of ${files === 1 ? '1 file' : `${files} files`}, as Pinfold ${job.appVersion} showed them.`],
    ['connection', job.connection.name],
    ['service', job.connection.service],
    ['exported_at', new Date(job.atMs).toISOString()],
    ['files', String(files)],
    ['selection', selectionMessage(job)],
    ...schemaNote,
  ]);

function selectionMessage({ selection }: ExportJob): string {
  if (selection.kind === 'keys') return 'Files that were selected one by one.';
  const { query, except } = selection;
  const left = except.length === 0 ? '' : ` Without ${except.length} that were taken out of the selection.`;
  return `Every file found by this question: ${JSON.stringify(query)}.${left}`;
}
