import { expect, test } from 'vitest';
import {
  columnId,
  columnPx,
  fittingColumns,
  listColumns,
  MOST_KEY_COLUMNS,
  movedColumn,
  NARROWEST_COLUMN_PX,
  resizedColumn,
  toggledColumn,
  usualColumns,
  widestPx,
  WIDEST_COLUMN_PX,
  type ListColumns,
} from '../../../src/domain/files/list-columns.ts';

const ids = (columns: ListColumns): readonly string[] => columns.map(columnId);
const key = (name: string) => ({ key: name, widthPx: null });

test('a column is shown at the end, and taken away, whatever its width', () => {
  const more = toggledColumn(usualColumns, key('rarity'));
  expect(ids(more)).toEqual(['group', 'size', 'network', 'state', 'key rarity']);
  expect(ids(toggledColumn(more, { key: 'rarity', widthPx: 300 }))).toEqual(ids(usualColumns));
});

test('a metadata key that has the name of a column is another column', () => {
  const both = toggledColumn(usualColumns, key('size'));
  expect(new Set(ids(both)).size).toBe(5);
  expect(ids(toggledColumn(both, key('size')))).toEqual(ids(usualColumns));
});

test('a column moves by one place, and stays at an end', () => {
  expect(ids(movedColumn(usualColumns, 'size', -1))).toEqual(['size', 'group', 'network', 'state']);
  expect(ids(movedColumn(usualColumns, 'size', 1))).toEqual(['group', 'network', 'size', 'state']);
  expect(movedColumn(usualColumns, 'group', -1)).toEqual(usualColumns);
  expect(movedColumn(usualColumns, 'state', 1)).toEqual(usualColumns);
  expect(movedColumn(usualColumns, 'cid', 1)).toEqual(usualColumns);
});

test('a width stays within bounds, and null brings the usual one back', () => {
  const width = (px: number | null) => columnPx(resizedColumn(usualColumns, 'size', px)[1]!);
  expect([width(1), width(100.4), width(1e9)]).toEqual([NARROWEST_COLUMN_PX, 100, WIDEST_COLUMN_PX]);
  expect(width(null)).toBe(columnPx(usualColumns[1]!));
});

test('a column drawn out takes its room from the name, and pushes no other column out of sight', () => {
  for (const roomPx of [600, 800, 1_200]) {
    const visible = fittingColumns(usualColumns, roomPx);
    const one = visible[0]!;
    const widest = resizedColumn(visible, columnId(one), widestPx(visible, one, roomPx));
    expect(ids(fittingColumns(widest, roomPx))).toEqual(ids(visible));
  }
  expect(widestPx(usualColumns, usualColumns[0]!, 100)).toBe(columnPx(usualColumns[0]!));
});

test('columns leave one by one until the name has its room, what tells a file from others last', () => {
  const all = [...usualColumns, key('tier'), { column: 'cid' as const, widthPx: null }];
  const shown = [1_000, 800, 600, 500, 420, 330, 100].map((roomPx) => ids(fittingColumns(all, roomPx)));
  expect(shown[0]).toEqual(ids(all));
  for (const [at, next] of shown.slice(1).entries()) {
    expect(next.length).toBeLessThanOrEqual(shown[at]!.length);
    expect(next.every((id) => shown[at]!.includes(id))).toBe(true);
  }
  expect(shown.map((some) => some.includes('cid'))).toEqual([true, false, false, false, false, false, false]);
  expect(shown[5]).toEqual(['state']);
  expect(shown[6]).toEqual([]);
});

test('stored columns are taken only when they can be shown', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => key(`k${at}`));
  expect(listColumns.safeParse(many(MOST_KEY_COLUMNS)).success).toBe(true);
  for (const odd of [
    many(MOST_KEY_COLUMNS + 1),
    [key('')],
    [{ column: 'name', widthPx: null }],
    [{ column: 'size' }],
  ]) {
    expect(listColumns.safeParse(odd).success).toBe(false);
  }
});
