import { expect, test } from 'vitest';
import type { FileRow } from '../../../src/domain/files/file.ts';
import { matchReason } from '../../../src/domain/files/match-reason.ts';
import { fileSearch } from '../../../src/domain/files/search-terms.ts';
import { searchSpellings } from '../../../src/domain/signatures/search-spellings.ts';
import { fileOf, uuid } from '../../support/builders.ts';

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
const version0 = 'QmbWqxBEKC3P8tqsKc98xmWNzrzDtRLMiMPL8wBuTGsMnR';
const row = (given: Partial<FileRow> = {}): FileRow => ({
  ...({ network: 'public', cid, mimeType: null, groupId: null, createdAt: null, sizeBytes: 1 } as const),
  ...({ state: 'onServer', values: [], name: 'b.png' } as const),
  id: fileOf(uuid(1)).id,
  ...given,
});
const reasonOf = (search: string, given: Partial<FileRow> = {}) => {
  const reason = matchReason(row(given), fileSearch(search, searchSpellings));
  return reason && [reason.kind, reason.key, reason.value];
};

test('the name needs no reason, and neither does a list without a search', () => {
  expect([reasonOf('B.PNG'), reasonOf('  '), reasonOf('b', { foundPair: { key: 'k', value: 'b' } })]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a row says which value holds the search', () => {
  expect(reasonOf('rzt5sfp')).toEqual(['cid', '', cid]);
  expect(reasonOf(version0)).toEqual(['cid', '', cid]);
  expect(reasonOf(uuid(1).slice(-6))).toEqual(['id', '', uuid(1)]);
  expect(reasonOf('hafen', { foundPair: { key: 'place', value: 'Häfen' } })).toEqual(['metadata', 'place', 'Häfen']);
});

test('a pair of the search before is no reason for the one on its way', () => {
  expect(reasonOf('moon', { foundPair: { key: 'place', value: 'Häfen' } })).toBeNull();
});

test('a file without a name shows its id in place of it, and says no more', () => {
  expect(reasonOf(uuid(1).slice(-6), { name: null })).toBeNull();
});
