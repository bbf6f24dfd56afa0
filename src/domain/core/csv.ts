// Characters that make a spreadsheet run a cell, their full-width forms, and control characters that hide them (OWASP,
// "CSV Injection").
const DANGEROUS = /^[=+\-@\t\r\n\0＝＋－＠]/;
const GUARD = "'";

/**
 * A cell that a spreadsheet shows and does not run. Text that begins with the guard gets another one, so that `unguarded`
 * is exact. An empty value is the guard alone, because an empty cell means "no such key".
 */
export const guarded = (text: string): string =>
  text === '' || DANGEROUS.test(text) || text.startsWith(GUARD) ? `${GUARD}${text}` : text;

/** Removes the guard that `guarded` added, and nothing else: `'tis` typed by a person stays. */
export function unguarded(cell: string): string {
  if (!cell.startsWith(GUARD)) return cell;
  const rest = cell.slice(GUARD.length);
  return guarded(rest) === cell ? rest : cell;
}

/** The characters of a table in which its first delimiter is looked for. */
const HEADER_CHARACTERS = 100_000;
const FIRST_DELIMITER = /^(?:"[^"]*"|[^",;\t\r\n])*([,;\t])/;

/**
 * The delimiter of a table: the first one that stands outside quotes in its first line, a comma where none does. Excel
 * saves with the list separator of the system, which is a semicolon where the decimal sign is a comma.
 */
export function csvDelimiter(text: string): string {
  const header = text.slice(0, HEADER_CHARACTERS).replace(/^[\uFEFF\r\n ]+/, '');
  return FIRST_DELIMITER.exec(header)?.[1] ?? ',';
}

const LINE_ENDS: readonly (readonly [string, RegExp])[] = [
  ['\r\n', /\r\n/],
  ['\n', /(?<!\r)\n/],
  ['\r', /\r(?!\n)/],
];

/**
 * The ends of lines that stand in a table: several where one program began the file and another went on with it. A parser that
 * looks at the first line alone would take the others for a part of a cell.
 */
export const lineEndsIn = (text: string): string[] =>
  LINE_ENDS.filter(([, pattern]) => pattern.test(text)).map(([end]) => end);

/** The most bytes of one line of a table that is imported. */
export const LONGEST_LINE_BYTES = 5_000_000;

/** The most columns of a table, as many as a spreadsheet has (Excel specifications): a metadata key has one. */
export const MOST_TABLE_COLUMNS = 16_384;

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
export const csvLine = (cells: readonly string[]): string => `${cells.map(quotedCell).join(',')}\r\n`;

/**
 * A cell in quotes where it needs them, whatever the delimiter is. LibreOffice Calc parts at semicolons and tabs too when
 * nobody changes its dialog (officecfg, `Calc.xcs`): the rest of the text would stand in the next column, and would run there
 * where it begins as a formula does.
 */
export const quotedCell = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
