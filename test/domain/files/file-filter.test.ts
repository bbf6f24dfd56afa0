import { expect, test } from 'vitest';
import {
  fileFilters,
  listedFilters,
  noFilters,
  withFilter,
  withoutFilter,
  type FileFilter,
} from '../../../src/domain/files/file-filter.ts';
import { moved, savedViewId, type SavedView } from '../../../src/domain/files/queries.ts';
import { sizeOf } from '../../../src/domain/core/text.ts';
import { aFileQuery, uuid } from '../../support/builders.ts';

const every: readonly FileFilter[] = [
  { kind: 'network', network: 'public' },
  { kind: 'edited' },
  { kind: 'state', state: 'held' },
  { kind: 'type', type: 'image/*' },
  { kind: 'group', group: '' },
  { kind: 'size', size: { fromBytes: 0, toBytes: null } },
  { kind: 'created', created: { from: null, to: '2026-01-31' } },
  { kind: 'metadata', condition: { op: 'is', key: '__proto__', value: '' } },
  { kind: 'metadata', condition: { op: 'lacks', key: '' } },
];

test('filters are listed as they were added, and taken away one by one until none is left', () => {
  const all = every.reduce(withFilter, noFilters);
  expect(listedFilters(all)).toEqual(every);
  expect(fileFilters.parse(all)).toEqual(all);
  for (const one of every)
    expect(listedFilters(withoutFilter(all, one))).toEqual(every.filter((other) => other !== one));
  expect(every.reduce(withoutFilter, all)).toEqual(noFilters);
});

test('another filter on the same thing takes its place; conditions on metadata stand side by side, each once', () => {
  const is = (value: string): FileFilter => ({ kind: 'metadata', condition: { op: 'is', key: 'a', value } });
  const filters = [
    { kind: 'group', group: 'a' } as const,
    is('1'),
    is('2'),
    is('1'),
    { kind: 'group', group: 'b' } as const,
  ];
  expect(listedFilters(filters.reduce(withFilter, noFilters))).toEqual([
    { kind: 'group', group: 'b' },
    is('2'),
    is('1'),
  ]);
});

test.each([
  { size: { fromBytes: null, toBytes: null } },
  { size: { fromBytes: 2, toBytes: 1 } },
  { size: { fromBytes: -1, toBytes: null } },
  { size: { fromBytes: 0.5, toBytes: null } },
  { created: { from: null, to: null } },
  { created: { from: '2026-02-30', to: null } },
  { created: { from: '2026-02-02', to: '2026-02-01' } },
  { state: 'fine' },
  { metadata: [{ op: 'is', key: 'a' }] },
  { metadata: [{ op: 'has', key: 'a'.repeat(10_001) }] },
  { metadata: Array.from({ length: 21 }, () => ({ op: 'has', key: 'a' })) },
])('a filter that asks nothing, the impossible or too much is refused: %j', (wrong) => {
  expect(fileFilters.safeParse({ ...noFilters, ...wrong }).success).toBe(false);
});

test.each([
  ['0', 0],
  ['1,024', 1_024],
  ['1 024 b', 1_024],
  ['500 kB', 500_000],
  ['500KB', 500_000],
  ['1.5 g', 1_500_000_000],
  ['2 MiB', 2_097_152],
  ['1,5 GB', 1_500_000_000],
  ['1,024,000', 1_024_000],
  ['.5 kB', 500],
  ['', null],
  ['a lot', null],
  ['-1', null],
  ['1 kB of', null],
  ['9999999 PB', null],
  ['1.500 GB', 1_500_000_000],
  ['1,234.5 kB', 1_234_500],
  ['1.234,5 kB', 1_234_500],
  ['1’024', 1_024],
  ['1,2.3,4', null],
])('a size is read as people write it: %s', (text, sizeBytes) => {
  expect(sizeOf(text, 'en')).toBe(sizeBytes);
});

test.each([
  ['1.500 MB', 1_500_000_000],
  ['1.500.000', 1_500_000],
  ['1.234,5 kB', 1_234_500],
  ['1,234.5 kB', 1_234_500],
  ['1,500 GB', 1_500_000_000],
  ['1,5 GB', 1_500_000_000],
  ['1.5 GB', 1_500_000_000],
  ['0.125 kB', 125],
  ['1\u202f024', 1_024],
])('a size is read as Germans write it: %s', (text, sizeBytes) => {
  expect(sizeOf(text, 'de')).toBe(sizeBytes);
});

test('a saved view is moved to a place, and one that is gone moves nothing', () => {
  const views = [1, 2, 3].map((number): SavedView => {
    const id = savedViewId.parse(uuid(number));
    return { id, name: `${number}`, about: 'files', query: aFileQuery() };
  });
  const names = (id: number, to: number) =>
    moved(views, savedViewId.parse(uuid(id)), to)
      .map(({ name }) => name)
      .join('');
  expect([names(1, 2), names(3, 0), names(2, 1), names(2, 100), names(9, 0)]).toEqual([
    '231',
    '312',
    '123',
    '132',
    '123',
  ]);
});
