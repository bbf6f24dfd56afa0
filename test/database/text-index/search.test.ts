import { expect, test } from 'vitest';
import { spellingsOf } from '../../../src/domain/signatures/cid.ts';
import { aChange, aFile, connectionB, fileOf, observed } from '../../support/builders.ts';
import { aLibrary, idsOf, indexingOf, type Indexing } from '../../support/database.ts';

const searched = [
  aFile({ id: 'resume', name: 'Résumé.pdf', cid: 'bafyone', keyvalues: [] }),
  aFile({ id: 'quote', name: 'say "no" AND 100% (a.b) x_y', cid: 'bafytwo', keyvalues: [] }),
  aFile({ id: 'meta', name: '日本語', cid: 'bafycccc', keyvalues: [['owner', 'Zoë\\*']] }),
  aFile({ id: 'nul', name: 'left\0right', cid: 'bafyfour', keyvalues: [['__proto__', 'polluted']] }),
];

const wanted: readonly (readonly [string, readonly string[]])[] = [
  ['resume', ['resume']],
  ['RÉSU', ['resume']],
  ['ré', ['resume']],
  ['z', ['meta']],
  ['zoe', ['meta']],
  ['日本', ['meta']],
  ['本語', ['meta']],
  ['日本語', ['meta']],
  ['"', ['quote']],
  ['"no"', ['quote']],
  ['%', ['quote']],
  ['100%', ['quote']],
  ['%%', []],
  ['x_y', ['quote']],
  ['_', ['nul', 'quote']],
  ['a.b)', ['quote']],
  ['AND 1', ['quote']],
  ['no OR yes', []],
  ['e\\*', ['meta']],
  ['bafytwo', ['quote']],
  ['polluted', ['nul']],
  ['ght', ['nul']],
  ['left right', ['nul']],
  ['owner', ['meta']],
  ['OWN', ['meta']],
  ['wn', ['meta']],
  ['proto__', ['nul']],
  ['"owner\nzoe"', []],
  ['zoe owner', ['meta']],
  ['one\n', ['resume']],
  ['  resume  ', ['resume']],
  ['nothing', []],
];

test.each([
  ['before the text index has been built', () => undefined],
  ['by the text index', (index: Indexing) => index.all()],
  ['while half of it is indexed', (index: Indexing) => void index.slice(2)],
])('a text is found wherever it stands, %s', async (_when, index) => {
  const { mirror, reader } = aLibrary(...searched);
  index(indexingOf(mirror));
  const found: [string, readonly string[]][] = [];
  for (const [text] of wanted) found.push([text, await idsOf(reader, { search: text })]);
  expect(found).toEqual(wanted);
});

test('a search finds what is shown now, not what was indexed once', async () => {
  const library = aLibrary(aFile({ id: 'f0', name: 'first name' }), aFile({ id: 'f1', name: 'other' }));
  const { files, reader, put } = library;
  const index = indexingOf(library.mirror);
  index.all();
  files.project(fileOf('f0'), [aChange({ mine: 'second thought' })]);
  expect([await idsOf(reader, { search: 'first' }), await idsOf(reader, { search: 'thought' })]).toEqual([[], ['f0']]);
  index.all();
  expect([await idsOf(reader, { search: 'first' }), await idsOf(reader, { search: 'thought' })]).toEqual([[], ['f0']]);
  files.remove(fileOf('f0'));
  put(aFile({ id: 'f9', name: 'first again' }));
  expect([await idsOf(reader, { search: 'thought' }), await idsOf(reader, { search: 'first' })]).toEqual([[], ['f9']]);
});

test('a search keeps to its own connection', async () => {
  const { mirror, files, reader } = aLibrary(aFile({ id: 'f0', name: 'shared name' }));
  files.put(
    connectionB,
    [observed(aFile({ id: 'theirs', name: 'shared name' }))],
    { seenAtMs: 1, requestSeq: 1, scanId: null },
    () => [],
  );
  indexingOf(mirror).all(1);
  expect([await idsOf(reader, { search: 'shared' }), await idsOf(reader, { search: 'sh' })]).toEqual([['f0'], ['f0']]);
});

test('a CID is found in whichever spelling the service keeps it', async () => {
  const version0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';
  const [, version1 = ''] = spellingsOf(version0);
  const { mirror, reader } = aLibrary(
    aFile({ id: 'old', cid: version0 }),
    aFile({ id: 'new', cid: version1 }),
    aFile({ id: 'raw', cid: 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4' }),
  );
  indexingOf(mirror).slice(2);
  for (const spelling of spellingsOf(version0)) {
    expect([...(await idsOf(reader, { search: spelling }))].sort(), spelling).toEqual(['new', 'old']);
  }
  expect(await idsOf(reader, { search: version0.slice(0, 20) })).toEqual(['old']);
});
