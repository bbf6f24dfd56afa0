import { z } from 'zod';
import { headerLine, LONGEST_LINE_BYTES, MOST_TABLE_COLUMNS } from '../core/csv.ts';
import type { Failure } from '../core/failure.ts';
import { utf8Bytes } from '../core/text.ts';
import type { FileRecord } from './file.ts';
import { metadataColumns, recordObject, recordTable } from './record-table.ts';

/** The formats of a table that a person edits elsewhere. */
export const tableFormat = z.enum(['csv', 'json']);
export type TableFormat = z.infer<typeof tableFormat>;

/** Files in a table, which memory holds as a whole; an export writes more. */
export const MOST_TABLE_FILES = 20_000;

/** The longest table that can be imported, in UTF-16 code units. */
export const LONGEST_TABLE = 50_000_000;

/** The most cells of a table to edit: writing them takes some seconds, in which no edit is saved. */
export const MOST_TABLE_CELLS = 10_000_000;

/** Columns beside those of metadata keys. */
export const TABLE_COLUMNS = ['network', 'id', 'cid', 'name'] as const;

/** The first line of CSV, without the metadata keys. */
const HEADER = headerLine(TABLE_COLUMNS, []);

/**
 * The size of a table before it is written, as long as it will be: each file is written alone and measured. In CSV each file
 * has a cell for each key of any file: ten thousand files with a few keys of their own each would keep the thread that saves
 * edits busy for minutes, and the import would refuse the table.
 */
export class TableSize {
  readonly #isCsv: boolean;
  readonly #keys = new Set<string>();
  #files = 0;
  /** Without what stands once around them, and without the separators of CSV. */
  #characters = 0;
  #headerBytes = HEADER.length;
  #longestLineBytes = 0;

  constructor(format: TableFormat) {
    this.#isCsv = format === 'csv';
  }

  add(file: FileRecord): void {
    this.#files += 1;
    if (this.#isCsv) this.#addLine(file);
    // A list of one has a line before its object and one behind it; a list of many has one of both and commas.
    else this.#characters += JSON.stringify([recordObject(file, TABLE_COLUMNS)], null, 2).length - '[]'.length;
  }

  #addLine(file: FileRecord): void {
    const keys = metadataColumns([file]);
    for (const key of keys) this.#addColumn(key);
    const cells = TABLE_COLUMNS.length + keys.length;
    const line = recordTable(TABLE_COLUMNS, keys).lineOf(file);
    this.#characters += line.length - cells;
    // Counted where a line may be too long: a code unit takes at most three bytes.
    if (line.length * 3 + MOST_TABLE_COLUMNS > LONGEST_LINE_BYTES)
      this.#longestLineBytes = Math.max(this.#longestLineBytes, utf8Bytes(line) - cells);
  }

  #addColumn(key: string): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    const cell = headerLine([], [key]);
    this.#characters += cell.length - 1;
    this.#headerBytes += utf8Bytes(cell) - 1;
  }

  /** Of the table, in UTF-16 code units. */
  get characters(): number {
    const around = this.#isCsv ? HEADER.length + this.#files * this.#columns : '[]'.length;
    return around + this.#characters;
  }

  get #columns(): number {
    return TABLE_COLUMNS.length + this.#keys.size;
  }

  /** Why these files make no table; null while they do. */
  get problem(): Failure | null {
    const columns = this.#columns;
    if (columns > MOST_TABLE_COLUMNS) return tooMany('tableColumns', MOST_TABLE_COLUMNS);
    if (this.#files * columns > MOST_TABLE_CELLS) return tooMany('tableCells', MOST_TABLE_CELLS);
    if (this.characters > LONGEST_TABLE) return tooMany('tableCharacters', LONGEST_TABLE);
    const longestBytes = Math.max(this.#longestLineBytes + columns, this.#headerBytes);
    return longestBytes > LONGEST_LINE_BYTES ? tooMany('tableLineBytes', LONGEST_LINE_BYTES) : null;
  }
}

const tooMany = (of: Extract<Failure, { kind: 'tooMany' }>['of'], most: number): Failure => ({
  kind: 'tooMany',
  of,
  most,
});
