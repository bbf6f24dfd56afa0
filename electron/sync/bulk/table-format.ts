import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { jsonWeight, type JsonWeight } from '../../../src/domain/core/json-text.ts';
import { cutText, withoutByteOrderMark } from '../../../src/domain/core/text.ts';
import {
  csvDelimiter,
  KEY_PREFIX,
  lineEndsIn,
  LONGEST_LINE_BYTES,
  MOST_TABLE_COLUMNS,
  unguarded,
} from '../../../src/domain/core/csv.ts';
import { fileId, type FileKey, network } from '../../../src/domain/core/ids.ts';
import type { RequestedChange } from '../../../src/domain/edits/edit.ts';
import { type Field, type FieldValue, fieldValues, keyField } from '../../../src/domain/files/field.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { metadataColumns, recordObject, recordTable } from '../../../src/domain/files/record-table.ts';
import { TABLE_COLUMNS } from '../../../src/domain/files/table-size.ts';
import { parseExactly } from '../../remote/strict-json.ts';
import { MOST_EXACT_BYTES, refuseHeavy, UnfitTextError, weighJson } from './unfit-text.ts';

/** One line of an edited table; `values` has the fields that the table has a column for. */
export type TableLine = {
  readonly line: number;
  readonly text: string;
  readonly key: FileKey | null;
  readonly values: ReadonlyMap<Field, FieldValue>;
  /** Cells beyond the last column: with any, no cell is known to be in its column. */
  readonly surplus: number;
};

/** The most lines of a table: as many edits would wait to be sent. */
export const MOST_TABLE_LINES = 200_000;
/** The deepest JSON of a table. `JSON.stringify` overflows the stack at some thousands of levels. */
const MOST_JSON_LEVELS = 1_000;

const tooLongLine = (): UnfitTextError => new UnfitTextError({ kind: 'longLine', mostBytes: LONGEST_LINE_BYTES });
const tooManyLines = (): UnfitTextError => new UnfitTextError({ kind: 'tooManyLines', most: MOST_TABLE_LINES });

/** Files as CSV; `fromCsv` reads it. */
export function toCsv(files: readonly FileRecord[]): string {
  const { head, lineOf } = recordTable(TABLE_COLUMNS, metadataColumns(files));
  return head + files.map(lineOf).join('');
}

/** Files as JSON, without loss; `fromJson` reads it. */
export const toJson = (files: readonly FileRecord[]): string =>
  JSON.stringify(
    files.map((file) => recordObject(file, TABLE_COLUMNS)),
    null,
    2,
  );

/**
 * Reads an edited CSV table. Unknown columns are ignored; a field without a column stays as it is.
 *
 * @throws UnfitTextError when it has no `id` column, one that is read stands in it twice, it is not CSV, or it is too large
 */
export function fromCsv(text: string): readonly TableLine[] {
  const rows = csvRows(text);
  const header = (rows[0] ?? []).map(columnName);
  const idColumn = header.indexOf('id');
  if (idColumn < 0) throw new UnfitTextError({ kind: 'noIdColumn' });
  if (header.length > MOST_TABLE_COLUMNS)
    throw new UnfitTextError({ kind: 'tooManyColumns', most: MOST_TABLE_COLUMNS });
  if (rows.length > MOST_TABLE_LINES + 1) throw tooManyLines();
  refuseRepeated(header);
  const networkColumn = header.indexOf('network');
  const fields = header.flatMap((name, column) => {
    if (name === 'name') return [[column, 'name' as const] as const];
    return name.startsWith(KEY_PREFIX) ? [[column, keyField(name.slice(KEY_PREFIX.length))] as const] : [];
  });
  const lineOf = (cells: readonly string[], index: number): TableLine => ({
    line: index + 1,
    text: cells.join(', ').slice(0, 200),
    key: keyOf(cells[networkColumn], cells[idColumn]),
    // A short line changes no field of the columns that it does not reach.
    values: valuesOf(cells, fields),
    surplus: cells.slice(header.length).filter((text) => text !== '').length,
  });
  return rows.flatMap((cells, index) => (index === 0 || isBlank(cells) ? [] : [lineOf(cells, index)]));
}

/** A column that stands twice would be read once, and an edit of the other one lost without a word. */
function refuseRepeated(header: readonly string[]): void {
  const read = header.filter((name) => READ_COLUMNS.has(name) || name.startsWith(KEY_PREFIX));
  const once = new Set<string>();
  for (const column of read) {
    if (once.has(column)) throw new UnfitTextError({ kind: 'repeatedColumn', column: cutText(column, 300) });
    once.add(column);
  }
}

const READ_COLUMNS = new Set(['network', 'id', 'name']);

/** Looked for first: the parser would make tens of millions of cells of such a line. A line may end by a carriage return alone. */
function hasLongLine(text: string): boolean {
  for (let from = 0; text.length - from > LONGEST_LINE_BYTES;) {
    const part = text.slice(from, from + LONGEST_LINE_BYTES + 1);
    const end = Math.max(part.lastIndexOf('\n'), part.lastIndexOf('\r'));
    if (end < 0) return true;
    from += end + 1;
  }
  return false;
}

/** @param fields in the order of their columns */
function valuesOf(
  cells: readonly string[],
  fields: readonly (readonly [number, Field])[],
): ReadonlyMap<Field, FieldValue> {
  const values = new Map<Field, FieldValue>();
  for (const [column, field] of fields) {
    const value = cells[column];
    if (value === undefined) break;
    values.set(field, valueOf(value));
  }
  return values;
}

