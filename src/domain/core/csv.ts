import { guarded } from './csv-injection.ts';

/** Begins the name of a column that holds a metadata key. */
export const KEY_PREFIX = 'key:';

/**
 * The metadata keys that have a column, in the order of their columns. A key with half a character in it has none: as
 * UTF-8 it would come back as another key.
 */
export const columnKeys = (keys: Iterable<string>): readonly string[] =>
  [...new Set(keys)].filter((key) => key.isWellFormed()).toSorted();

export const headerLine = (columns: readonly string[], keys: readonly string[]): string =>
  csvLine([...columns, ...keys.map((key) => `${KEY_PREFIX}${key}`)].map(guarded));

/** A cell that no spreadsheet runs; empty where there is no value. */
export const csvCell = (value: string | null): string => (value === null ? '' : guarded(value));

/** One line as RFC 4180 has it, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
