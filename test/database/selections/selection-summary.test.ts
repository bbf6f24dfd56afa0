import { expect, test } from 'vitest';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { keyField } from '../../../src/domain/files/field.ts';
import { aChange, aFile, aFileQuery, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

const always = (): boolean => true;

/** Every other file is rare, every tenth has no suit, every file has a value of its own. */
const deck = (count: number): FileRecord[] =>
  Array.from({ length: count }, (_, place) =>
    aFile({
      id: `f${place}`,
      name: `card ${place}`,
      sizeBytes: place === 3 ? null : 1_000 + place,
      mimeType: place % 4 === 0 ? 'image/svg+xml' : 'image/png',
      createdAt: `2026-01-${String((place % 28) + 1).padStart(2, '0')}T00:00:00.000Z`,
      keyvalues: [
        ['rarity', place % 2 === 0 ? 'rare' : 'common'],
        ['number', String(place)],
        ...(place % 10 === 0 ? [] : ([['suit', 'ember']] satisfies [string, string][])),
      ],
    }),
  );

async function summaryOf(count: number, except = 0) {
  const { files, reader } = aLibrary(...deck(count));
  files.project(fileOf('f1'), [aChange({ field: keyField('rarity'), base: 'common', mine: 'epic' })]);
  const { viewId } = await reader.open(connectionA, aFileQuery());
  const left = Array.from({ length: except }, (_, place) => fileOf(`f${place}`)).map(({ network, id }) => ({
    network,
    id,
  }));
  const rowIds = await reader.selected(connectionA, { kind: 'list', viewId, except: left });
  if (rowIds === null) throw new Error('The list is open');
  return { rowIds, contents: await reader.selectionContents(connectionA, rowIds), reader };
}

// Few rows are read one by one, many are counted by bitmaps: both say the same of what is frequent.
test.for([40, 4_040])('%d files are summed up by type, state and key, edits replayed', async (count) => {
  const { contents } = await summaryOf(count);
  expect(contents.files).toBe(count);
  expect(contents.cids).toHaveLength(24);
  expect(contents.types).toEqual([
    { value: 'image/png', count: (count * 3) / 4 },
    { value: 'image/svg+xml', count: count / 4 },
  ]);
  expect(contents.states).toContainEqual({ value: 'waiting', count: 1 });
  expect(contents.states).toContainEqual({ value: 'onServer', count: count - 1 });
  const rarity = contents.keys.find(({ key }) => key === 'rarity');
  expect(rarity?.values.slice(0, 2)).toEqual([
    { value: 'rare', count: count / 2 },
    { value: 'common', count: count / 2 - 1 },
  ]);
  expect(rarity?.missing).toBe(0);
  const suit = contents.keys.find(({ key }) => key === 'suit');
  expect(suit).toEqual({
    key: 'suit',
    values: [{ value: 'ember', count: count * 0.9 }],
    others: 0,
    missing: count / 10,
  });
  const number = contents.keys.find(({ key }) => key === 'number');
  expect((number?.others ?? 0) + (number?.values.length ?? 0)).toBe(count);
});

test('files taken out of a selection do not count', async () => {
  const { contents } = await summaryOf(40, 2);
  expect(contents.files).toBe(38);
  expect(contents.keys.find(({ key }) => key === 'rarity')?.values).toEqual([
    { value: 'common', count: 19 },
    { value: 'rare', count: 19 },
  ]);
});

test('sizes, dates and full files are added up over every selected file', async () => {
  const { reader, rowIds } = await summaryOf(40);
  const sizes = await reader.selectionSizes(rowIds, 3, always);
  expect(sizes).toMatchObject({
    ...{ files: 40, unknownSizes: 1, leastBytes: 1_000, mostBytes: 1_039, full: 36 },
    ...{ sizeBytes: 39 * 1_000 + 780 - 3, firstAddedAt: '2026-01-01T00:00:00.000Z' },
    lastAddedAt: '2026-01-28T00:00:00.000Z',
  });
  expect(sizes?.halfUnderBytes).toBeGreaterThan(1_019);
  expect(sizes?.halfUnderBytes).toBeLessThan(1_300);
});

test('sizes that nobody waits for any more are not added up', async () => {
  const { reader, rowIds } = await summaryOf(40);
  expect(await reader.selectionSizes(rowIds, null, () => false)).toBeNull();
});

test('nothing selected has no sizes', async () => {
  const { reader } = await summaryOf(40);
  expect(await reader.selectionSizes(new Uint32Array(), 3, always)).toMatchObject({ files: 0, leastBytes: null });
});
