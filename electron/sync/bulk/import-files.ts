import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { fileId, type FileId, network, type Network } from '../../../src/domain/core/ids.ts';
import type { ImportedLine } from '../../../src/domain/files/file.ts';
import { describeFailure, failureClassOf, type RemoteFailure } from '../../../src/domain/service/remote-failure.ts';
import { applyRemoteRecord } from '../ingest/apply-remote-record.ts';
import { readFile } from '../ingest/read-file.ts';
import type { SyncPorts } from '../ports.ts';
import { parseJsonOrNull } from '../../../src/domain/core/json-text.ts';

/** `added` counts the files that are in the mirror now. */
export type ImportedFiles = { readonly lines: readonly ImportedLine[]; readonly added: number };

/** Reads the files of a pasted list into the mirror of a service that lists none, and reports on every line. */
export async function importFiles(
  ports: SyncPorts,
  text: string,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<ImportedFiles> {
  const listed = parseIdList(text);
  const lines: ImportedLine[] = [];
  // After a failure of the whole connection the other lines are not asked for.
  let haltReason: string | null = null;
  for (const one of listed) {
    const reason: string | null = haltReason ?? (await importOne(ports, one, defaultNetwork, signal));
    if (reason?.startsWith(HALT) === true) haltReason = reason;
    lines.push({ line: one.line, text: one.text, reason });
    ports.progress({ kind: 'import', done: lines.length, total: listed.length });
  }
  ports.progress(null);
  return { lines, added: lines.filter((line) => line.reason === null).length };
}

const HALT = 'Not asked: ';

async function importOne(
  ports: SyncPorts,
  { id, network }: ListedId,
  defaultNetwork: Network,
  signal: AbortSignal,
): Promise<string | null> {
  if (id === null) return 'This is not a file id.';
  const { connection, outbox } = ports;
  const of = { connectionId: connection().id, network: network ?? defaultNetwork, id };
  const requestSeq = outbox.nextRequestSeq();
  const read = await readFile(of, ports, signal);
  if (!read.ok) return reasonOf(read.failure);
  applyRemoteRecord(ports, of, read.value, requestSeq);
  return null;
}

function reasonOf(failure: RemoteFailure): string {
  const { kind } = failureClassOf(failure);
  if (kind === 'gone') return 'The service has no file with this id on this network.';
  const isAboutFile = kind === 'refused' || kind === 'conflict' || failure.kind === 'wrongRecord';
  return isAboutFile ? describeFailure(failure) : `${HALT}${describeFailure(failure)}`;
}

/** One line of an import list; `id` is null when the line has no file id. */
export type ListedId = {
  readonly line: number;
  readonly text: string;
  readonly network: Network | null;
  readonly id: FileId | null;
};

const entry = z.union([z.string(), z.object({ id: z.string(), network: network.optional().catch(undefined) })]);
const jsonList = z.union([z.array(entry), z.object({ files: z.array(entry) }).transform(({ files }) => files)]);

/** Reads file ids from pasted or dropped text: one in each line, CSV with an `id` column, or JSON. */
export function parseIdList(text: string): readonly ListedId[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (/^[[{]/.test(trimmed)) {
    const fromJson = parseJson(trimmed);
    if (fromJson !== null) return fromJson;
  }
  const rows = csvRows(text);
  const header = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const idColumn = header.indexOf('id');
  const networkColumn = header.indexOf('network');
  const body = idColumn < 0 ? rows : rows.slice(1);
  return body.map(({ line, cells }) =>
    listed(line, cells[Math.max(0, idColumn)] ?? '', networkColumn < 0 ? null : cells[networkColumn]),
  );
}

type Row = { readonly line: number; readonly cells: readonly string[] };

const csvRow = z
  .object({ info: z.object({ lines: z.number() }), record: z.array(z.string()) })
  .transform(({ info, record }): Row => ({ line: info.lines, cells: record }));

/** Rows of CSV; text that is no CSV (an unclosed quote) is read line by line. */
function csvRows(text: string): readonly Row[] {
  const options = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true } as const;
  try {
    return z
      .array(csvRow)
      .parse(parse(text, { ...options, bom: true, info: true }))
      .filter(isNotBlank);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return text
      .split(/\r\n|\r|\n/)
      .map((cell, index) => ({ line: index + 1, cells: [cell] }))
      .filter(isNotBlank);
  }
}

const isNotBlank = ({ cells }: Row): boolean => cells.some((cell) => cell.trim() !== '');

function parseJson(text: string): readonly ListedId[] | null {
  const parsed = jsonList.safeParse(parseJsonOrNull(text));
  if (!parsed.success) return null;
  return parsed.data.map((one, index) =>
    typeof one === 'string' ? listed(index + 1, one, null) : listed(index + 1, one.id, one.network),
  );
}

function listed(line: number, text: string, on: string | null | undefined): ListedId {
  const bare = text.trim().replace(/^["']|["',;]+$/g, '');
  const id = fileId.safeParse(bare);
  const where = network.safeParse(on?.toLowerCase());
  return { line, text: bare, network: where.success ? where.data : null, id: id.success ? id.data : null };
}
