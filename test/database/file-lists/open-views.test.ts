import { expect, test } from 'vitest';
import { keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { aChange, aFile, aFileQuery, connectionA, connectionB, fileOf, observed } from '../../support/builders.ts';
import { aLibrary, idsOf, indexingOf } from '../../support/database.ts';

const named = (...names: readonly (string | null)[]): FileRecord[] =>
  names.map((name, number) => aFile({ id: `f${number}`, name, keyvalues: [] }));

test('a row shows the file with its open edits replayed', async () => {
  const { files, reader } = aLibrary(aFile());
  files.project(fileOf(), [aChange({ mine: 'dawn.png' })]);
  const { viewId } = await reader.open(connectionA, aFileQuery());
  expect(await reader.window(viewId, 0, 10)).toEqual([
    {
      network: 'public',
      id: aFile().id,
      name: 'dawn.png',
      cid: 'bafkreiaurora',
      sizeBytes: 1_024,
      mimeType: 'image/png',
      groupId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
      state: 'waiting',
      values: [],
    },
  ]);
});

test('rows come with the values of the keys that were asked for, in their order, edits replayed and long ones cut', async () => {
  const keyvalues: FileRecord['keyvalues'] = [
    ['env', 'prod'],
    ['empty', ''],
    ['long', 'x'.repeat(10_000)],
  ];
  const { files, reader } = aLibrary(aFile({ keyvalues }));
  files.project(fileOf(), [aChange({ field: keyField('env'), base: 'prod', mine: 'test' })]);
  const { viewId } = await reader.open(connectionA, aFileQuery());
  const rows = await reader.window(viewId, 0, 10, ['long', 'env', 'none', 'empty']);
  expect(rows?.[0]?.values).toEqual(['x'.repeat(200), 'test', null, '']);
});

test('names are in the order people expect: case and accents folded, numbers by value, no name last', async () => {
  const { reader } = aLibrary(...named('img 10', 'Zebra', null, 'éclair', 'img 9', 'Apple', 'eclipse', 'IMG 007'));
  const ascending = ['f5', 'f3', 'f6', 'f7', 'f4', 'f0', 'f1'];
  expect(await idsOf(reader, {})).toEqual([...ascending, 'f2']);
  expect(await idsOf(reader, { sort: { column: 'name', descending: true } })).toEqual([
    ...ascending.toReversed(),
    'f2',
  ]);
});

test('every column sorts, with ties as they came and missing values last either way', async () => {
  const { files, reader } = aLibrary(
    aFile({ id: 'c', cid: 'b', sizeBytes: 9, mimeType: 'z', groupId: 'g', network: 'public', createdAt: '2026' }),
    aFile({ id: 'b', cid: 'c', sizeBytes: 10, mimeType: 'a', groupId: 'g', network: 'private', createdAt: '2025' }),
    aFile({ id: 'a', cid: 'a', sizeBytes: null, mimeType: null, groupId: null, network: 'public', createdAt: null }),
  );
  files.project(fileOf('c'), [aChange({ status: 'conflicted' })]);
  const order = (column: FileQuery['sort']['column']) =>
    Promise.all(
      [false, true].map(async (descending) => (await idsOf(reader, { sort: { column, descending } })).join('')),
    );
  expect({
    cid: await order('cid'),
    size: await order('size'),
    type: await order('type'),
    group: await order('group'),
    network: await order('network'),
    created: await order('created'),
    state: await order('state'),
  }).toEqual({
    cid: ['acb', 'bca'],
    size: ['cba', 'bca'],
    type: ['bca', 'cba'],
    group: ['cba', 'bca'],
    network: ['bca', 'acb'],
    created: ['bca', 'cba'],
    state: ['cba', 'abc'],
  });
});

test('filters narrow by network, type, group and open edits, together', async () => {
  const { files, reader } = aLibrary(
    aFile({ id: 'a', network: 'public', mimeType: 'x', groupId: 'g' }),
    aFile({ id: 'b', network: 'private', mimeType: 'x', groupId: 'g' }),
    aFile({ id: 'c', network: 'public', mimeType: 'y', groupId: null }),
  );
  files.project(fileOf('c'), [aChange()]);
  expect([
    await idsOf(reader, { network: 'public' }),
    await idsOf(reader, { type: 'x' }),
    await idsOf(reader, { group: 'g', network: 'private' }),
    await idsOf(reader, { edited: true }),
    await idsOf(reader, { edited: true, type: 'x' }),
    await idsOf(reader, { group: "g' OR 1=1 --" }),
  ]).toEqual([['a', 'c'], ['a', 'b'], ['b'], ['c'], [], []]);
});

test('a view stays as it was opened, and says where a file stands in it', async () => {
  const { reader, put, files } = aLibrary(...named('b', 'd'));
  const { viewId, count } = await reader.open(connectionA, aFileQuery());
  put(aFile({ id: 'new', name: 'c' }));
  expect([count, (await reader.window(viewId, 0, 9))?.map((row) => row.id)]).toEqual([2, ['f0', 'f1']]);
  expect([await reader.position(viewId, fileOf('f1')), await reader.position(viewId, fileOf('new'))]).toEqual([
    1,
    null,
  ]);
  expect(await idsOf(reader, {})).toEqual(['f0', 'new', 'f1']);
  files.remove(fileOf('f0'));
  expect((await reader.window(viewId, 0, 9))?.map((row) => row.id)).toEqual(['f1']);
});

test('only the latest eight views are kept, counted from their last use', async () => {
  const { reader } = aLibrary(...named('a'));
  const first = (await reader.open(connectionA, aFileQuery())).viewId;
  const second = (await reader.open(connectionA, aFileQuery())).viewId;
  for (let more = 0; more < 6; more += 1) await reader.open(connectionA, aFileQuery());
  await reader.window(first, 0, 1);
  await reader.open(connectionA, aFileQuery());
  expect([(await reader.window(first, 0, 1))?.length, await reader.window(second, 0, 1)]).toEqual([1, null]);
  reader.closeView(first);
  expect([await reader.window(first, 0, 1), await reader.position(first, fileOf('f0'))]).toEqual([null, null]);
});

test('a connection without a copy has an empty view and counts nothing', async () => {
  const { reader } = aLibrary();
  expect((await reader.open(connectionB, aFileQuery())).count).toBe(0);
  expect(reader.counts(connectionB)).toEqual({
    all: 0,
    public: 0,
    private: 0,
    sizeBytes: 0,
    edited: 0,
    starred: 0,
    groups: [],
    types: [],
  });
});

test('counts come largest first', async () => {
  const { reader } = aLibrary(
    aFile({ id: 'a', mimeType: 'x', sizeBytes: 1, groupId: 'g' }),
    aFile({ id: 'b', mimeType: 'y', sizeBytes: 2, network: 'private' }),
    aFile({ id: 'c', mimeType: 'y', sizeBytes: null }),
  );
  expect(reader.counts(connectionA)).toEqual({
    all: 3,
    public: 2,
    private: 1,
    sizeBytes: 3,
    edited: 0,
    starred: 0,
    groups: [{ value: 'g', count: 1 }],
    types: [
      { value: 'y', count: 2 },
      { value: 'x', count: 1 },
    ],
  });
});

test('ten thousand files are one ordered view, read in windows of at most 200', async () => {
  const many = Array.from({ length: 10_000 }, (_, number) =>
    aFile({
      id: `f${number}`,
      name: `photo ${9_999 - number}`,
      mimeType: number % 2 === 0 ? 'image/png' : 'text/plain',
    }),
  );
  const { mirror, reader } = aLibrary(...many);
  indexingOf(mirror).all(3_000);
  const all = await reader.open(connectionA, aFileQuery());
  const deep = (await reader.window(all.viewId, 5_000, 9_999)) ?? [];
  expect([all.count, deep.length, deep[0]?.name, deep.at(-1)?.name]).toEqual([10_000, 200, 'photo 5000', 'photo 5199']);
  expect(await reader.position(all.viewId, fileOf('f0'))).toBe(9_999);
  const half = await reader.open(connectionA, aFileQuery({ search: 'photo', type: 'image/png' }));
  expect([await reader.counted(half.viewId), (await reader.window(half.viewId, 0, 1))?.[0]?.name]).toEqual([
    5_000,
    'photo 1',
  ]);
  const { viewId } = await reader.open(connectionA, aFileQuery({ search: '77' }));
  expect(await reader.counted(viewId)).toBe(many.filter(({ name, id }) => `${name}\n${id}`.includes('77')).length);
});

test('an order that is already there follows the edits that touch it', async () => {
  const { files, reader } = aLibrary(
    aFile({ id: 'a', name: 'a', sizeBytes: 2 }),
    aFile({ id: 'b', name: 'b', sizeBytes: 1 }),
  );
  const orders = () =>
    Promise.all((['name', 'size'] as const).map((column) => idsOf(reader, { sort: { column, descending: false } })));
  expect(await orders()).toEqual([
    ['a', 'b'],
    ['b', 'a'],
  ]);
  files.project(fileOf('a'), [aChange({ mine: 'z' })]);
  expect(await orders()).toEqual([
    ['b', 'a'],
    ['b', 'a'],
  ]);
  files.put(
    connectionA,
    [observed(aFile({ id: 'b', name: 'b', sizeBytes: 9 }))],
    { seenAtMs: 1, requestSeq: 1, scanId: null },
    () => [],
  );
  expect(await orders()).toEqual([
    ['b', 'a'],
    ['a', 'b'],
  ]);
});
