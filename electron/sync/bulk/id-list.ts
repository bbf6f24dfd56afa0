import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { csvDelimiter, lineEndsIn } from '../../../src/domain/core/csv.ts';
import { withoutByteOrderMark } from '../../../src/domain/core/text.ts';
import { fileId, type FileId, network, type Network } from '../../../src/domain/core/ids.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';
import { UnfitTextError, weighJson } from './unfit-text.ts';

/** The most lines of one list: each is a request to the service. */
export const MOST_IDS = 100_000;
/** A longer line has no file id, and is shown by its beginning. In UTF-16 code units. */
const LONGEST_LINE = 1_000;

/** One line of an import list; `id` is null when the line has no file id. */
export type ListedId = {
  readonly line: number;
  readonly text: string;
  readonly network: Network | null;
  readonly id: FileId | null;
};

const entry = z.union([z.string(), z.object({ id: z.string(), network: network.optional().catch(undefined) })]);
const entries = z.array(z.unknown());
const jsonList = z.union([
  entries,
  z.object({ files: entries }).transform(({ files }) => files),
  z
    .object({ id: z.string() })
    .loose()
    .transform((one) => [one]),
]);

/**
 * Reads file ids from pasted or dropped text: one in each line, CSV with an `id` column, JSON, or JSON Lines.
 *
 * @throws UnfitTextError when there are more than `MOST_IDS`, or JSON would fill the memory
 */
export function parseIdList(text: string): readonly ListedId[] {
  return notTooMany(listedIds(text));
}

function notTooMany<Line>(lines: readonly Line[]): readonly Line[] {
  if (lines.length > MOST_IDS) throw new UnfitTextError({ kind: 'tooManyLines', most: MOST_IDS });
  return lines;
}

function listedIds(text: string): readonly ListedId[] {
  const trimmed = withoutByteOrderMark(text).trim();
  if (/^[[{]/.test(trimmed)) {
    weighJson(trimmed);
    const fromJson = parseJson(trimmed) ?? (trimmed.startsWith('{') ? jsonLines(withoutByteOrderMark(text)) : null);
    if (fromJson !== null) return fromJson;
  }
  const rows = csvRows(text);
  const header = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const idColumn = header.indexOf('id');
  const networkColumn = header.indexOf('network');
  const body = idColumn < 0 ? rows : rows.slice(1);
  return body.map(({ line, cells }) => {
    const [first = ''] = cells;
    // Below `network,id` people type an id alone.
    const isIdAlone = networkColumn === 0 && cells.length === 1 && !network.safeParse(first.toLowerCase()).success;
    if (isIdAlone) return listed(line, first, null);
    return listed(line, cells[Math.max(0, idColumn)] ?? '', networkColumn < 0 ? null : cells[networkColumn]);
  });
}

/** A line of CSV may have other columns than the id. */
const LONGEST_RECORD_BYTES = 1_000_000;

type Row = { readonly line: number; readonly cells: readonly string[] };

const csvRow = z
  .object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) })
  .transform(({ info, record }): Row => ({ line: info.lines, cells: record }));

/** Rows of CSV; text that is no CSV (an unclosed quote) is read line by line. */
function csvRows(text: string): readonly Row[] {
  const options = {
    ...{ delimiter: csvDelimiter(text), record_delimiter: lineEndsIn(text) },
    // `to` does not count the records that are skipped.
    ...{ relax_column_count: true, relax_quotes: true, skip_records_with_empty_values: true, trim: true },
    // The header, and one line more than there may be.
    ...{ to: MOST_IDS + 2, max_record_size: LONGEST_RECORD_BYTES },
  } as const;
  try {
    return z.array(csvRow).parse(parse(text, { ...options, bom: true, info: true }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return writtenLines(text).map(({ line, text: cell }) => ({ line, cells: [cell] }));
  }
}

function parseJson(text: string): readonly ListedId[] | null {
  const list = jsonList.safeParse(parseJsonOrNull(text));
  if (!list.success) return null;
  // First: an issue for each of millions of unfit entries would fill the memory.
  const parsed = z.array(entry).safeParse(notTooMany(list.data));
  if (!parsed.success) return null;
  return parsed.data.map((one, index) => listedEntry(index + 1, one));
}

/** An object in each line, as an export writes them. A line that is none may still be an id. */
const jsonLines = (text: string): readonly ListedId[] =>
  notTooMany(writtenLines(text)).map(({ line, text: written }) => {
    weighJson(written);
    const one = entry.safeParse(parseJsonOrNull(written));
    return one.success ? listedEntry(line, one.data) : listed(line, written, null);
  });

/** The lines that are not blank, as far as it takes to see that a list with a header has too many. */
function writtenLines(text: string): readonly { readonly line: number; readonly text: string }[] {
  const written: { line: number; text: string }[] = [];
  let line = 0;
  for (const [, one = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    line += 1;
    if (one.trim() !== '') written.push({ line, text: one });
    if (written.length === MOST_IDS + 2) break;
  }
  return written;
}

const listedEntry = (line: number, one: z.infer<typeof entry>): ListedId =>
  typeof one === 'string' ? listed(line, one, null) : listed(line, one.id, one.network);

function listed(line: number, text: string, on: string | null | undefined): ListedId {
  if (text.length > LONGEST_LINE) return { line, text: `${text.slice(0, LONGEST_LINE)}…`, network: null, id: null };
  const bare = text.trim().replace(/^["']|["',;]+$/g, '');
  const id = fileId.safeParse(bare);
  const where = network.safeParse(on?.toLowerCase());
  return { line, text: bare, network: where.success ? where.data : null, id: id.success ? id.data : null };
}
