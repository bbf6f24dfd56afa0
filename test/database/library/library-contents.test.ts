import SQLite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { libraryQueries } from '../../../electron/database/library/library-queries.ts';
import { mirrorDeleter } from '../../../electron/database/mirror/delete-mirror.ts';
import { facetSizes } from '../../../electron/database/mirror/migrations/0003-facet-sizes.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { emptyLibrary, type LibraryContents } from '../../../src/domain/library/contents.ts';
import { daysOf } from '../../../src/domain/library/months.ts';
import { aFile, aFileQuery, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary, makeSortIndexes, type Library } from '../../support/database.ts';

const nowMs = Date.UTC(2026, 5, 15);

const contentsOf = ({ reader }: Library): Promise<LibraryContents> => reader.libraryContents(connectionA, nowMs);

/** Sums over every record, as a reader without an index would make them. */
function naive(records: readonly FileRecord[], keyOf: (record: FileRecord) => string | null) {
  const amounts = new Map<string, { files: number; sizeBytes: number }>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    const { files, sizeBytes } = amounts.get(key) ?? { files: 0, sizeBytes: 0 };
    amounts.set(key, { files: files + 1, sizeBytes: sizeBytes + (record.sizeBytes ?? 0) });
  }
  return amounts;
}

const hostile = fc.record({
  sizeBytes: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 5_000 }), fc.constant(0)),
  mimeType: fc.constantFrom(
    null,
    '',
    'image/png',
    'image/webp',
    'video/mp4',
    'application/json',
    'application/*',
    'odd',
    '/x',
  ),
  groupId: fc.constantFrom(null, '', 'ember', 'tide', 'x'.repeat(101), '__proto__'),
  createdAt: fc.constantFrom(
    ...[null, '', 'yesterday', '2026-01-31T23:30:00Z', '2026-02-01T00:30:00Z', '2026-02-28T12:00:00.123456Z'],
    ...['2023-05-05T05:05:05Z', '9999-99-99', '2027-01-01T00:00:00Z', '0000-00', '2026-13-01'],
  ),
  keyvalues: fc.constantFrom<FileRecord['keyvalues']>(
    [],
    [['rarity', 'epic']],
    [
      ['rarity', ''],
      ['tier', 'gold'],
    ],
  ),
});

test('sums by type, group and month are those of the files, whatever a service makes up, came and went', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hostile, { maxLength: 25 }),
      fc.array(hostile, { maxLength: 10 }),
      async (first, then) => {
        const library = aLibrary(...first.map((given, place) => aFile({ ...given, id: fileId.parse(`f${place}`) })));
        const changed = then.map((given, place) => aFile({ ...given, id: fileId.parse(`f${place}`) }));
        library.put(...changed);
        if (first.length > 3) library.files.remove(fileOf('f3'));
        makeSortIndexes(library.mirror);
        const all = [
          ...changed,
          ...first
            .slice(changed.length)
            .map((given, place) => aFile({ ...given, id: fileId.parse(`f${changed.length + place}`) })),
        ];
        const left = all.filter(({ id }) => !(first.length > 3 && id === 'f3'));
        const contents = await contentsOf(library);
        const sizeBytes = left.reduce((sum, one) => sum + (one.sizeBytes ?? 0), 0);
        expect(contents.all).toEqual({ files: left.length, sizeBytes });
        expect(contents.unknownSizes).toBe(left.filter((one) => one.sizeBytes === null).length);

        const types = naive(left, ({ mimeType }) =>
          mimeType === null || mimeType === 'application/*' || !/^.+\//.test(mimeType)
            ? null
            : mimeType.startsWith('application/')
              ? mimeType
              : `${mimeType.split('/')[0] ?? ''}/*`,
        );
        expect(new Map(contents.types.rows.map(({ type, ...amount }) => [type, amount]))).toEqual(types);
        expect(contents.types.none.files).toBe(left.filter(({ mimeType }) => (mimeType ?? '') === '').length);

        const groups = naive(left, ({ groupId }) =>
          groupId === '' || groupId === null || groupId.length > 100 ? null : groupId,
        );
        expect(new Map(contents.groups.rows.map(({ group, filled: _, ...amount }) => [group, amount]))).toEqual(groups);
        expect(contents.groups.others.files).toBe(left.filter(({ groupId }) => (groupId ?? '').length > 100).length);
        expect(contents.groups.none.files).toBe(left.filter(({ groupId }) => (groupId ?? '') === '').length);

        expect(sumOfParts(contents.months)).toBe(left.length);
        const keys = naive(
          left.flatMap((one) => one.keyvalues.map(([key]) => ({ ...one, name: key }))),
          ({ name }) => name,
        );
        expect(new Map(contents.keys.rows.map(({ key, files }) => [key, files]))).toEqual(
          new Map([...keys].map(([key, { files }]) => [key, files])),
        );
        await everyMarkFindsWhatItSays(library, contents);
      },
    ),
    { numRuns: 12 },
  );
});

const sumOfParts = ({ rows, earlier, others, none }: LibraryContents['months']): number =>
  [...rows, earlier, others, none].reduce((sum, { files }) => sum + files, 0);

