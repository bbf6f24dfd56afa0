import PouchDB from 'pouchdb';
import find from 'pouchdb-find';
import { join } from 'node:path';

PouchDB.plugin(find);
const quoted = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export async function open(directory) {
  const db = new PouchDB(join(directory, 'files'));
  const sorted = [{ nameKey: 'asc' }];
  const named = { nameKey: { $gte: '' } };
  return {
    putPage: (page) =>
      db.bulkDocs(
        page.map(({ id, keyvalues, ...doc }) => ({
          ...doc,
          _id: id,
          pairs: Object.fromEntries(keyvalues.map(([key, value]) => [`k_${key}`, value])),
        })),
      ),
    finish: async () => {
      await db.createIndex({ index: { fields: ['nameKey'] } });
      await db.find({ selector: named, sort: sorted, limit: 1 });
    },
    count: async () => (await db.info()).doc_count,
    first: () => db.find({ selector: named, sort: sorted, limit: 100 }),
    checkPage: async (page) => {
      const { rows } = await db.allDocs({ keys: page.map(({ id }) => id), include_docs: true });
      return page.filter(({ raw }, at) => rows[at]?.doc?.raw !== raw).length;
    },
    search: (text) => db.find({ selector: { ...named, text: { $regex: quoted(text) } }, sort: sorted, limit: 100 }),
    page: (from) => db.find({ selector: named, sort: sorted, skip: from, limit: 100 }),
    filter: async (key, value, family) => {
      const { docs } = await db.find({
        selector: { ...named, family, pairs: { [`k_${key}`]: value } },
        sort: sorted,
        limit: 1e9,
      });
      return { count: docs.length, rows: docs.slice(0, 100) };
    },
    someIds: async (count) => (await db.allDocs({ limit: count })).rows.map(({ id }) => id),
    edit: async (id, name) => {
      const doc = await db.get(id);
      await db.put({ ...doc, name, nameKey: name });
    },
    close: () => db.close(),
  };
}
