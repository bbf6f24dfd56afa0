import SQLite from 'better-sqlite3';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { join } from 'node:path';
import { createIndexes, createStore } from 'tinybase';
import { createCustomPersister, Status } from 'tinybase/persisters';
import { byName } from './in-memory.mjs';

/**
 * A persister of one's own, which is told what has changed and writes those rows: the tabular one that comes with it
 * binds every id of a table at once, more than SQLite takes.
 */
function persisterOf(store, db) {
  const all = db.prepare('SELECT id, row FROM files').raw();
  const put = db.prepare('INSERT INTO files (id, row) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET row = excluded.row');
  const putAll = db.transaction((ids) => {
    for (const id of ids) put.run(id, JSON.stringify(store.getRow('files', id)));
  });
  const load = async () => [{ files: Object.fromEntries(all.all().map(([id, row]) => [id, JSON.parse(row)])) }, {}];
  const save = async (_getContent, changes) => {
    if (changes !== undefined) putAll(Object.keys(changes[0].files ?? {}));
  };
  const nothing = () => {};
  return createCustomPersister(store, load, save, nothing, nothing, (error) => {
    throw error;
  });
}

export async function open(directory) {
  const db = new SQLite(join(directory, 'files.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, row TEXT NOT NULL) STRICT, WITHOUT ROWID');
  const store = createStore();
  const persister = persisterOf(store, db);
  await persister.load();
  await persister.startAutoSave();
  const saved = async () => {
    do await nextTurn();
    while (persister.getStatus() !== Status.Idle);
  };
  const indexes = createIndexes(store);
  const pairsOf = (cell) => JSON.parse(cell('pairs')).map(([key, value]) => `${key}=${value}/${cell('family')}`);
  indexes.setIndexDefinition('byPair', 'files', pairsOf, 'nameKey');
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
      await saved();
    },
    count: () => store.getRowCount('files'),
    first: () => ordered(0, 100),
    checkPage: (page) => page.filter(({ id, raw }) => store.getCell('files', id, 'raw') !== raw).length,
    search: (text) => {
      const found = [];
      store.forEachRow('files', (id) => {
        if (!store.getCell('files', id, 'text').includes(text)) return;
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
      await saved();
    },
    close: () => db.close(),
  };
}
