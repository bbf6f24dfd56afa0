import { guarded } from './csv-injection.ts';

/** Prefix of a column's name that stands for a metadata key. */
export const KEY_PREFIX = 'key:';

/**
 * The metadata keys that get a column, in the order of the columns. A key with a lone surrogate gets none: UTF-8 cannot
 * encode it (RFC 3629, section 3).
 */
export const columnKeys = (keys: Iterable<string>): readonly string[] =>
  [...new Set(keys)].filter((key) => key.isWellFormed()).toSorted();

/** The first line of a table: fixed columns, then one for each metadata key. */
export const headerLine = (columns: readonly string[], keys: readonly string[]): string =>
  csvLine([...columns, ...keys.map((key) => `${KEY_PREFIX}${key}`)].map(guarded));

/** A guarded cell; empty for null. */
export const csvCell = (value: string | null): string => (value === null ? '' : guarded(value));

/** One line with its line end (RFC 4180). */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
