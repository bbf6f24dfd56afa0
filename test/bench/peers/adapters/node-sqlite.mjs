import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const TABLES = `
  CREATE TABLE IF NOT EXISTS files (row_id INTEGER PRIMARY KEY, id TEXT, network TEXT, name TEXT, name_key TEXT, cid TEXT,
    size INTEGER, type TEXT, grp TEXT, created TEXT, text TEXT, raw TEXT) STRICT;
  CREATE TABLE IF NOT EXISTS metadata (row_id INTEGER, key TEXT, value TEXT, family TEXT, name_key TEXT) STRICT;`;
const INDEXES = `
  CREATE UNIQUE INDEX files_by_id ON files (id);
  CREATE INDEX files_by_name ON files (name_key, row_id);
  CREATE INDEX metadata_by_value ON metadata (key, value, family, name_key, row_id);
  CREATE VIRTUAL TABLE search_index USING fts5 (text, content = '', tokenize = 'trigram case_sensitive 1');
  INSERT INTO search_index (rowid, text) SELECT row_id, text FROM files;`;

export function open(directory) {
  const db = new DatabaseSync(join(directory, 'files.db'));
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; ${TABLES}`);
  const made = new Map();
  const sql = (text) => made.get(text) ?? made.set(text, db.prepare(text)).get(text);
  const shown = (rows) =>
    rows.map(({ row_id: id }) => sql('SELECT id, name, cid, size, type FROM files WHERE row_id = ?').get(id));
  const keys = () => db.prepare('SELECT name_key, row_id FROM files ORDER BY name_key, row_id').all();
  let places = null;
  return {
    putPage: (page) => {
      db.exec('BEGIN IMMEDIATE');
      for (const doc of page) {
        const { lastInsertRowid } =
          sql(`INSERT INTO files (id, network, name, name_key, cid, size, type, grp, created, text, raw)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`).run(
            doc.id,
            doc.network,
            doc.name,
            doc.nameKey,
            doc.cid,
            doc.size,
            doc.type,
            doc.group,
            doc.created,
            doc.text,
            doc.raw,
          );
        for (const [key, value] of doc.keyvalues)
          sql('INSERT INTO metadata VALUES (?, ?, ?, ?, ?)').run(lastInsertRowid, key, value, doc.family, doc.nameKey);
      }
      db.exec('COMMIT');
    },
    finish: () => db.exec(INDEXES),
    count: () => sql('SELECT count(*) AS n FROM files').get().n,
    first: () => sql('SELECT id, name, cid FROM files ORDER BY name_key, row_id LIMIT 100').all(),
    checkPage: (page) =>
      page.filter((doc) => sql('SELECT raw FROM files WHERE id = ?').get(doc.id)?.raw !== doc.raw).length,
    search: (text) => {
      const phrase = `"${text.replaceAll('"', '""')}"`;
      const many = 'SELECT count(*) AS n FROM (SELECT rowid FROM search_index WHERE search_index MATCH ? LIMIT 2000)';
      if ([...text].length < 3 || sql(many).get(phrase).n >= 2000)
        return sql(`SELECT row_id, name FROM files INDEXED BY files_by_name WHERE instr(text, ?) > 0
          ORDER BY name_key, row_id LIMIT 100`).all(text);
      return sql(`SELECT f.row_id, f.name FROM search_index CROSS JOIN files AS f ON f.row_id = search_index.rowid
        WHERE search_index MATCH ? ORDER BY f.name_key, f.row_id LIMIT 100`).all(phrase);
    },
    page: (from) => {
      places ??= keys();
      const at = places[from];
      return shown(
        sql(`SELECT row_id FROM files WHERE (name_key, row_id) >= (?, ?)
        ORDER BY name_key, row_id LIMIT 100`).all(at.name_key, at.row_id),
      );
    },
    filter: (key, value, family) => ({
      count: sql('SELECT count(*) AS n FROM metadata WHERE key = ? AND value = ? AND family = ?').get(
        key,
        value,
        family,
      ).n,
      rows: shown(
        sql(`SELECT row_id FROM metadata WHERE key = ? AND value = ? AND family = ?
        ORDER BY name_key, row_id LIMIT 100`).all(key, value, family),
      ),
    }),
    someIds: (count) =>
      sql('SELECT id FROM files ORDER BY id LIMIT ?')
        .all(count)
        .map(({ id }) => id),
    edit: (id, name) => sql('UPDATE files SET name = ?, name_key = ? WHERE id = ?').run(name, name, id),
    close: () => db.close(),
  };
}