/** The name of a column; only metadata keys keep outer blanks, which are part of the key. */
function columnName(cell: string): string {
  const name = unguarded(cell);
  return name.startsWith(KEY_PREFIX) ? name : name.trim();
}

// Blank lines count too, so that a problem names the line as the person sees it.
const isBlank = (cells: readonly string[]): boolean => cells.every((text) => text === '');
const valueOf = (text: string): FieldValue => (text === '' ? null : unguarded(text));

function csvRows(text: string): readonly (readonly string[])[] {
  if (hasLongLine(text)) throw tooLongLine();
  try {
    // The header, and one line more than there may be.
    const limits = { to: MOST_TABLE_LINES + 2, max_record_size: LONGEST_LINE_BYTES };
    const form = { delimiter: csvDelimiter(text), record_delimiter: lineEndsIn(text) };
    const options = { bom: true, relax_column_count: true, ...form, ...limits };
    return z.array(z.array(z.string())).parse(parse(text, options));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLongLine();
    throw new UnfitTextError({ kind: 'notCsv', words: error.message });
  }
}

const keyOfLine = z.object({ network, id: fileId });

/** A line that a person wrote may write its network large, and may have blanks behind a comma. */
function keyOf(on: unknown, id: unknown): FileKey | null {
  const where = trimmed(on ?? 'public');
  const key = keyOfLine.safeParse({
    network: typeof where === 'string' ? where.toLowerCase() : where,
    id: trimmed(id),
  });
  return key.success ? key.data : null;
}

const trimmed = (cell: unknown): unknown => (typeof cell === 'string' ? cell.trim() : cell);

// Not `z.record`: zod leaves out a key `__proto__` (colinhacks/zod, `$ZodRecord`).
const jsonKeyvalues = z.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value),
);
const jsonFile = z.object({
  network: z.unknown().optional(),
  id: z.unknown().optional(),
  name: z.string().nullish(),
  keyvalues: jsonKeyvalues.optional(),
});

/**
 * Reads edited JSON as `toJson` writes it, or JSON Lines with an object in each line. A key that is missing from
 * `keyvalues` is removed only where it is `null`.
 *
 * @throws UnfitTextError when it is neither, too large or too deep
 */
export function fromJson(text: string): readonly TableLine[] {
  const bare = withoutByteOrderMark(text);
  if (/^\s*\{/.test(bare)) return jsonLines(bare);
  const list = z.array(z.unknown()).safeParse(parsedJson(bare, weighJson(bare)));
  if (!list.success) throw new UnfitTextError({ kind: 'notJsonList' });
  if (list.data.length > MOST_TABLE_LINES) throw tooManyLines();
  return list.data.map((item, index) => jsonLine(item, index + 1));
}

/** A line that is no JSON, or too deep, becomes a problem like one without a file; the other lines can be used. */
function jsonLines(text: string): readonly TableLine[] {
  const written = text.split('\n');
  if (written.length > 2 * MOST_TABLE_LINES) throw tooManyLines();
  // Each line alone, and before any is parsed: a quotation mark that is open ends with its line.
  const weights = written.map(jsonWeight);
  refuseHeavy(weights.reduce((sum, { bytes }) => sum + bytes, 0));
  const lines = weights.flatMap((weight, index) => {
    const line = written[index] ?? '';
    return line.trim() === '' ? [] : [lineOfJson(line, weight, index + 1)];
  });
  if (lines.length > MOST_TABLE_LINES) throw tooManyLines();
  if (lines.every(({ key }) => key === null)) throw new UnfitTextError({ kind: 'notJsonLines' });
  return lines;
}

function lineOfJson(text: string, weight: JsonWeight, line: number): TableLine {
  try {
    return jsonLine(parsedJson(text, weight), line);
  } catch (error) {
    if (!(error instanceof UnfitTextError) || error.why.kind === 'tooMuchMemory') throw error;
    return { line, text: text.slice(0, 200), key: null, values: new Map(), surplus: 0 };
  }
}

function jsonLine(item: unknown, line: number): TableLine {
  const read = jsonFile.safeParse(item);
  const text = JSON.stringify(item).slice(0, 200);
  if (!read.success) return { line, text, key: null, values: new Map(), surplus: 0 };
  const { network: on, id, name, keyvalues } = read.data;
  const values = new Map<Field, FieldValue>();
  if (name !== undefined) values.set('name', name);
  for (const [key, value] of Object.entries(keyvalues ?? {})) {
    values.set(keyField(key), value === null ? null : typeof value === 'string' ? value : JSON.stringify(value));
  }
  return { line, text, key: keyOf(on, id), values, surplus: 0 };
}

/** Each number that JavaScript would write otherwise is an `ExactNumber`; only then is the text parsed the slower way. */
function parsedJson(text: string, { levels, hasOtherNumbers, exactBytes }: JsonWeight): unknown {
  if (levels > MOST_JSON_LEVELS) throw new UnfitTextError({ kind: 'tooDeep', mostLevels: MOST_JSON_LEVELS });
  if (hasOtherNumbers) refuseHeavy(exactBytes, MOST_EXACT_BYTES);
  try {
    return hasOtherNumbers ? parseExactly(text, (value, source) => String(value) === source) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UnfitTextError({ kind: 'notJson', words: error.message });
    throw error;
  }
}

/** The changes a line asks for in its file. UTF-8 replaces a lone surrogate, so a value that differs by that is unchanged. */
export function changesOfLine(shown: FileRecord, { values }: TableLine): readonly RequestedChange[] {
  const before = fieldValues(shown);
  return [...values]
    .map(([field, mine]) => ({ field, base: before.get(field) ?? null, mine }))
    .filter(({ base, mine }) => base !== mine && base?.toWellFormed() !== mine);
}
