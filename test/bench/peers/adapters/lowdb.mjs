import { JSONFilePreset } from 'lowdb/node';
import { join } from 'node:path';
import { byName, walks } from './in-memory.mjs';

/** The whole file is written each time, so a fill writes it once for every 10,000 records and not for every page. */
const PAGES_PER_WRITE = 10;

export async function open(directory) {
  const db = await JSONFilePreset(join(directory, 'files.json'), { files: [] });
  const docs = () => db.data.files;
  const byId = new Map(docs().map((doc) => [doc.id, doc]));
  let pages = 0;
  return {
    ...walks(docs),
    putPage: async (page) => {
      docs().push(...page);
      if (++pages % PAGES_PER_WRITE === 0) await db.write();
    },
    finish: () => db.write(),
    count: () => docs().length,
    first: () => docs().toSorted(byName).slice(0, 100),
    checkPage: (page) => page.filter(({ id, raw }) => byId.get(id)?.raw !== raw).length,
    someIds: (count) =>
      docs()
        .slice(0, count)
        .map(({ id }) => id),
    edit: async (id, name) => {
      Object.assign(byId.get(id), { name, nameKey: name });
      await db.write();
    },
    close: () => {},
  };
}
