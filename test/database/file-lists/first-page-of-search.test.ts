import { expect, onTestFinished, test } from 'vitest';
import { openReader, type Opened, type Reader } from '../../../electron/database/read-only-database.ts';
import { aChange, aFile, aFileQuery, connectionA, fileOf } from '../../support/builders.ts';
import { aLibrary, noPause } from '../../support/database.ts';

const nameOf = (number: number): string => `file ${String(number).padStart(3, '0')}`;
const records = Array.from({ length: 300 }, (_, at) =>
  aFile({ id: `f${at}`, name: nameOf(at), keyvalues: [['part', at % 2 === 0 ? 'even' : 'odd']] }),
);
const search = (text: string, descending = false) => aFileQuery({ search: text, sort: { column: 'name', descending } });

/** A reader that has read the order, and gets no further than one step of the next question until it is let go on. */
async function readerAtRest() {
  const { mirror } = aLibrary(...records, aFile({ id: 'none', name: null, keyvalues: [['part', 'odd']] }));
  let gate: Promise<void> = noPause();
  const reader = openReader(mirror.name, () => gate);
  onTestFinished(() => reader.close());
  const { viewId } = await reader.open(connectionA, search(''));
  await reader.window(viewId, 250, 301);
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  return { reader, goOn: resolve };
}

const namesIn = async (reader: Reader, { viewId }: Opened, to: number): Promise<readonly (string | null)[]> =>
  ((await reader.window(viewId, 0, to)) ?? []).map(({ name }) => name);

test.each([
  [false, nameOf(1)],
  [true, nameOf(299)],
])('a common text shows its first rows before the others are found (turned round: %s)', async (descending, first) => {
  const { reader, goOn } = await readerAtRest();
  const opened = await reader.open(connectionA, search('odd', descending));
  const early = await namesIn(reader, opened, 100);
  expect([opened.count, opened.isCounted, early.length, early[0]]).toEqual([100, false, 100, first]);
  goOn();
  expect(await reader.counted(opened.viewId)).toBe(151);
  const whole = await namesIn(reader, opened, 151);
  expect([whole.slice(0, 100), whole.at(-1)]).toEqual([early, null]);
  expect(await reader.position(opened.viewId, fileOf('none'))).toBe(150);
});

test('a filter narrows the first rows as well', async () => {
  const { reader, goOn } = await readerAtRest();
  const metadata = [{ op: 'is' as const, key: 'part', value: 'even' }];
  const opened = await reader.open(connectionA, { ...search('file'), metadata });
  const early = await namesIn(reader, opened, 100);
  expect([early[0], early[99]]).toEqual([nameOf(0), nameOf(198)]);
  goOn();
  expect(await reader.counted(opened.viewId)).toBe(150);
});

test('a rare text is answered when all its rows are found', async () => {
  const { reader, goOn } = await readerAtRest();
  const opening = reader.open(connectionA, search('"file 29"'));
  goOn();
  expect(await opening).toMatchObject({ count: 10, isCounted: true });
});

test('a view that is closed before all its rows are found is left as it is', async () => {
  const { reader, goOn } = await readerAtRest();
  const { viewId } = await reader.open(connectionA, search('even'));
  const waits = [reader.counted(viewId), reader.window(viewId, 100, 150), reader.position(viewId, fileOf('f0'))];
  reader.closeView(viewId);
  goOn();
  expect(await Promise.all(waits)).toEqual([null, null, null]);
});

test('a text that only the names of metadata keys hold shows its first rows at once, in the order of the list', async () => {
  const { reader, goOn } = await readerAtRest();
  const opened = await reader.open(connectionA, search('ART'));
  const early = await namesIn(reader, opened, 100);
  expect([opened.count, early[0], early[99]]).toEqual([100, nameOf(0), nameOf(99)]);
  goOn();
  expect(await reader.counted(opened.viewId)).toBe(301);
  expect((await namesIn(reader, opened, 100)).slice(0, 100)).toEqual(early);
});

test('the names of metadata keys are found among many files with a key each, and follow edits', async () => {
  const many = Array.from({ length: 4_000 }, (_, at) =>
    aFile({
      id: `f${at}`,
      name: nameOf(at),
      keyvalues: [[`Serial ${at}`, 'x'], ...(at % 2 === 0 ? [['Größe', '1'] as [string, string]] : [])],
    }),
  );
  const { reader, files } = aLibrary(...many);
  const count = async (text: string) => {
    const { viewId } = await reader.open(connectionA, search(text));
    return await reader.counted(viewId);
  };
  expect([
    await count('grosse'),
    await count('größe'),
    await count('"serial 399"'),
    await count('"serial 4000"'),
  ]).toEqual([2_000, 2_000, 11, 0]);
  files.project(fileOf('f1'), [aChange({ field: 'keyvalues:Größe', base: null, mine: '2' })]);
  expect(await count('GRÖSSE')).toBe(2_001);
  const started = performance.now();
  await count('serial');
  console.info(`search of 4,000 key names: ${Math.round(performance.now() - started)} ms`);
});
