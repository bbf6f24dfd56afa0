import { expect, test } from 'vitest';
import { aFile, aFileQuery, connectionA, connectionB } from '../../support/builders.ts';
import { aLibrary, indexingOf } from '../../support/database.ts';

const names = ['Harbour-lights.png', 'harbour at night.png', 'harbor-map.svg', 'ember.png', 'archive.zip'];
const library = () => aLibrary(...names.map((name, number) => aFile({ id: `f${number}`, name, keyvalues: [] })));
const always = (): boolean => true;

test.each([
  ['before the text index has been built', false],
  ['by the text index', true],
])('words that are nearly the one searched for are offered, the closest first, %s', async (_when, isIndexed) => {
  const { mirror, reader } = library();
  if (isIndexed) indexingOf(mirror).all();
  const close = await reader.closeNames(connectionA, 'Harbuor', always);
  expect(close).toEqual([
    { word: 'harbour', edits: 1, name: 'Harbour-lights.png' },
    { word: 'harbor', edits: 1, name: 'harbor-map.svg' },
  ]);
  expect(await reader.closeNames(connectionA, 'harbr', always)).toEqual([
    { word: 'harbor', edits: 1, name: 'harbor-map.svg' },
  ]);
});

test.each(['two wrods', 'key:valeu', '-harbuor', 'ha', 'zzzzzz', ''])('nothing is offered for %j', async (search) => {
  expect(await library().reader.closeNames(connectionA, search, always)).toEqual([]);
});

test('another connection’s names are not offered', async () => {
  expect(await library().reader.closeNames(connectionB, 'harbuor', always)).toEqual([]);
});

test('a look that nobody waits for ends at its next slice, before a search that was asked later', async () => {
  const { reader } = library();
  let isWanted = true;
  const ended: string[] = [];
  const look = reader
    .closeNames(connectionA, 'harbuor', () => isWanted)
    .then((names) => ended.push(names === null ? 'look given up' : 'look'));
  const list = reader
    .open(connectionA, aFileQuery({ search: 'ember' }))
    .then(({ count }) => ended.push(`list ${count}`));
  isWanted = false;
  await Promise.all([look, list]);
  expect(ended).toEqual(['look given up', 'list 1']);
});
