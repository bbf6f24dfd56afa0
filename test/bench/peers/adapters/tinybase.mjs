import SQLite from 'better-sqlite3';
import { join } from 'node:path';
import { createIndexes, createStore } from 'tinybase';
import { createCustomSqlitePersister } from 'tinybase/persisters';
import { byName } from './in-memory.mjs';

const TABULAR = {
  mode: 'tabular',
  tables: { load: { files: 'files' }, save: { files: 'files' } },
};

/** Its SQLite persister in tabular mode over better-sqlite3, which it can be given like any other SQLite. */
export async function open(directory) {
  const db = new SQLite(join(directory, 'files.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const store = createStore();
  const run = async (sql, values = []) => {
    const statement = db.prepare(sql);
    return statement.reader ? statement.all(...values) : void statement.run(...values);
  };
  const nothing = () => {};
  const persister = createCustomSqlitePersister(
    store,
    TABULAR,
    run,
    nothing,
    nothing,
    nothing,
    (error) => {
      throw error;
    },
    nothing,
    1,
    db,
  );
  await persister.load();
  const indexes = createIndexes(store);
  indexes.setIndexDefinition(
    'byPair',
    'files',
    (cell) => {
      const family = cell('family');
      return JSON.parse(cell('pairs')).map(([key, value]) => `${key}=${value}/${family}`);
    },
    'nameKey',
  );
  const row = (id) => ({ id, ...store.getRow('files', id) });
  const ordered = (from, count) => store.getSortedRowIds('files', 'nameKey', false, from, count).map(row);
  return {
    putPage: async (page) => {
      store.transaction(() => {
        for (const { id, keyvalues, ...doc } of page) {
          const cells = Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null));
          store.setRow('files', id, { ...cells, pairs: JSON.stringify(keyvalues) });
        }
      });
    },
    // Each save compares and writes the whole table, so a fill is saved once.
    finish: () => persister.save(),
    count: () => store.getRowCount('files'),
    first: () => ordered(0, 100),
    checkPage: (page) => page.filter(({ id, raw }) => store.getCell('files', id, 'raw') !== raw).length,
    search: (text) => {
      const found = [];
      store.forEachRow('files', (id) => {
        if (store.getCell('files', id, 'text').includes(text))
          found.push({ id, nameKey: store.getCell('files', id, 'nameKey') });
      });
      return found
        .toSorted(byName)
        .slice(0, 100)
        .map(({ id }) => row(id));
    },
    page: (from) => ordered(from, 100),
    filter: (key, value, family) => {
      const ids = indexes.getSliceRowIds('byPair', `${key}=${value}/${family}`);
      return { count: ids.length, rows: ids.slice(0, 100).map(row) };
    },
    someIds: (count) => store.getRowIds('files').slice(0, count),
    edit: async (id, name) => {
      store.setPartialRow('files', id, { name, nameKey: name });
      await persister.save();
    },
    close: () => db.close(),
  };
}
