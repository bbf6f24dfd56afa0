import { z } from 'zod';
import { MOST_TABLE_COLUMNS } from '../core/csv.ts';
import type { Failure } from '../core/failure.ts';
import type { FileRecord } from './file.ts';

/** The formats of a table that a person edits elsewhere. */
export const tableFormat = z.enum(['csv', 'json']);
export type TableFormat = z.infer<typeof tableFormat>;

/** Files in a table, which memory holds as a whole; an export writes more. */
export const MOST_TABLE_FILES = 20_000;

/** The longest table that can be imported, in UTF-16 code units. */
export const LONGEST_TABLE = 50_000_000;

/** The most cells of a table to edit: writing them takes some seconds, in which no edit is saved. */
export const MOST_TABLE_CELLS = 10_000_000;

/** Columns beside those of metadata keys: network, id, CID and name. */
const FIXED_COLUMNS = 4;

/**
 * The size of a table before it is written. In CSV each file has a cell for each key of any file: ten thousand files with a
 * few keys of their own each would keep the thread that saves edits busy for minutes, and the import would refuse the table.
 */
export class TableSize {
  readonly #isCsv: boolean;
  readonly #keys = new Set<string>();
  #files = 0;
  #characters = 0;

  constructor(format: TableFormat) {
    this.#isCsv = format === 'csv';
  }

  add({ name, cid, keyvalues }: Pick<FileRecord, 'name' | 'cid' | 'keyvalues'>): void {
    this.#files += 1;
    this.#characters += (name ?? '').length + cid.length;
    for (const [key, value] of keyvalues) {
      this.#characters += this.#isCsv ? value.length : key.length + value.length;
      if (this.#isCsv) this.#keys.add(key);
    }
  }

  /** Why these files make no table; null while they do. */
  get problem(): Failure | null {
    const columns = FIXED_COLUMNS + this.#keys.size;
    if (columns > MOST_TABLE_COLUMNS) return tooMany('tableColumns', MOST_TABLE_COLUMNS);
    if (this.#files * columns > MOST_TABLE_CELLS) return tooMany('tableCells', MOST_TABLE_CELLS);
    return this.#characters > LONGEST_TABLE ? tooMany('tableCharacters', LONGEST_TABLE) : null;
  }
}

const tooMany = (of: Extract<Failure, { kind: 'tooMany' }>['of'], most: number): Failure => ({
  kind: 'tooMany',
  of,
  most,
});
