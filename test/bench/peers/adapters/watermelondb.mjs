import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { Database, Model, Q, appSchema, tableSchema } = require('@nozbe/watermelondb');
const { default: SQLiteAdapter } = require('@nozbe/watermelondb/adapters/sqlite');

const string = (name, more = {}) => ({ name, type: 'string', ...more });
const schema = appSchema({
  version: 1,
  tables: [
    tableSchema({
      name: 'files',
      columns: [
        ...[
          string('network'),
          string('name', { isOptional: true }),
          string('name_key', { isIndexed: true }),
          string('cid'),
        ],
        ...[{ name: 'size', type: 'number', isOptional: true }, string('type', { isOptional: true }), string('family')],
        ...[
          string('grp', { isOptional: true }),
          string('created', { isOptional: true }),
          string('text'),
          string('raw'),
        ],
      ],
    }),
    tableSchema({
      name: 'pairs',
      columns: [string('file_id', { isIndexed: true }), string('pair', { isIndexed: true }), string('family')],
    }),
  ],
});

class File extends Model {
  static table = 'files';
  static associations = { pairs: { type: 'has_many', foreignKey: 'file_id' } };
}
class Pair extends Model {
  static table = 'pairs';
  static associations = { files: { type: 'belongs_to', key: 'file_id' } };
}

export async function open(directory) {
  const adapter = new SQLiteAdapter({ schema, dbName: join(directory, 'files.db') });
  const database = new Database({ adapter, modelClasses: [File, Pair] });
  const files = database.get('files');
  const pairs = database.get('pairs');
  const raw = (id, values) => ({ id, _status: 'synced', _changed: '', ...values });
  const named = Q.sortBy('name_key', Q.asc);
  return {
    putPage: (page) =>
      database.write(() =>
        database.batch(
          page.flatMap((doc) => [
            files.prepareCreateFromDirtyRaw(
              raw(doc.id, { ...doc, name_key: doc.nameKey, grp: doc.group, keyvalues: undefined }),
            ),
            ...doc.keyvalues.map(([key, value], at) =>
              pairs.prepareCreateFromDirtyRaw(
                raw(`${doc.id}/${at}`, { file_id: doc.id, pair: `${key}=${value}`, family: doc.family }),
              ),
            ),
          ]),
        ),
      ),
    count: () => files.query().fetchCount(),
    first: () => files.query(named, Q.take(100)).fetch(),
    checkPage: async (page) => {
      const held = await files.query(Q.where('id', Q.oneOf(page.map(({ id }) => id)))).fetch();
      const raws = new Map(held.map((file) => [file.id, file._raw.raw]));
      return page.filter((doc) => raws.get(doc.id) !== doc.raw).length;
    },
    search: (text) =>
      files.query(Q.where('text', Q.like(`%${Q.sanitizeLikeString(text)}%`)), named, Q.take(100)).fetch(),
    page: (from) => files.query(named, Q.skip(from), Q.take(100)).fetch(),
    filter: async (key, value, family) => {
      const wanted = [Q.on('pairs', 'pair', `${key}=${value}`), Q.where('family', family)];
      return {
        count: await files.query(...wanted).fetchCount(),
        rows: await files.query(...wanted, named, Q.take(100)).fetch(),
      };
    },
    someIds: async (count) => (await files.query(Q.take(count)).fetch()).map(({ id }) => id),
    edit: (id, name) =>
      database.write(async () => {
        const file = await files.find(id);
        await file.update((changed) => {
          changed._setRaw('name', name);
          changed._setRaw('name_key', name);
        });
      }),
    close: () => {},
  };
}
