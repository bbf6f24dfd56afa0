import { expect, test } from 'vitest';
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

test('lines with long texts come in smaller slices', async () => {
  const items = Array.from({ length: 10 }, (_, at) => ({ id: uuid(at), keyvalues: { a: 'x'.repeat(600_000) } }));
  const read = await textReader.table({ format: 'json', text: JSON.stringify(items) }, never);
  if (!read.ok) throw new Error(read.failure.kind);
  expect((await taken(read.value.slices())).map(({ length }) => length)).toEqual(Array.from({ length: 10 }, () => 1));
});

test.each([
  ['one line without an end', 'table', 'x'.repeat(LONGEST), 'longer than 5 MB'],
  ['one line of empty cells', 'table', `id${','.repeat(LONGEST - 2)}`, 'longer than 5 MB'],
  ['one line of quotes', 'table', '"'.repeat(LONGEST), 'longer than 5 MB'],
  ['a column for each letter', 'table', `id${',a'.repeat(1_000_000)}\n`, 'more than 10,000 columns'],
  ['a million lines', 'table', `id\n${`${uuid(1)}\n`.repeat(1_000_000)}`, 'more than 200,000 lines'],
  ['a million ids', 'ids', `${uuid(1)}\n`.repeat(500_000), 'more than 100,000 lines'],
] as const)('a hostile text is refused with a sentence: %s', async (_what, as, text, problem) => {
  const read =
    as === 'ids' ? await textReader.ids(text, never) : await textReader.table({ format: 'csv', text }, never);
  expect(read).toMatchObject({ ok: false, failure: { kind: 'unfit', problem: expect.stringContaining(problem) } });
});

test('a text that needs more memory than its thread may have is refused, and the app goes on', async () => {
  const text = `[${'[],'.repeat(16_000_000)}[]]`;
  const read = await textReader.table({ format: 'json', text }, never);
  expect(read).toMatchObject({ ok: false, failure: { kind: 'unfit' } });
});

test('reading ends when it is cancelled', async () => {
  const cancelling = new AbortController();
  const reading = textReader.table({ format: 'csv', text: `id\n${'x\n'.repeat(5_000_000)}` }, cancelling.signal);
  cancelling.abort();
  expect(await reading).toEqual({ ok: false, failure: { kind: 'notFound' } });
});
