import { expect, test } from 'vitest';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

async function rowFor(value: string, search = '') {
  const { reader } = aLibrary(aFile({ keyvalues: [['status', value]] }));
  const { viewId } = await reader.open(connectionA, aFileQuery({ search }));
  return (await reader.window(viewId, 0, 1, ['status']))![0]!;
}

test('a value with a NUL in it is shown on from the NUL: nobody makes one look like a shorter one', async () => {
  expect((await rowFor('approved\0 by nobody')).values).toEqual(['approved\0 by nobody']);
});

test.each([
  ['one byte', 'x'],
  ['three bytes', '한'],
  ['four bytes', '😀'],
])('a long value is cut between characters: those of %s', async (_what, letter) => {
  const [value] = (await rowFor(`a${letter.repeat(3_000)}`)).values;
  expect(`a${letter.repeat(3_000)}`.startsWith(value!)).toBe(true);
  expect([value!.isWellFormed(), value!.length]).toEqual([true, letter.length === 2 ? 199 : 200]);
});

test('what a search found behind a NUL is told with its row', async () => {
  const { foundPair } = await rowFor('first\0second', 'second');
  expect(foundPair).toEqual({ key: 'status', value: 'first\0second' });
});

test('a value that is long behind a NUL is offered nowhere', async () => {
  const { reader } = aLibrary(aFile({ keyvalues: [['status', `short\0${'x'.repeat(50_000)}`]] }));
  const { viewId } = await reader.open(connectionA, aFileQuery());
  const rowIds = (await reader.selected(connectionA, { kind: 'list', viewId, except: [] }))!;
  const { keys } = await reader.selectionContents(connectionA, rowIds);
  expect(keys).toEqual([{ key: 'status', values: [], others: 1, missing: 0 }]);
});
