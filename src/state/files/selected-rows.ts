import { type FileKey, fileKeyText } from '../../domain/core/ids.ts';

/** A file of the list, and the position where it stood when a person selected it: numbering follows the list on screen. */
export type SelectedRow = { readonly key: FileKey; readonly position: number };

/**
 * Files selected from the answer to one question.
 *
 * `all`: every file of the answer except `rows`; otherwise `rows`. By network and id.
 */
export type SelectedRows = {
  readonly question: string;
  readonly all: boolean;
  readonly rows: ReadonlyMap<string, SelectedRow>;
};

export const noRows = (question: string): SelectedRows => ({ question, all: false, rows: new Map() });
export const allRows = (question: string): SelectedRows => ({ question, all: true, rows: new Map() });

export const includesRow = ({ all, rows }: SelectedRows, key: FileKey): boolean => all !== rows.has(fileKeyText(key));

/** Selects a row, or takes it out of the selection. */
export function toggled(selected: SelectedRows, row: SelectedRow): SelectedRows {
  const rows = new Map(selected.rows);
  if (!rows.delete(fileKeyText(row.key))) rows.set(fileKeyText(row.key), row);
  return { ...selected, rows };
}

/** Selects a range of rows beside those selected before. */
export function withRange(before: SelectedRows, range: readonly SelectedRow[]): SelectedRows {
  const rows = new Map(before.rows);
  for (const row of range) {
    if (before.all) rows.delete(fileKeyText(row.key));
    else rows.set(fileKeyText(row.key), row);
  }
  return { ...before, rows };
}

/** The keys of `rows`, in the order in which the rows stood. */
export const selectedKeys = ({ rows }: SelectedRows): FileKey[] =>
  [...rows.values()].toSorted((a, b) => a.position - b.position).map(({ key }) => key);
