import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIdList } from '../../../electron/sync/bulk/id-list.ts';
import { joinedLists } from '../../../src/domain/files/id-list.ts';

const anyId = fc.constantFrom('a1', 'b2', 'c3', 'no id', '../x', 'f"6');
const anyEnd = fc.constantFrom('\n', '\r\n');
const cellOf = (id: string): string => (id.includes('"') ? `"${id.replaceAll('"', '""')}"` : id);

const anyLines = fc
  .tuple(fc.array(anyId, { minLength: 1, maxLength: 4 }), anyEnd, fc.boolean())
  .map(([ids, end, isNamed]) => [...(isNamed ? ['id'] : []), ...ids.map(cellOf)].join(end));

const anyTable = fc
  .record({
    rows: fc.array(fc.record({ id: anyId, network: fc.constantFrom('public', 'private', '') }), { maxLength: 4 }),
    columns: fc.constantFrom(['network', 'id'], ['id', 'network'], ['name', 'id'], ['name', 'Network', 'ID']),
    delimiter: fc.constantFrom(',', ';', '\t'),
    end: anyEnd,
  })
  .map(({ rows, columns, delimiter, end }) => {
    const lineOf = ({ id, network }: (typeof rows)[number]): string =>
      columns.map((name) => ({ id: cellOf(id), network, name: 'x' })[name.toLowerCase()] ?? '').join(delimiter);
    return [columns.join(delimiter), ...rows.map(lineOf)].join(end);
  });

const anyList = fc.oneof(
  anyLines,
  anyTable,
  fc.array(anyId, { minLength: 1, maxLength: 3 }).map((ids) => JSON.stringify(ids)),
);

/** The ids that an import of the text asks for, with their networks. */
const askedFor = (text: string) =>
  parseIdList(text).flatMap(({ id, network }) => (id === null ? [] : [{ id, network }]));

test('two lists below each other ask for the files of both, whatever their columns', () => {
  fc.assert(
    fc.property(anyList, anyList, (above, below) => {
      expect(askedFor(joinedLists(above, below))).toEqual([...askedFor(above), ...askedFor(below)]);
    }),
    { numRuns: 500 },
  );
});
