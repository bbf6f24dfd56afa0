import { z } from 'zod';
import { cutText } from '../../../src/domain/core/text.ts';
import { fileId, type FileKey, network } from '../../../src/domain/core/ids.ts';

/**
 * A bound value that takes no part in planning. SQLite is built with STAT4 here and plans a statement anew for every
 * value bound to a column that several indexes compete for: ten times the cost of running it. Behind a plus the plan
 * stays.
 */
export const VALUE = '+?';

const aNumber = z.number();
const aText = z.string();
const texts = z.array(aText);
const numbers = z.array(aNumber);

/** A single value as a statement with `pluck()` or a simple pragma gives it. */
export const numberOf = (value: unknown): number => aNumber.parse(value);
export const textOf = (value: unknown): string => aText.parse(value);
export const numbersOf = (values: unknown): readonly number[] => numbers.parse(values);
/** Row ids as they come, checked without a schema: there may be a million. */
export function vectorOf(rowIds: readonly unknown[]): Uint32Array {
  const vector = new Uint32Array(rowIds.length);
  for (let at = 0; at < rowIds.length; at++) {
    const rowId = rowIds[at];
    if (typeof rowId !== 'number') throw new TypeError(`Not a row id: ${String(rowId)}`);
    vector[at] = rowId;
  }
  return vector;
}
/** One after the other. */
export function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * SQL for the beginning of a text as bytes, of at least so many UTF-16 code units: `substr` and `length` of a text end at a NUL
 * (https://sqlite.org/nulinstr.html).
 */
export const beginningOf = (column: string, units: number): string =>
  `substr(CAST(${column} AS BLOB), 1, ${MOST_BYTES_OF_UNIT * (units + 1)})`;
const MOST_BYTES_OF_UNIT = 3;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** SQLite gives null for the beginning of no bytes. */
const someBytes = z.instanceof(Uint8Array).nullable();

/** The text that bytes of `beginningOf` are, cut between characters. @param units the same as there */
export const cutBytes = (bytes: unknown, units: number): string =>
  cutText(utf8.decode(someBytes.parse(bytes) ?? new Uint8Array()), units);

export const textsOf = (values: unknown): readonly string[] => texts.parse(values);

/** JSON text in a column, parsed to what `schema` says. */
export const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        context.issues.push({ code: 'custom', message: 'no JSON', input: null });
        return z.NEVER;
      }
    })
    .pipe(schema);

export const flagColumn = z.union([z.literal(0), z.literal(1)]).transform((flag) => flag === 1);

/** The key of a file, in the columns of the outbox. */
export const fileKeyColumns = z
  .object({ network, file_id: fileId })
  .transform((row): FileKey => ({ network: row.network, id: row.file_id }));

/** The keys of files in rows. A row under an id that no file has is left out: it is no reason to refuse all others. */
export const readableFileKeys = (rows: readonly unknown[]): readonly FileKey[] =>
  rows.flatMap((row) => fileKeyColumns.safeParse(row).data ?? []);
