import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { withoutByteOrderMark } from '../../../src/domain/core/text.ts';
import { csvDelimiter, lineEndsIn, unguarded } from '../../../src/domain/core/csv.ts';
import { fail, ok, type Result } from '../../../src/domain/core/result.ts';
import { MOST_KNOWN_SIGNERS, type WantedSigner } from '../../../src/domain/signatures/known-signer.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';

/** A signer as listed, with its line, from 1. */
export type ListedSigner = WantedSigner & { readonly line: number };

/** The most lines of a list: as many signers as can be known, and as many problems. */
export const MOST_SIGNER_LINES = 2 * MOST_KNOWN_SIGNERS;

/** Why a text is no list of signers. */
export type SignerFileProblem = 'notAList' | 'tooManyLines';
type ReadSigners = Result<readonly ListedSigner[], SignerFileProblem>;

const textOrNone = z.string().catch('');
/** An entry without a text for its address or its label is one that cannot be used, not the end of the list. */
const entry = z
  .union([
    z.object({ address: textOrNone, label: textOrNone }),
    z.string().transform((address) => ({ address, label: '' })),
  ])
  .catch({ address: '', label: '' });
const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one);

const csvRow = z
  .object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) })
  .transform(({ info, record }) => ({ line: info.lines, cells: record.map(unguarded) }));

/** Reads known signers from JSON or CSV with the columns `address` and `label`. */
export function readSignerFile(text: string): ReadSigners {
  const plain = withoutByteOrderMark(text);
  const lines = plain.trimStart().startsWith('[') ? fromJson(plain) : fromCsv(plain);
  if (lines === null) return fail('notAList');
  return lines.length > MOST_SIGNER_LINES ? fail('tooManyLines') : ok(lines);
}

/** @returns null for what is no list of objects; no more lines than one beyond those that there may be */
function fromJson(text: string): readonly ListedSigner[] | null {
  const list = parseJsonOrNull(text);
  if (!Array.isArray(list) || (list.length > 0 && !list.some(isObject))) return null;
  return list.slice(0, MOST_SIGNER_LINES + 1).map((one, index) => ({ ...entry.parse(one), line: index + 1 }));
}

function fromCsv(text: string): readonly ListedSigner[] | null {
  const rows = csvRows(text);
  if (rows === null) return null;
  const header = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const isNamed = header.includes('address');
  const [address, label] = isNamed ? [header.indexOf('address'), header.indexOf('label')] : [0, 1];
  return rows
    .slice(isNamed ? 1 : 0)
    .map(({ line, cells }) => ({ line, address: cells[address] ?? '', label: cells[label] ?? '' }));
}

function csvRows(text: string): readonly z.infer<typeof csvRow>[] | null {
  try {
    // The header, and one line more than there may be.
    const limits = { to: MOST_SIGNER_LINES + 2 };
    const options = { relax_column_count: true, skip_records_with_empty_values: true, info: true, ...limits } as const;
    const form = { delimiter: csvDelimiter(text), record_delimiter: lineEndsIn(text) };
    return z.array(csvRow).parse(parse(text, { ...options, ...form }));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
