import { expect, test } from 'vitest';
import { WorkerClient } from '../../electron/workers/worker-client.ts';
import { textReader } from '../../electron/workers/writer/text-reader-client.ts';
import { uuid } from '../support/builders.ts';

const never = new AbortController().signal;
/** The longest text that the core takes. */
const LONGEST = 50_000_000;

async function taken<Line>(slices: AsyncIterable<readonly Line[]>): Promise<readonly (readonly Line[])[]> {
  const all: (readonly Line[])[] = [];
  for await (const slice of slices) all.push(slice);
  return all;
}

test('a table is read line by line, in slices, with the values of its columns', async () => {
  const text = ['id,key:a', ...Array.from({ length: 1_000 }, (_, at) => `${uuid(at)},${at}`)].join('\n');
  const read = await textReader.table({ format: 'csv', text }, never);
  if (!read.ok) throw new Error(read.failure.kind);
  expect(read.value.count).toBe(1_000);
  const slices = await taken(read.value.slices());
  expect(slices.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200]);
  expect(slices.flat().map(({ key, values }) => [key?.id, values.get('key:a')])).toEqual(
    Array.from({ length: 1_000 }, (_, at) => [uuid(at), `${at}`]),
  );
});

test('a thread that has no text says so, and not that a text is at its end: another one may have ended with it', async () => {
  const program = new URL('../../electron/workers/text-reader/main.ts', import.meta.url);
  const client = new WorkerClient<'next', unknown>({ program, name: 'text reader', resourceLimits: {} });
  await expect(client.ask('next')).rejects.toThrow('There is no text');
});

test('lines with long texts come in smaller slices', async () => {
  const items = Array.from({ length: 10 }, (_, at) => ({ id: uuid(at), keyvalues: { a: 'x'.repeat(600_000) } }));
  const read = await textReader.table({ format: 'json', text: JSON.stringify(items) }, never);
  if (!read.ok) throw new Error(read.failure.kind);
  expect((await taken(read.value.slices())).map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1));
});

test.each([
  ['one line without an end', 'table', 'x'.repeat(LONGEST), { kind: 'longLine', mostBytes: 5_000_000 }],
  ['one line of empty cells', 'table', `id${','.repeat(LONGEST - 2)}`, { kind: 'longLine', mostBytes: 5_000_000 }],
  ['one line of quotes', 'table', '"'.repeat(LONGEST), { kind: 'longLine', mostBytes: 5_000_000 }],
  ['a column for each letter', 'table', `id${',a'.repeat(1_000_000)}\n`, { kind: 'tooManyColumns', most: 16_384 }],
  ['a million lines', 'table', `id\n${`${uuid(1)}\n`.repeat(1_000_000)}`, { kind: 'tooManyLines', most: 200_000 }],
  ['a million ids', 'ids', `${uuid(1)}\n`.repeat(500_000), { kind: 'tooManyLines', most: 100_000 }],
] as const)('a hostile text is refused, and told why: %s', async (_what, as, text, why) => {
  const read =
    as === 'ids' ? await textReader.ids(text, never) : await textReader.table({ format: 'csv', text }, never);
  expect(read).toMatchObject({ ok: false, failure: { kind: 'unfitText', why } });
});

const keyOf = (at: number): string => `"${at.toString(36)}":1`;
const many = (count: number, one: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(',');

// A parser that runs out of memory ends the whole process, and this test with it.
test.each([
  ['empty objects', `[${'{},'.repeat(16_000_000)}{}]`],
  ['objects of one key each', `[${many(3_000_000, (at) => `{${keyOf(at)}}`)}]`],
  ['one object of keys', `{${many(4_900_000, keyOf)}}`],
  ['lists in lists', `[${'[[[]]],'.repeat(7_000_000)}1]`],
  ['objects below a line whose quotation mark is open', `{"\n[${'{},'.repeat(16_000_000)}{}]`],
])('JSON that would fill the memory of its thread is refused, and the app goes on: %s', async (_what, text) => {
  expect(text.length).toBeLessThanOrEqual(LONGEST);
  const why = { kind: 'tooMuchMemory' };
  expect(await textReader.table({ format: 'json', text }, never)).toMatchObject({ ok: false, failure: { why } });
});

test.each([
  ['numbers', `[${'1,'.repeat(24_000_000)}1]`, { kind: 'tooManyLines', most: 200_000 }],
  ['texts', `[${'"ab",'.repeat(9_000_000)}""]`, { kind: 'tooManyLines', most: 200_000 }],
])('JSON that fits is read to its end: %s', async (_what, text, why) => {
  expect(await textReader.table({ format: 'json', text }, never)).toMatchObject({ ok: false, failure: { why } });
});

// Numbers that keep their source take more memory than the others.
test.each([
  ['numbers', (at: number) => `[${'1,'.repeat(at)}1.0]`, 24_000_000, 3_700_000],
  ['numbers with a fraction', (at: number) => `[${'1.0,'.repeat(at)}1]`, 12_000_000, 3_600_000],
  ['empty objects', (at: number) => `[${'{},'.repeat(at)}1.0]`, 7_000_000, 1_600_000],
  ['texts', (at: number) => `[${'"ab",'.repeat(at)}1.0]`, 9_000_000, 3_300_000],
  ['keys', (at: number) => `{"x":1.0,${many(at, keyOf)}}`, 4_000_000, 2_200_000],
  ['lists in lists', (at: number) => `[${'[[[]]],'.repeat(at)}1.0]`, 2_700_000, 770_000],
] as const)('exact numbers among %s are read to their end, or refused before', async (what, text, tooMany, most) => {
  const why = { kind: 'tooMuchMemory' };
  expect(await textReader.table({ format: 'json', text: text(tooMany) }, never)).toMatchObject({ failure: { why } });
  const read = { kind: what === 'keys' ? 'notJsonLines' : 'tooManyLines' };
  expect(await textReader.table({ format: 'json', text: text(most) }, never)).toMatchObject({ failure: { why: read } });
});

test('CSV of lines of empty cells, a million in each, is read to its end', async () => {
  const text = `id\n${`${','.repeat(999_999)}\n`.repeat(49)}`;
  const read = await textReader.table({ format: 'csv', text }, never);
  if (read.ok) read.value.close();
  expect(read).toMatchObject({ ok: true });
});

test('a list of ids of empty objects is refused, and the app goes on', async () => {
  const read = await textReader.ids(`[${'{},'.repeat(6_600_000)}{}]`, never);
  const why = { kind: 'tooManyLines', most: 100_000 };
  expect(read).toMatchObject({ ok: false, failure: { kind: 'unfitText', why } });
});

test('reading ends when it is cancelled', async () => {
  const cancelling = new AbortController();
  const reading = textReader.table({ format: 'csv', text: `id\n${'x\n'.repeat(5_000_000)}` }, cancelling.signal);
  cancelling.abort();
  expect(await reading).toEqual({ ok: false, failure: { kind: 'notFound' } });
});
