import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marksTable } from '../../../electron/database/mirror/marks-table.ts';
import { fileKey } from '../../../src/domain/core/ids.ts';
import { type DayRange, folded } from '../../../src/domain/core/text.ts';
import { type FieldChange, fileState } from '../../../src/domain/edits/edit.ts';
import {
  type FileFilters,
  type MetadataCondition,
  noFilters,
  type SizeRange,
} from '../../../src/domain/files/file-filter.ts';
import { type FileRecord, fileStates } from '../../../src/domain/files/file.ts';
import { aChange, aFile, aFileQuery, connectionA, connectionB, fileOf, observed } from '../../support/builders.ts';
import { aLibrary, idsOf, makeSortIndexes } from '../../support/database.ts';

const key = fc.constantFrom('rarity', '', '__proto__', 'constructor', '😀', "o'clock", '"', 'k'.repeat(200));
const value = fc.oneof(
  fc.constantFrom('epic', 'Épic', 'EPIC ', '', '__proto__', '😀', "it's", '"', '%', 'a\nb', '\0', 'STRASSE straße'),
  fc.constantFrom('v'.repeat(65_536), `${'v'.repeat(65_535)}É`, `${'v'.repeat(65_535)}e`),
);
const type = fc.constantFrom('image/png', 'image/jpeg', 'text/plain', 'imagery', 'image', '/odd', '');
const sizeBytes = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 2 ** 53 - 1 }));
const instant = fc
  .date({ min: new Date('2025-11-20T00:00Z'), max: new Date('2026-02-10T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const record = fc.record({
  network: fc.constantFrom('public', 'private'),
  name: fc.constantFrom('aurora', 'Résumé', 'dawn'),
  mimeType: fc.option(type),
  groupId: fc.option(fc.constantFrom('g1', 'g2', '')),
  sizeBytes: fc.option(sizeBytes),
  createdAt: fc.option(
    fc.oneof(
      instant,
      instant.map((text) => text.replace(/\.\d+Z/, 'Z')),
    ),
  ),
  keyvalues: fc.uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name }),
  isStarred: fc.boolean(),
  status: fc.option(fc.constantFrom('queued', 'held', 'conflicted', 'refused', 'gone')),
});
const condition: fc.Arbitrary<MetadataCondition> = fc.oneof(
  fc.record({ op: fc.constantFrom('is', 'contains'), key, value }),
  fc.record({ op: fc.constantFrom('has', 'lacks'), key }),
);
const upwards = <T extends number | string>([a, b]: readonly [T | null, T | null]): [T | null, T | null] =>
  a !== null && b !== null && a > b ? [b, a] : [a, b];
const isBounded = ([a, b]: readonly unknown[]): boolean => a !== null || b !== null;
const size: fc.Arbitrary<SizeRange> = fc
  .tuple(fc.option(sizeBytes), fc.option(sizeBytes))
  .filter(isBounded)
  .map(upwards)
  .map(([fromBytes, toBytes]) => ({ fromBytes, toBytes }));
const created: fc.Arbitrary<DayRange> = fc
  .tuple(fc.option(instant), fc.option(instant))
  .filter(isBounded)
  .map((ends) => upwards(ends).map((end) => end?.slice(0, 10) ?? null))
  .map(([from = null, to = null]) => ({ from, to }));
/** Mostly unset, so that something is found. */
const seldom = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: one });
const filters: fc.Arbitrary<FileFilters & { readonly search: string }> = fc
  .record({
    network: seldom(fc.constantFrom('public', 'private')),
    edited: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
    group: seldom(fc.constantFrom('g1', '')),
    type: seldom(fc.oneof(type, fc.constant('image/*'))),
    size: seldom(size),
    created: seldom(created),
    state: seldom(fc.constantFrom(...fileStates)),
    mark: seldom(fc.constant('star')),
    metadata: fc.oneof(fc.constant<MetadataCondition[]>([]), fc.array(condition, { maxLength: 2 })),
    search: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constant('resume')),
  })
  .map((asked) => asked);

type Held = { readonly file: FileRecord; readonly isStarred: boolean; readonly changes: readonly FieldChange[] };

/** The same question, asked of a plain list. */
function matches({ file, isStarred, changes }: Held, asked: FileFilters & { search: string }): boolean {
  const { network, edited, group, type: wanted, state, metadata, search } = asked;
  return ((network === null || file.network === network) &&
    (!edited || changes.length > 0) &&
    (group === null || (file.groupId ?? '') === group) &&
    (wanted === null ||
      (wanted === 'image/*' ? file.mimeType?.startsWith('image/') : (file.mimeType ?? '') === wanted)) &&
    isInSize(file.sizeBytes, asked.size) &&
    isInDays(file.createdAt, asked.created) &&
    (asked.mark === null || isStarred) &&
    (state === null || fileState(changes) === state) &&
    metadata.every((one) => meets(new Map(file.keyvalues), one)) &&
    (search === '' || folded(file.name ?? '').includes(search))) as boolean;
}

const isInSize = (sizeOf: number | null, range: SizeRange | null): boolean =>
  range === null || (sizeOf !== null && sizeOf >= (range.fromBytes ?? 0) && sizeOf <= (range.toBytes ?? Infinity));

