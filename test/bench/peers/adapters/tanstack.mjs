import SQLite from 'better-sqlite3';
import { createCollection } from '@tanstack/db';
import { createNodeSQLitePersistence, persistedCollectionOptions } from '@tanstack/node-db-sqlite-persistence';
import { join } from 'node:path';
import { byName, walks } from './in-memory.mjs';

export async function open(directory) {
  const database = new SQLite(join(directory, 'files.db'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const persistence = createNodeSQLitePersistence({ database });
  const files = createCollection(
    persistedCollectionOptions({ id: 'files', getKey: ({ id }) => id, persistence, schemaVersion: 1 }),
  );
  await files.preload();
  const docs = () => files.toArray;
  return {
    ...walks(docs),
    putPage: (page) => files.insert(page).isPersisted.promise,
    count: () => files.size,
    first: () => docs().toSorted(byName).slice(0, 100),
    checkPage: (page) => page.filter(({ id, raw }) => files.get(id)?.raw !== raw).length,
    someIds: (count) =>
      docs()
        .slice(0, count)
        .map(({ id }) => id),
    edit: (id, name) =>
      files.update(id, (doc) => {
        doc.name = name;
        doc.nameKey = name;
      }).isPersisted.promise,
    close: async () => {
      await files.cleanup();
      database.close();
    },
  };
}
