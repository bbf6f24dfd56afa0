import { z } from 'zod';
import { csvDelimiter, quotedCell } from '../core/csv.ts';
import { type Network, network as networks } from '../core/ids.ts';
import { parseJsonOrNull } from '../core/json-text.ts';
import { withoutByteOrderMark } from '../core/text.ts';

/** The longest list of ids that can be imported, in UTF-16 code units. */
export const LONGEST_ID_LIST = 20_000_000;

/** What CSV and its relatives put between two columns. */
const SEPARATOR = /[,;\t]/;
/** An array of texts; an array of objects is a table. */
const ARRAY_OF_TEXTS = /^\[\s*"/;

/**
 * Whether a text lists ids and nothing beside them, so that it is no table of edits.
 *
 * The first line decides: an array of JSON texts, or one column.
 */
export function isIdList(text: string): boolean {
  const start = withoutByteOrderMark(text).trimStart();
  if (start.startsWith('[') || start.startsWith('{')) return ARRAY_OF_TEXTS.test(start);
  const [first = ''] = start.split('\n', 1);
  return first !== '' && !SEPARATOR.test(first);
}

/** The columns of a list: its first line, and their names in lower case. */
type Columns = { readonly line: string; readonly delimiter: string; readonly names: readonly string[] };

/** @returns null for a list that has its ids at the beginning of each line: one column, or no names of columns */
function columnsOf(list: string): Columns | null {
  const start = withoutByteOrderMark(list).trimStart();
  if (/^[[{]/.test(start)) return null;
  const [line = ''] = start.split(/\r?\n/, 1);
  const delimiter = csvDelimiter(line);
  const cells = line.replaceAll(/"[^"]*"/g, (cell) => cell.slice(1, -1).replaceAll(delimiter, ' ')).split(delimiter);
  const names = cells.map((cell) => cell.trim().toLowerCase());
  return names.length > 1 && names.includes('id') ? { line, delimiter, names } : null;
}

/**
 * One list of ids below another: each id on a line of its own, or in its column where one of the lists has columns. A list
 * below nothing stays as it is.
 */
export function joinedLists(above: string, below: string): string {
  if (above.trim() === '') return below;
  const [upper, lower] = [columnsOf(above), columnsOf(below)];
  if (upper !== null) {
    if (lower === null) return ended(above) + inColumns(upper, below);
    return upper.line === lower.line
      ? ended(above) + withoutColumns(below)
      : inOtherColumns(above, upper, below, lower);
  }
  if (lower !== null) return `${lower.line}\n${ended(inColumns(lower, above))}${withoutColumns(below)}`;
  return ended(linesOf(above)) + linesOf(below).replace(COLUMN_NAME, '');
}

/** A list without columns, with each id in the column of the ids. */
const inColumns = ({ delimiter, names }: Columns, list: string): string =>
  linesOf(list)
    .replace(COLUMN_NAME, '')
    .replaceAll(/^(?=.*\S)/gm, delimiter.repeat(names.indexOf('id')));

/** A table below one with other columns: its ids with their networks, which are all that an import reads. */
function inOtherColumns(above: string, upper: Columns, below: string, lower: Columns): string {
  const lines = namedIn(withoutColumns(below), lower);
  const columns = columnsFor(lines, upper) ?? upper;
  const table = columns === upper ? above : `${columns.line}\n${withoutColumns(above)}`;
  return [ended(table), ...lines.map((line) => `${lineOf(line, columns)}\n`)].join('');
}

/** The ids in the lines of a table (RFC 4180), without its names of columns. */
function namedIn(table: string, { delimiter, names }: Columns): readonly MissedLine[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n?|\\n|$)`, 'gy');
  const lines: MissedLine[] = [];
  let cells: string[] = [];
  for (const [, quoted, bare = '', end] of table.matchAll(cell)) {
    cells.push((quoted?.replaceAll('""', '"') ?? bare).trim());
    if (end === delimiter) continue;
    const text = cells[names.indexOf('id')] ?? '';
    const on = networks.safeParse(cells[names.indexOf('network')]?.toLowerCase());
    if (text !== '') lines.push({ text, network: on.data ?? null });
    cells = [];
  }
  return lines;
}

const withoutColumns = (list: string): string =>
  withoutByteOrderMark(list)
    .trimStart()
    .replace(/^[^\n]*\n?/, '');

/** A line that brought no file; `network` is null when it named none. */
export type MissedLine = { readonly text: string; readonly network: Network | null };

/**
 * What stays of a text once a list was imported: the text without the list it began with, below the lines that brought no
 * file. Where one of those named its network, all of them are a table.
 */
export function textAfterImport(text: string, list: string, missed: readonly MissedLine[]): string {
  const rest = restOf(text, list);
  const there = new Set(rest.split('\n').map((line) => line.trim()));
  const restColumns = columnsOf(rest);
  const columns = columnsFor(missed, restColumns);
  const lines = missed.flatMap((one) => {
    const line = columns === null ? one.text : lineOf(one, columns);
    const isThere = there.has(line) || (one.network === null && there.has(one.text));
    return one.text === '' || isThere ? [] : [line];
  });
  if (lines.length === 0) return rest;
  const above = [...(columns === null ? [] : [columns.line]), ...lines].join('\n');
  if (rest.trim() === '') return above;
  return joinedLists(above, restColumns === null ? rest : `${columns?.line}\n${withoutColumns(rest)}`);
}

/** What stands below the list that a text began with, under the columns of that list; the whole of another text. */
function restOf(text: string, list: string): string {
  const [left, imported] = [withFieldEnds(text), withFieldEnds(list)];
  if (left === imported) return '';
  if (!left.startsWith(ended(imported))) return left;
  const rest = left.slice(ended(imported).length);
  const columns = rest.trim() === '' ? null : columnsOf(imported);
  return columns === null ? rest : `${columns.line}\n${rest}`;
}

const NETWORK_AND_ID: Columns = { line: 'network,id', delimiter: ',', names: ['network', 'id'] };

/** The columns that lines fit into: those of the text below where it has some, with one for networks where it has none. */
function columnsFor(missed: readonly MissedLine[], below: Columns | null): Columns | null {
  if (missed.every(({ network }) => network === null)) return below;
  if (below === null || below.names.includes('network')) return below ?? NETWORK_AND_ID;
  const { line, delimiter, names } = below;
  return { line: `${line}${delimiter}network`, delimiter, names: [...names, 'network'] };
}

const lineOf = ({ text, network }: MissedLine, { delimiter, names }: Columns): string =>
  names
    .slice(0, 1 + Math.max(names.indexOf('id'), names.indexOf('network')))
    .map((name) => (name === 'id' ? quotedCell(text) : name === 'network' ? (network ?? '') : ''))
    .join(delimiter);

/** A text field gives the ends of lines like this once a person types in it. */
const withFieldEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
const ended = (list: string): string => (list.endsWith('\n') ? list : `${list}\n`);

/** The name of the one column, which is no name below other ids. */
const COLUMN_NAME = /^"?id"?\r?\n/i;
const textsOfArray = z.array(z.string());

function linesOf(list: string): string {
  const start = withoutByteOrderMark(list);
  const texts = ARRAY_OF_TEXTS.test(start.trimStart()) ? textsOfArray.safeParse(parseJsonOrNull(start)) : null;
  return texts?.success ? texts.data.join('\n') : start;
}
