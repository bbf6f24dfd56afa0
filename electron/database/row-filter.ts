import type { Database } from 'better-sqlite3';
import type { FileQuery } from '../../src/domain/view-query.ts';
import { numbersOf } from './rows.ts';

type Filters = Pick<FileQuery, 'network' | 'group' | 'type' | 'edited'>;

/** @returns for each filter that is set the ids of the rows it lets through */
export function rowFilter(db: Database): (copy: number, filters: Filters) => readonly (readonly number[])[] {
  const select = (condition: string) =>
    db.prepare<unknown[], unknown>(`SELECT row_id FROM files WHERE copy = ? AND ${condition}`).pluck();
  const byNetwork = select('network = ?');
  const byGroup = select('group_id = ?');
  const byType = select('mime_type = ?');
  const edited = select('open_changes > 0');

  return (copy, filters) => [
    ...(filters.network === null ? [] : [numbersOf(byNetwork.all(copy, filters.network))]),
    ...(filters.group === null ? [] : [numbersOf(byGroup.all(copy, filters.group))]),
    ...(filters.type === null ? [] : [numbersOf(byType.all(copy, filters.type))]),
    ...(filters.edited ? [numbersOf(edited.all(copy))] : []),
  ];
}

/** Rows of `order` that are in every one of `sets`, still in order. */
export function keptBy(order: Uint32Array, sets: readonly (readonly number[])[]): Uint32Array {
  if (sets.length === 0) return order;
  const marks = new Uint8Array(order.reduce((most, rowId) => Math.max(most, rowId), 0) + 1);
  sets.forEach((set, position) => {
    for (const rowId of set) if (marks[rowId] === position) marks[rowId] = position + 1;
  });
  return order.filter((rowId) => marks[rowId] === sets.length);
}

/** Ids that are in every one of `sets`; there is at least one. */
export function common(sets: readonly (readonly number[])[]): readonly number[] {
  const [smallest = [], ...others] = sets.toSorted((a, b) => a.length - b.length);
  const inOthers = others.map((set) => new Set(set));
  return smallest.filter((rowId) => inOthers.every((set) => set.has(rowId)));
}
