import Datastore from '@seald-io/nedb';
import { join } from 'node:path';

const quoted = (text) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));

export async function open(directory) {
  const db = new Datastore({ filename: join(directory, 'files.nedb') });
  await db.loadDatabaseAsync();
  for (const fieldName of ['nameKey', 'pairs']) await db.ensureIndexAsync({ fieldName });
  const stored = ({ id, keyvalues, ...doc }) => ({
    ...doc,
    _id: id,
    pairs: keyvalues.map(([key, value]) => `${key}=${value}`),
  });
  return {
    putPage: (page) => db.insertAsync(page.map(stored)),
    count: () => db.countAsync({}),
    first: () => db.findAsync({}).sort({ nameKey: 1 }).limit(100),
    checkPage: async (page) => {
      const held = await db.findAsync({ _id: { $in: page.map(({ id }) => id) } }, { raw: 1 });
      const raws = new Map(held.map(({ _id: id, raw }) => [id, raw]));
      return page.filter(({ id, raw }) => raws.get(id) !== raw).length;
    },
    search: (text) =>
      db
        .findAsync({ text: quoted(text) })
        .sort({ nameKey: 1 })
        .limit(100),
    page: (from) => db.findAsync({}).sort({ nameKey: 1 }).skip(from).limit(100),
    filter: async (key, value, family) => {
      const wanted = { pairs: `${key}=${value}`, family };
      return { count: await db.countAsync(wanted), rows: await db.findAsync(wanted).sort({ nameKey: 1 }).limit(100) };
    },
    someIds: async (count) => (await db.findAsync({}, { _id: 1 }).limit(count)).map(({ _id: id }) => id),
    edit: (id, name) => db.updateAsync({ _id: id }, { $set: { name, nameKey: name } }),
    close: () => {},
  };
}
