import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { selectedFiles } from '../../../electron/database/file-lists/query-rows.ts';
import { textIndexPath } from '../../../electron/database/text-index/open-text-index.ts';
import { fileColumn } from '../../../src/domain/files/queries.ts';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { aLibrary, closedAfterwards } from '../../support/database.ts';

const files = Array.from({ length: 40 }, (_, at) =>
  aFile({
    id: `f${at}`,
    name: `${at % 3}`,
    sizeBytes: at % 4 === 0 ? null : at % 5,
    keyvalues: [['part', `${at % 8}`]],
  }),
);

test('files chosen by a filter are read in their order, and no file beside them', () => {
  const { mirror } = aLibrary(...files);
  const asked: unknown[] = [];
  const db = closedAfterwards(new SQLite(mirror.name, { readonly: true, verbose: (sql) => asked.push(sql) }));
  db.prepare('ATTACH ? AS search').run(textIndexPath(mirror.name));
  const chosen = selectedFiles(db);
  const part = { op: 'is' as const, key: 'part', value: '3' };
  for (const column of fileColumn.options) {
    const query = aFileQuery({ sort: { column, descending: column === 'size' } });
    const all = chosen(connectionA, query, []);
    asked.length = 0;
    const few = chosen(connectionA, { ...query, metadata: [part] }, []);
    expect(few).toEqual(all.filter(({ id }) => Number(id.slice(1)) % 8 === 3));
    expect(asked.filter((sql) => /SELECT row_id FROM files WHERE copy = .* ORDER BY/.test(String(sql)))).toEqual([]);
  }
});
