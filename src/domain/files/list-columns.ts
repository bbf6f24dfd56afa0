import { z } from 'zod';
import { fileColumn } from './queries.ts';

/** The most columns of metadata in one list: each costs the core one look per row. */
export const MOST_KEY_COLUMNS = 10;

/** The widths that a person may give a column, in pixels. */
export const NARROWEST_COLUMN_PX = 44;
export const WIDEST_COLUMN_PX = 640;

const widthPx = z.number().int().min(NARROWEST_COLUMN_PX).max(WIDEST_COLUMN_PX).nullable();

/** A column beside the name: one of the record's fields, or the values of one metadata key. `widthPx`: null is the usual. */
export const listColumn = z.union([
  z.object({ column: fileColumn.exclude(['name']), widthPx }),
  z.object({ key: z.string().min(1).max(10_000), widthPx }),
]);
export type ListColumn = Readonly<z.infer<typeof listColumn>>;

/** The columns beside the name, in display order. */
export const listColumns = z
  .array(listColumn)
  .max(30)
  .refine((all) => all.filter((one) => 'key' in one).length <= MOST_KEY_COLUMNS)
  .readonly();
export type ListColumns = Readonly<z.infer<typeof listColumns>>;

/** A name, its group and its size say which file it is; the last column says what is new about it. */
export const usualColumns: ListColumns = (['group', 'size', 'network', 'state'] as const).map((column) => ({
  column,
  widthPx: null,
}));

/** The metadata keys whose values a list shows, in display order. */
export const keysOf = (columns: ListColumns): readonly string[] =>
  columns.flatMap((one) => ('key' in one ? [one.key] : []));

/** The same text for the same column, whatever its width; no two columns share one. */
export const columnId = (one: ListColumn): string => ('key' in one ? `key ${one.key}` : one.column);

/** The columns with one more at the end, or without it. */
export function toggledColumn(columns: ListColumns, one: ListColumn): ListColumns {
  const id = columnId(one);
  const without = columns.filter((other) => columnId(other) !== id);
  return without.length < columns.length ? without : [...columns, one];
}

/** The columns with one of them moved by some places; as they were where there is no such place. */
export function movedColumn(columns: ListColumns, id: string, by: -1 | 1): ListColumns {
  const from = columns.findIndex((one) => columnId(one) === id);
  const one = columns[from];
  if (one === undefined || columns[from + by] === undefined) return columns;
  return columns.toSpliced(from, 1).toSpliced(from + by, 0, one);
}

/** The columns with another width for one of them. @param toPx null for its usual width */
export function resizedColumn(columns: ListColumns, id: string, toPx: number | null): ListColumns {
  const fits = toPx === null ? null : Math.round(Math.min(WIDEST_COLUMN_PX, Math.max(NARROWEST_COLUMN_PX, toPx)));
  return columns.map((one) => (columnId(one) === id ? { ...one, widthPx: fits } : one));
}

const USUAL_PX: Readonly<Record<Exclude<z.infer<typeof fileColumn>, 'name'>, number>> = {
  group: 124,
  size: 68,
  type: 96,
  cid: 132,
  network: 16,
  created: 96,
  state: 116,
};
const USUAL_KEY_PX = 112;

/** The width of a column in pixels. */
export const columnPx = (one: ListColumn): number =>
  one.widthPx ?? ('key' in one ? USUAL_KEY_PX : USUAL_PX[one.column]);

const GAP_PX = 12;
/** A name narrower than this tells too few files apart. */
const LEAST_NAME_PX = 180;

const takenPx = (some: ListColumns): number => some.reduce((sum, one) => sum + columnPx(one) + GAP_PX, 0);

/** The most a column in sight can be drawn out before it would push one out of sight; never less than it has. */
export function widestPx(visible: ListColumns, one: ListColumn, roomPx: number): number {
  const sparePx = roomPx - takenPx(visible) - LEAST_NAME_PX;
  return columnPx(one) + Math.max(0, sparePx);
}

/** What goes first where the list is too narrow; metadata that a person asked for goes after all but these. */
const GO_FIRST = ['cid', 'type', 'group', 'created'];
/** What stays longest: the state, in front of the name too, is what needs the person. */
const STAY_LONGEST = ['size', 'network', 'state'];

/**
 * The columns that leave the name its room, in display order.
 *
 * @param roomPx for the name and its columns, without what stands before the name
 */
export function fittingColumns(columns: ListColumns, roomPx: number): ListColumns {
  const order = (one: ListColumn): number => {
    const id = columnId(one);
    return GO_FIRST.includes(id) ? GO_FIRST.indexOf(id) : 10 + STAY_LONGEST.indexOf(id);
  };
  const goes = columns.toSorted((a, b) => order(a) - order(b));
  let left = columns;
  for (const one of goes) {
    if (roomPx - takenPx(left) >= LEAST_NAME_PX) break;
    left = left.filter((other) => other !== one);
  }
  return left;
}
