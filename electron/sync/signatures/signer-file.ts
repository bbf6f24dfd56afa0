import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { withoutByteOrderMark } from '../../../src/domain/core/text.ts';
import { csvDelimiter, unguarded } from '../../../src/domain/core/csv.ts';
import type { WantedSigner } from '../../../src/domain/signatures/known-signer.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';

/** A signer as listed, with its line, from 1. */
export type ListedSigner = WantedSigner & { readonly line: number };

const entry = z.object({ address: z.string(), label: z.string() });
const csvRow = z
  .object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) })
  .transform(({ info, record }) => ({ line: info.lines, cells: record.map(unguarded) }));

/** Reads known signers from JSON or CSV with the columns `address` and `label`. @returns null for what is neither */
export function readSignerFile(text: string): readonly ListedSigner[] | null {
  const plain = withoutByteOrderMark(text);
  return plain.trimStart().startsWith('[') ? fromJson(plain) : fromCsv(plain);
}

function fromJson(text: string): readonly ListedSigner[] | null {
  const parsed = z.array(entry).safeParse(parseJsonOrNull(text));
  return parsed.success ? parsed.data.map((one, index) => ({ ...one, line: index + 1 })) : null;
}

function fromCsv(text: string): readonly ListedSigner[] | null {
  const rows = csvRows(text);
  const header = rows?.[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const isNamed = header.includes('address');
  const [address, label] = isNamed ? [header.indexOf('address'), header.indexOf('label')] : [0, 1];
  return (
    rows
      ?.slice(isNamed ? 1 : 0)
      .map(({ line, cells }) => ({ line, address: cells[address] ?? '', label: cells[label] ?? '' })) ?? null
  );
}

function csvRows(text: string): readonly z.infer<typeof csvRow>[] | null {
  try {
    const options = { relax_column_count: true, skip_records_with_empty_values: true, info: true } as const;
    return z.array(csvRow).parse(parse(text, { ...options, delimiter: csvDelimiter(text) }));
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}
