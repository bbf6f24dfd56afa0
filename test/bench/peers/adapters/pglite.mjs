import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { join } from 'node:path';

const TABLES = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE TABLE IF NOT EXISTS files (id text, network text, name text, name_key text COLLATE "C", cid text, size bigint,
    type text, grp text, created text, text text, raw text);
  CREATE TABLE IF NOT EXISTS metadata (id text, key text, value text, family text, name_key text COLLATE "C");`;
const INDEXES = `
  CREATE UNIQUE INDEX files_by_id ON files (id);
  CREATE INDEX files_by_name ON files (name_key, id);
  CREATE INDEX files_by_text ON files USING gin (text gin_trgm_ops);
  CREATE INDEX metadata_by_value ON metadata (key, value, family, name_key, id);
  ANALYZE;`;
const COLUMNS = ['id', 'network', 'name', 'nameKey', 'cid', 'size', 'type', 'group', 'created', 'text', 'raw'];

export async function open(directory) {
  const db = await PGlite.create({ dataDir: join(directory, 'pg'), extensions: { pg_trgm }, relaxedDurability: false });
  await db.exec(TABLES);
  const rows = async (sql, values = []) => (await db.query(sql, values)).rows;
  const arrays = (columns) => columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  let places = null;
  return {
    putPage: (page) =>
      db.transaction(async (tx) => {
        const wide = COLUMNS.map((column) => page.map((doc) => doc[column]));
        const cast = COLUMNS.map((_, at) => `$${at + 1}::${COLUMNS[at] === 'size' ? 'bigint' : 'text'}[]`).join(', ');
        await tx.query(`INSERT INTO files SELECT * FROM unnest(${cast})`, wide);
        const pairs = page.flatMap((doc) =>
          doc.keyvalues.map(([key, value]) => [doc.id, key, value, doc.family, doc.nameKey]),
        );
        const columns = [0, 1, 2, 3, 4].map((at) => pairs.map((pair) => pair[at]));
        await tx.query(`INSERT INTO metadata SELECT * FROM unnest(${arrays(columns)})`, columns);
      }),
    finish: () => db.exec(INDEXES),
    count: async () => Number((await rows('SELECT count(*) AS n FROM files'))[0].n),
    first: () => rows('SELECT id, name, cid FROM files ORDER BY name_key, id LIMIT 100'),
    checkPage: async (page) => {
      const held = await rows('SELECT id, raw FROM files WHERE id = ANY($1::text[])', [page.map(({ id }) => id)]);
      const raws = new Map(held.map(({ id, raw }) => [id, raw]));
      return page.filter(({ id, raw }) => raws.get(id) !== raw).length;
    },
    search: (text) =>
      rows('SELECT id, name FROM files WHERE text LIKE $1 ORDER BY name_key, id LIMIT 100', [
        `%${text.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`,
      ]),
    page: async (from) => {
      places ??= await rows('SELECT name_key, id FROM files ORDER BY name_key, id');
      const { name_key: key, id } = places[from];
      return rows(
        'SELECT id, name, cid, size FROM files WHERE (name_key, id) >= ($1, $2) ORDER BY name_key, id LIMIT 100',
        [key, id],
      );
    },
    filter: async (...values) => {
      const where = 'WHERE m.key = $1 AND m.value = $2 AND m.family = $3';
      return {
        count: await rows(`SELECT count(*) FROM metadata AS m ${where}`, values),
        rows: await rows(
          `SELECT f.id, f.name, f.cid FROM metadata AS m JOIN files AS f USING (id) ${where}
          ORDER BY m.name_key, m.id LIMIT 100`,
          values,
        ),
      };
    },
    someIds: async (count) => (await rows('SELECT id FROM files ORDER BY id LIMIT $1', [count])).map(({ id }) => id),
    edit: (id, name) => db.query('UPDATE files SET name = $2, name_key = $2 WHERE id = $1', [id, name]),
    close: () => db.close(),
  };
}