function isInDays(at: string | null, range: DayRange | null): boolean {
  if (range === null || at === null) return range === null;
  const moment = new Date(at);
  const day = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return day >= (range.from ?? '') && day <= (range.to ?? '9');
}

function meets(held: ReadonlyMap<string, string>, asked: MetadataCondition): boolean {
  const text = held.get(asked.key);
  if (asked.op === 'has') return text !== undefined;
  if (asked.op === 'lacks') return text === undefined;
  if (text === undefined) return false;
  const bare = (one: string): string => folded(one).replaceAll('\0', ' ');
  return asked.op === 'is' ? text === asked.value : bare(text).includes(bare(asked.value));
}

test('a filtered list is what a plain look at every file finds, whatever is asked of whatever is there', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 25 }),
      fc.array(filters, { minLength: 20, maxLength: 20 }),
      async (all, asked) => {
        const { mirror, files, reader } = aLibrary();
        const held = all.map(({ status, network, isStarred, ...rest }, number): Held => ({
          isStarred,
          file: aFile({ ...rest, network, id: `f${number}` }),
          changes: status === null ? [] : [aChange({ status, mine: rest.name })],
        }));
        files.put(
          connectionB,
          held.map(({ file }) => observed(file)),
          { seenAtMs: 1, requestSeq: 1, scanId: null },
          () => [],
        );
        files.put(
          connectionA,
          held.map(({ file }) => observed(file)),
          { seenAtMs: 1, requestSeq: 1, scanId: null },
          ({ id }) => held.find(({ file }) => file.id === id)?.changes ?? [],
        );
        const starred = held.flatMap(({ file, isStarred }) => (isStarred ? [fileKey.parse(file)] : []));
        marksTable(mirror).replace(connectionA, 'star', starred);
        // They come after a first copy, and may come and go at any time.
        if (all.length % 2 === 0) makeSortIndexes(mirror);
        for (const one of [{ ...noFilters, search: '' }, ...asked]) {
          const expected = held.filter((file) => matches(file, one)).map(({ file }) => file.id);
          expect((await idsOf(reader, one)).toSorted()).toEqual(expected.toSorted());
          const count = reader.count(connectionA, aFileQuery(one));
          expect(count).toBe(one.search === '' ? expected.length : null);
        }
        reader.close();
      },
    ),
    { numRuns: 40 },
  );
});

test.each([
  ['9999-12-31', 'the last day of the calendar', ['a']],
  ['0099-12-31', 'a day of the first century', []],
] as const)('files up to %s, %s, are those before it', async (to, _day, expected) => {
  const { reader } = aLibrary(aFile({ id: 'a', createdAt: '1950-06-01T12:00:00.000Z' }));
  expect(await idsOf(reader, { ...noFilters, search: '', created: { from: null, to } })).toEqual(expected);
  expect(reader.count(connectionA, aFileQuery({ created: { from: null, to } }))).toBe(expected.length);
});

test('facets are counted by network, type, family, group, state and key, the largest first', () => {
  const { files, reader } = aLibrary(
    aFile({ id: 'a', mimeType: 'image/png', groupId: 'g', keyvalues: [['rarity', 'epic']] }),
    aFile({ id: 'b', mimeType: 'image/jpeg', network: 'private', keyvalues: [['rarity', 'rare']] }),
    aFile({
      id: 'c',
      mimeType: 'text/plain',
      keyvalues: [
        ['rarity', 'rare'],
        ['__proto__', 'x'.repeat(200)],
      ],
    }),
    aFile({ id: 'd', mimeType: null, keyvalues: [] }),
  );
  files.project(fileOf('a'), [aChange({ status: 'held' })]);
  expect([reader.facets(connectionA), reader.facetValues(connectionA, 'rarity')]).toEqual([
    {
      networks: [
        { value: 'public', count: 3 },
        { value: 'private', count: 1 },
      ],
      types: ['image/jpeg', 'image/png', 'text/plain'].map((named) => ({ value: named, count: 1 })),
      families: [
        { value: 'image', count: 2 },
        { value: 'text', count: 1 },
      ],
      groups: [{ value: 'g', count: 1 }],
      states: [
        { value: 'onServer', count: 3 },
        { value: 'held', count: 1 },
      ],
      keys: [
        { value: 'rarity', count: 3 },
        { value: '__proto__', count: 1 },
      ],
    },
    [
      { value: 'rare', count: 2 },
      { value: 'epic', count: 1 },
    ],
  ]);
  expect([reader.facetValues(connectionA, '__proto__'), reader.facetValues(connectionB, 'rarity')]).toEqual([[], []]);
});

test('at most a hundred values of a key are offered, those of single files last', () => {
  const many = Array.from({ length: 150 }, (_, number) =>
    aFile({ id: `f${number}`, keyvalues: [['edition', number < 4 ? 'first' : `${number}`.padStart(4, '0')]] }),
  );
  const { reader } = aLibrary(...many);
  const offered = reader.facetValues(connectionA, 'edition');
  expect([offered.length, offered[0], offered[1], offered.at(-1)]).toEqual([
    100,
    { value: 'first', count: 4 },
    { value: '0004', count: 1 },
    { value: '0102', count: 1 },
  ]);
});