/** A list that a mark leads to has as many files as the mark says. */
async function everyMarkFindsWhatItSays(
  { reader }: Library,
  { types, months, groups }: LibraryContents,
): Promise<void> {
  const count = (query: Parameters<typeof aFileQuery>[0]): number | null =>
    reader.count(connectionA, aFileQuery(query));
  expect([count({ type: '' }), count({ group: '' })]).toEqual([types.none.files, groups.none.files]);
  expect(types.rows.map(({ type }) => count({ type }))).toEqual(types.rows.map(({ files }) => files));
  expect(groups.rows.map(({ group }) => count({ group }))).toEqual(groups.rows.map(({ files }) => files));
  expect(months.rows.map(({ month }) => count({ created: daysOf(month) }))).toEqual(
    months.rows.map(({ files }) => files),
  );
}

test('a month is one of this computer, once the index by date is there', async () => {
  const library = aLibrary(
    aFile({ id: 'a', createdAt: '2026-01-31T23:30:00Z', sizeBytes: 1 }),
    aFile({ id: 'b', createdAt: '2026-02-01T03:30:00Z', sizeBytes: 10 }),
  );
  makeSortIndexes(library.mirror);
  for (const [zone, january, february] of [
    ['UTC', 1, 1],
    ['Asia/Tokyo', 0, 2],
    ['America/New_York', 2, 0],
  ] as const) {
    inZone(zone);
    const { months } = await library.reader.libraryContents(connectionA, nowMs);
    const files = (month: string): number => months.rows.find((row) => row.month === month)?.files ?? 0;
    expect([zone, files('2026-01'), files('2026-02')]).toEqual([zone, january, february]);
    library.put(aFile({ id: zone.replace('/', '-'), createdAt: null }));
  }
});

function inZone(zone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
}

test('of 10,000 groups and keys the largest are named, and the rest is summed up', async () => {
  const records = Array.from({ length: 10_000 }, (_, place) =>
    aFile({ id: `f${place}`, groupId: `g${place}`, sizeBytes: place, keyvalues: [[`k${place}`, 'v']] } as never),
  );
  const { groups, keys } = await contentsOf(aLibrary(...records));
  expect([groups.rows.length, groups.rows[0], groups.otherGroups, groups.others.files]).toEqual([
    ...[100, { group: 'g9999', files: 1, sizeBytes: 9_999, filled: expect.any(Number) as number }],
    ...[9_900, 9_900],
  ]);
  expect([keys.rows.length, keys.otherKeys]).toEqual([100, 9_900]);
});

test('a group is held against the metadata keys that most files have', async () => {
  const pairs = (...keys: readonly string[]) => keys.map((key) => [key, 'v']) as never;
  const { groups } = await contentsOf(
    aLibrary(
      aFile({ id: 'a', groupId: 'whole', keyvalues: pairs('rarity', 'tier') }),
      aFile({ id: 'b', groupId: 'half', keyvalues: pairs('rarity') }),
      aFile({ id: 'c', groupId: 'half', keyvalues: pairs('tier') }),
      aFile({ id: 'd', groupId: 'bare', keyvalues: pairs() }),
    ),
  );
  expect(Object.fromEntries(groups.rows.map(({ group, filled }) => [group, filled]))).toEqual({
    whole: 1,
    half: 0.5,
    bare: 0,
  });
});

test('sums beyond 64 bits are sums still', async () => {
  const records = [1, 2, 3].map((place) => aFile({ id: `f${place}`, sizeBytes: 9e18, groupId: 'g' }));
  const { groups } = await contentsOf(aLibrary(...records));
  expect(groups.rows[0]?.sizeBytes).toBeCloseTo(2.7e19, -10);
});

test('a mirror from before the sums has them after its migration, and a deleted one has none', () => {
  const library = aLibrary(
    aFile({ id: 'a', groupId: 'g', sizeBytes: 5 }),
    aFile({ id: 'b', groupId: 'g', sizeBytes: 6, mimeType: 'odd', createdAt: null }),
  );
  const { mirror } = library;
  const sums = () =>
    mirror.prepare('SELECT field, value, size_bytes FROM facet_sizes ORDER BY field, value').raw().all();
  const kept = sums();
  mirror.exec('DROP TABLE facet_sizes');
  mirror.exec(facetSizes.up);
  expect([kept, sums()]).toEqual(
    Array(2).fill([
      ['family', 'image', 5],
      ['group', 'g', 11],
      ['month', '2026-01', 5],
      ['type', 'image/png', 5],
      ['type', 'odd', 6],
    ]),
  );
  mirrorDeleter(mirror)(1);
  expect(sums()).toEqual([]);
});

test('an answer stands until somebody writes, and a connection without a mirror holds nothing', async () => {
  const library = aLibrary(aFile());
  const first = library.reader.libraryContents(connectionA, nowMs);
  expect(library.reader.libraryContents(connectionA, nowMs)).toBe(first);
  await first;
  library.put(aFile({ id: 'more' }));
  expect((await contentsOf(library)).all.files).toBe(2);
  expect((await aLibrary().reader.libraryContents(connectionA, nowMs)).all).toEqual({ files: 0, sizeBytes: 0 });
});

test('a reader that is closed meanwhile answers nobody, and that is no bug', async () => {
  const db = new SQLite(aLibrary(aFile()).mirror.name, { readonly: true });
  const { libraryContents } = libraryQueries(db, async () => void db.close());
  await expect(libraryContents(connectionA, nowMs)).resolves.toEqual(emptyLibrary);
});
