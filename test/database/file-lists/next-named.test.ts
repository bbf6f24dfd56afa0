import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded } from '../../../src/domain/core/text.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import type { FileQuery } from '../../../src/domain/files/queries.ts';
import { aFile, aFileQuery, connectionA } from '../../support/builders.ts';
import { aLibrary } from '../../support/database.ts';

const named = (...names: readonly (string | null)[]): FileRecord[] =>
  names.map((name, number) => aFile({ id: `f${number}`, name, keyvalues: [] }));

/** Asks a list of files with these names for the next one that begins with a text; answers with that name. */
async function aList(names: readonly (string | null)[], query: Partial<FileQuery>) {
  const { reader } = aLibrary(...named(...names));
  const { viewId, count } = await reader.open(connectionA, aFileQuery(query));
  const rows = (await reader.window(viewId, 0, Math.max(1, Math.min(count, 200)))) ?? [];
  return {
    rows,
    find: async (text: string, from = 0): Promise<string | null> => {
      const position = await reader.nextNamed(viewId, text, from);
      return position === null ? null : (rows[position]?.name ?? '');
    },
  };
}

const byName = (descending: boolean): Partial<FileQuery> => ({ sort: { column: 'name', descending } });
const byAge: Partial<FileQuery> = { sort: { column: 'created', descending: true } };

test.each([byName(false), byName(true), byAge])(
  'a name is found by its beginning, without case and accents: %j',
  async (query) => {
    const { find } = await aList(['Zebra', 'éclair', 'Apple', null, 'eclipse', 'img 9'], query);
    expect(await find('z')).toBe('Zebra');
    expect(await find('ECLI')).toBe('eclipse');
    expect(await find('ecla')).toBe('éclair');
    expect(await find('q')).toBeNull();
  },
);

test('the look goes on from a row and round the end', async () => {
  const { find } = await aList(['ant', 'ape', 'bee', 'cat'], byName(false));
  expect([await find('a', 0), await find('a', 1), await find('a', 2)]).toEqual(['ant', 'ape', 'ant']);
  expect(await find('a', 4), 'after the last row').toBe('ant');
});

test('the first digits of a number lead to the numbers that begin with them', async () => {
  const names = Array.from({ length: 150 }, (_, number) => `img ${number + 2}`);
  const { find } = await aList(names, byName(false));
  expect([await find('img 15'), await find('img 1'), await find('img 2')]).toEqual(['img 15', 'img 10', 'img 2']);
});

test('whatever the names and the order, what is found begins with the text, and is found where a name does', async () => {
  const name = fc.option(
    fc.string({ unit: fc.constantFrom('a', 'B', 'é', '1', '0', ' '), minLength: 1, maxLength: 4 }),
  );
  const query = fc.constantFrom(byName(false), byName(true), byAge);
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 12 }), query, fc.nat(13), async (names, asked, from) => {
      const { find } = await aList(names, asked);
      for (const text of ['a', 'b1', 'E', '1', '10', 'a 1']) {
        const isThere = names.some((one) => one !== null && folded(one).startsWith(folded(text)));
        const found = await find(text, from);
        expect(found !== null && folded(found).startsWith(folded(text)), `${text} in ${JSON.stringify(names)}`).toBe(
          isThere,
        );
      }
    }),
    { numRuns: 40 },
  );
});
