import SQLite, { type Database } from 'better-sqlite3';
import type { RawRecord } from './pages.ts';

/** The baseline: what somebody writes by hand who has only this one table to fill and no promise to keep. */
const TABLES = /* sql */ `
  CREATE TABLE files (
    row_id INTEGER PRIMARY KEY, id TEXT NOT NULL, network TEXT NOT NULL, name TEXT, name_key TEXT, cid TEXT NOT NULL,
    size INTEGER, mime_type TEXT, group_id TEXT, created_at TEXT, state INTEGER NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE records (row_id INTEGER PRIMARY KEY, raw TEXT NOT NULL) STRICT;
  CREATE TABLE metadata (
    row_id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, family TEXT, name_key TEXT
  ) STRICT;
  CREATE TABLE queue (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, base TEXT, mine TEXT, at_ms INTEGER NOT NULL) STRICT;
`;

/** Built at the end of a first fill. The side table carries what its filter sorts and narrows by. */
const INDEXES = /* sql */ `
  CREATE UNIQUE INDEX files_by_id ON files (id);
  CREATE INDEX files_by_name ON files (name_key, row_id);
  CREATE INDEX files_by_type ON files (mime_type, name_key);
  CREATE INDEX files_by_group ON files (group_id, name_key);
  CREATE INDEX metadata_by_value ON metadata (key, value, family, name_key, row_id);
  CREATE VIRTUAL TABLE search_index USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );
  INSERT INTO search_index (rowid, text) SELECT row_id, text FROM files;
`;

export type RawOptions = { readonly synchronous: 'NORMAL' | 'FULL' };

export function openRaw(path: string, { synchronous }: RawOptions): Database {
  const db = new SQLite(path);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('cache_size = -65536');
  db.pragma('wal_autocheckpoint = 8000');
  return db;
}

export const makeRawTables = (db: Database): void => void db.exec(TABLES);
export const makeRawIndexes = (db: Database): void => void db.exec(INDEXES);

const BEYOND_ASCII = /[^\0-\x7f]/;

export const foldedRaw = (text: string): string =>
  (BEYOND_ASCII.test(text) ? text.normalize('NFKD').replaceAll(/\p{M}/gu, '') : text).toLowerCase();

/** @returns inserts one record with its side rows, to be called inside a transaction */
export function rawInserter(db: Database): (network: string, record: RawRecord) => void {
  const file = db.prepare(/* sql */ `
    INSERT INTO files (id, network, name, name_key, cid, size, mime_type, group_id, created_at, state, text)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
  `);
  const raw = db.prepare('INSERT INTO records (row_id, raw) VALUES (?, ?)');
  const pair = db.prepare('INSERT INTO metadata (row_id, key, value, family, name_key) VALUES (?, ?, ?, ?, ?)');
  return (network, record) => {
    const { id, name = null, cid, size = null, mime_type: type = null, group_id: group = null } = record;
    const pairs = Object.entries(record.keyvalues ?? {});
    const nameKey = name === null ? null : foldedRaw(name);
    const text = foldedRaw([name ?? '', cid, id, ...pairs.flat()].join('\n'));
    const created = record.created_at ?? null;
    const rowId = file.run(id, network, name, nameKey, cid, size, type, group, created, text).lastInsertRowid;
    raw.run(rowId, JSON.stringify(record));
    const family = type === null ? null : type.slice(0, type.indexOf('/') + 1);
    for (const [key, value] of pairs) pair.run(rowId, key, value, family, nameKey);
  };
}
