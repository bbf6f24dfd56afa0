import { createReadStream, existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { addRxPlugin, createRxDatabase } from 'rxdb';
import { RxDBQueryBuilderPlugin } from 'rxdb/plugins/query-builder';
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory';

addRxPlugin(RxDBQueryBuilderPlugin);
const text = { type: 'string', maxLength: 2_000 };
const SCHEMA = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 100 },
    nameKey: { type: 'string', maxLength: 500 },
    ...{
      name: { type: ['string', 'null'] },
      network: text,
      cid: text,
      size: { type: ['number', 'null'] },
      family: text,
    },
    ...{
      type: { type: ['string', 'null'] },
      group: { type: ['string', 'null'] },
      created: { type: ['string', 'null'] },
    },
    ...{ text: { type: 'string' }, raw: { type: 'string' }, pairs: { type: 'array', items: { type: 'string' } } },
  },
  required: ['id', 'nameKey'],
  indexes: ['nameKey'],
};
const quoted = (words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const stored = ({ keyvalues, ...doc }) => ({ ...doc, pairs: keyvalues.map(([key, value]) => `${key}=${value}`) });

/** The storage that its open core has for Node keeps everything in memory; a second process has to be fed again. */
export async function open(directory) {
  const log = join(directory, 'fed.jsonl');
  const db = await createRxDatabase({ name: 'bench', storage: getRxStorageMemory(), multiInstance: false });
  const { files } = await db.addCollections({ files: { schema: SCHEMA } });
  if (existsSync(log)) {
    for await (const line of createInterface({ input: createReadStream(log) }))
      await files.bulkInsert(JSON.parse(line));
  }
  const pages = [];
  const find = (selector, more = {}) => files.find({ selector, sort: [{ nameKey: 'asc' }], ...more }).exec();
  return {
    putPage: async (page) => {
      const docs = page.map(stored);
      pages.push(JSON.stringify(docs));
      await files.bulkInsert(docs);
    },
    count: () => files.count().exec(),
    first: () => find({}, { limit: 100 }),
    checkPage: async (page) => {
      const held = await files.findByIds(page.map(({ id }) => id)).exec();
      return page.filter(({ id, raw }) => held.get(id)?.raw !== raw).length;
    },
    search: (words) => find({ text: { $regex: quoted(words) } }, { limit: 100 }),
    page: (from) => find({}, { skip: from, limit: 100 }),
    filter: async (key, value, family) => {
      const docs = await find({ pairs: { $elemMatch: { $eq: `${key}=${value}` } }, family });
      return { count: docs.length, rows: docs.slice(0, 100) };
    },
    someIds: async (count) => (await find({}, { limit: count })).map(({ id }) => id),
    edit: async (id, name) => {
      const doc = await files.findOne(id).exec();
      await doc.patch({ name, nameKey: name });
    },
    // What is fed again is written after the clock has stopped.
    close: async () => {
      if (!existsSync(log)) for (const page of pages) await appendFile(log, `${page}\n`);
      await db.close();
    },
  };
}
