import { expect, onTestFinished, test } from 'vitest';
import { openReader, type Reader } from '../../../electron/database/read-only-database.ts';
import { aFile, aFileQuery, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary, noPause } from '../../support/database.ts';

const nameOf = (number: number): string => `file ${String(number).padStart(3, '0')}`;
const records = Array.from({ length: 300 }, (_, at) => aFile({ id: `f${at}`, name: nameOf(at) }));

/** A reader that gets no further than the first slice of an order until it is let go on. */
function readerAtRest(mirrorPath: string): { readonly reader: Reader; readonly goOn: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const reader = openReader(mirrorPath, () => promise);
  onTestFinished(() => reader.close());
  return { reader, goOn: resolve };
}

const namesIn = async (reader: Reader, viewId: number, from: number, to: number): Promise<readonly (string | null)[]> =>
  ((await reader.window(viewId, from, to)) ?? []).map(({ name }) => name);

test('a long list shows its first rows and how many there are before its order is read', async () => {
  const { mirror } = aLibrary(...records);
  const { reader, goOn } = readerAtRest(mirror.name);
  const { viewId, count } = await reader.open(connectionA, aFileQuery({}));
  expect([count, await namesIn(reader, viewId, 0, 2)]).toEqual([300, [nameOf(0), nameOf(1)]]);
  const order: string[] = [];
  const rest = Promise.all([
    namesIn(reader, viewId, 298, 300).then((names) => order.push(...names.map(String))),
    reader.position(viewId, fileOf('f250')).then((position) => order.push(String(position))),
  ]);
  order.push('let go');
  goOn();
  await rest;
  expect(order.toSorted()).toEqual(['250', nameOf(298), nameOf(299), 'let go'].toSorted());
  expect(order[0]).toBe('let go');
});

test('the last rows come first where the list is turned round', async () => {
  const { mirror } = aLibrary(...records);
  const { reader } = readerAtRest(mirror.name);
  const sort = { column: 'name' as const, descending: true };
  const { viewId } = await reader.open(connectionA, aFileQuery({ sort }));
  expect(await namesIn(reader, viewId, 0, 2)).toEqual([nameOf(299), nameOf(298)]);
});

test.each([
  ['a search', { search: '"file 29"' }, 10],
  ['a filter', { network: 'private' as const }, 0],
])('%s begins with what it finds, not with the whole list', async (_what, narrowed, found) => {
  const { mirror } = aLibrary(...records);
  const reader = openReader(mirror.name, noPause);
  onTestFinished(() => reader.close());
  const { viewId, count } = await reader.open(connectionA, aFileQuery(narrowed));
  expect([count, (await namesIn(reader, viewId, 0, 100)).length]).toEqual([found, found]);
});

test('the beginning and the whole agree, row by row, in both directions', async () => {
  const { mirror } = aLibrary(...records, aFile({ id: 'none', name: null }));
  for (const descending of [false, true]) {
    const { reader, goOn } = readerAtRest(mirror.name);
    const { viewId, count } = await reader.open(connectionA, aFileQuery({ sort: { column: 'name', descending } }));
    const early = await namesIn(reader, viewId, 0, 150);
    goOn();
    const all = [...(await namesIn(reader, viewId, 0, 200)), ...(await namesIn(reader, viewId, 199, count)).slice(1)];
    expect([all.length, all.slice(0, 150)]).toEqual([301, early]);
  }
});
