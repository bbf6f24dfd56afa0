import { expect, onTestFinished, test } from 'vitest';
import { mirrorIds } from '../../../electron/database/mirror/mirror-ids.ts';
import { SlicedSearch } from '../../../electron/database/text-index/search.ts';
import { openToRead } from '../../../electron/database/text-index/open-text-index.ts';
import { joined } from '../../../electron/database/sqlite/column-parsers.ts';
import { searchable } from '../../../src/domain/core/text.ts';
import { aFile, connectionA } from '../../support/builders.ts';
import { aLibrary, closedAfterwards, indexingOf } from '../../support/database.ts';

function searching(yieldToEventLoop: () => void = () => undefined) {
  const { mirror: db } = aLibrary(
    aFile({ id: 'f0', name: 'one §' }),
    aFile({ id: 'f1', name: 'two', keyvalues: [['last', 'the end✓']] }),
  );
  const searching = closedAfterwards(openToRead(db.name, 2));
  // Another slice: rows that came much later.
  db.exec("INSERT INTO search_texts (row_id, copy, text) SELECT 30000, copy, 'three §' FROM search_texts LIMIT 1");
  const search = new SlicedSearch(searching, openToRead(db.name, 2), async () => yieldToEventLoop());
  onTestFinished(() => search.close());
  const copy = mirrorIds(db).find(connectionA)!;
  const indexAll = indexingOf(db).all;
  return {
    db: searching,
    indexAll: () => indexAll(),
    search: async (text: string, isWanted = () => true) => {
      const found = await search.find(copy, [[searchable(text.trim())]], { isWanted });
      return found && joined([found.inName, found.others]);
    },
    close: () => search.close(),
  };
}
const sorted = (rowIds: Uint32Array | null): readonly number[] | null => rowIds && [...new Set(rowIds)].toSorted();

test.each(['§', 'ee', 'wo', ' TW ', 'one', 'three', 'e §', '✓', 'd✓'])(
  '%j is found the same by reading and by the index',
  async (text) => {
    const { search, indexAll } = searching();
    const byReading = sorted(await search(text));
    expect(byReading?.length).toBeGreaterThan(0);
    indexAll();
    expect(sorted(await search(text))).toEqual(byReading);
  },
);

test('texts are read slice by slice', async () => {
  let turns = 0;
  const { search } = searching(() => void turns++);
  expect(sorted(await search('§'))).toEqual([1, 30_000]);
  expect(turns).toBe(2);
});

test('what goes into the index while it is being looked for is not missed', async () => {
  const { search, indexAll } = searching(() => indexAll());
  expect([sorted(await search('three')), sorted(await search('§'))]).toEqual([[30_000], [1, 30_000]]);
});

test('it stops as soon as nobody wants the answer any more', async () => {
  let turns = 0;
  const { search } = searching(() => void turns++);
  expect(await search('§', () => turns < 1)).toBeNull();
  expect(turns).toBe(1);
});

test('a copy that is closed meanwhile is no bug', async () => {
  let turns = 0;
  const { db, search } = searching(() => (++turns === 1 ? void db.close() : undefined));
  expect(sorted(await search('§'))).toEqual([1]);
});

/** 150 files with 60 kB of metadata each, in the index; 9 MB are three slices. */
function withLongTexts() {
  let turns = 0;
  const { mirror: db, put } = aLibrary();
  put(...Array.from({ length: 150 }, (_, at) => aFile({ id: `f${at}`, keyvalues: [['notes', 'long §']] })));
  indexingOf(db).all();
  // The index has the words already, and would take seconds for the rest.
  db.prepare('UPDATE search_texts SET text = text || ?').run('x'.repeat(60_000));
  const search = new SlicedSearch(
    closedAfterwards(openToRead(db.name, 2)),
    openToRead(db.name, 2),
    async () => void turns++,
  );
  onTestFinished(() => search.close());
  const find = async (...words: readonly string[]) => {
    const found = await search.find(mirrorIds(db).find(connectionA)!, [words], { isWanted: () => true });
    return { files: found?.others.length, turns };
  };
  return { db, find };
}

test('many rows that changed are read slice by slice too', async () => {
  const { db, find } = withLongTexts();
  db.exec('INSERT INTO index_notes (row_id) SELECT row_id FROM search_texts');
  // And a turn for what the index finds by name, and one for the rest.
  expect(await find('long')).toEqual({ files: 150, turns: 3 + 2 });
});

test('a short word is looked for in the rows of a long one slice by slice', async () => {
  const { find } = withLongTexts();
  expect(await find('long', '§')).toEqual({ files: 150, turns: 3 });
});
