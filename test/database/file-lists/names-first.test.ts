import { expect, onTestFinished, test } from 'vitest';
import { selectedFiles } from '../../../electron/database/file-lists/query-rows.ts';
import { openReader, type Reader } from '../../../electron/database/read-only-database.ts';
import { openToRead } from '../../../electron/database/text-index/open-text-index.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { aLibrary, closedAfterwards, indexingOf, noPause } from '../../support/database.ts';

const harbour = [
  aFile({ id: 'a', name: 'alley.png', keyvalues: [['place', 'Old Harbour']] }),
  aFile({ id: 'b', name: 'harbour.png', keyvalues: [['stage', 'final']] }),
  aFile({
    id: 'c',
    name: 'coast.png',
    keyvalues: [
      ['place', 'coast'],
      ['stage', 'draft'],
    ],
  }),
  aFile({ id: 'd', name: 'Harbour lights.png', keyvalues: [['stage', 'draft']] }),
  aFile({ id: 'e', name: 'lights.png', keyvalues: [['Harbour', 'yes']] }),
];

function reading(...records: readonly FileRecord[]) {
  const { mirror } = aLibrary(...records);
  const reader = openReader(mirror.name, noPause);
  onTestFinished(() => reader.close());
  return { mirror, reader, indexAll: () => indexingOf(mirror).all() };
}

async function ids(reader: Reader, search: string, nameFirst = true) {
  const { viewId } = await reader.open(connectionA, aFileQuery({ search, nameFirst }));
  await reader.counted(viewId);
  const rows = await reader.window(viewId, 0, 200);
  return [(rows ?? []).map(({ id }) => id).join(''), await reader.inName(viewId)];
}

test.each([
  ['harbour', 'dbae', 2],
  ['ha', 'dbae', 2],
  ['harbour lights', 'de', 1],
  ['ou ts', 'de', 1],
  ['harbour -lights', 'ba', 1],
  ['-harbour', 'c', null],
  ['place:harbour', 'a', null],
  ['PLACE:coast -stage:final', 'c', null],
  ['stage:draft harbour', 'd', 1],
  ['-place:o', 'dbe', null],
  ['"lights.png"', 'de', 2],
])('%s finds %s, those by name first, with and without the text index', async (search, found, inName) => {
  const { reader, indexAll } = reading(...harbour);
  expect(await ids(reader, search)).toEqual([found, inName]);
  indexAll();
  expect(await ids(reader, search)).toEqual([found, inName]);
});

test('another order leaves names and other texts together', async () => {
  const { reader } = reading(...harbour);
  expect(await ids(reader, 'harbour', false)).toEqual(['adbe', null]);
});

test('an action on the whole list takes the files in its order', () => {
  const { mirror } = reading(...harbour);
  const db = closedAfterwards(openToRead(mirror.name, 1));
  const files = selectedFiles(db)(connectionA, aFileQuery({ search: 'harbour -alley', nameFirst: true }), []);
  expect(files.map(({ id }) => id)).toEqual(['d', 'b', 'e']);
});

const nameOf = (at: number): string => `file ${String(at).padStart(4, '0')}${at % 50 === 49 ? ' final' : ''}`;

/** A thousand files with a word in their metadata, of which few have it in their name too; every other of those few is a draft. */
async function readingMany() {
  const many = Array.from({ length: 1_000 }, (_, at) => {
    const keyvalues: [string, string][] = [
      ['stage', 'final'],
      ['kind', at % 100 === 49 ? 'draft' : 'sheet'],
    ];
    return aFile({ id: `f${at}`, name: nameOf(at), keyvalues });
  });
  const { reader, indexAll } = reading(...many);
  indexAll();
  const first = await reader.open(connectionA, aFileQuery());
  await reader.window(first.viewId, 900, 1_000);
  return reader;
}

const namesOf = async (reader: Reader, viewId: number) =>
  ((await reader.window(viewId, 0, 100)) ?? []).map(({ name }) => name);

test('a word that many rows hold and few names shows those names first, before all are found', async () => {
  const reader = await readingMany();
  const opened = await reader.open(connectionA, aFileQuery({ search: 'final', nameFirst: true }));
  const early = await namesOf(reader, opened.viewId);
  expect([opened.isCounted, opened.count]).toEqual([false, 100]);
  expect([await reader.counted(opened.viewId), await reader.inName(opened.viewId)]).toEqual([1_000, 20]);
  const whole = await namesOf(reader, opened.viewId);
  expect(early).toEqual(whole);
  expect(whole.slice(18, 22)).toEqual([nameOf(949), nameOf(999), nameOf(0), nameOf(1)]);
});

test('those first names leave out the files whose metadata alone holds an unwanted word', async () => {
  const reader = await readingMany();
  const opened = await reader.open(connectionA, aFileQuery({ search: 'final -draft', nameFirst: true }));
  const early = await namesOf(reader, opened.viewId);
  expect([opened.isCounted, early.slice(0, 2)]).toEqual([false, [nameOf(99), nameOf(199)]]);
  expect([await reader.counted(opened.viewId), await reader.inName(opened.viewId)]).toEqual([990, 10]);
  expect(await namesOf(reader, opened.viewId)).toEqual(early);
});

test('a row says which pair the search means', async () => {
  const { reader } = reading(
    aFile({
      id: 'a',
      name: 'x',
      keyvalues: [
        ['a', 'gold'],
        ['tier', 'gold'],
        ['note', 'new'],
      ],
    }),
  );
  const pairOf = async (search: string) => {
    const { viewId } = await reader.open(connectionA, aFileQuery({ search }));
    return (await reader.window(viewId, 0, 1))?.[0]?.foundPair?.key;
  };
  expect([await pairOf('tier:gold'), await pairOf('gold'), await pairOf('x new')]).toEqual(['tier', 'a', 'note']);
});
