import { errorCode, errorMessage } from '../../src/domain/core/thrown.ts';
import { columnKeys } from '../../src/domain/core/csv.ts';
import { type ExportedFile, type ExportTrouble, MOST_KEY_COLUMNS } from '../../src/domain/exports/library-export.ts';
import { type ExportReader, openExportReader } from '../database/exports/export-reader.ts';
import { diskFailure, isFileSystemError } from '../database/sqlite/errors.ts';
import type { ExportJob, ExportOutcome, Output, RunPorts } from './job.ts';
import { exportName, EXTENSIONS, PartialFile } from './partial-file.ts';
import { exportMetadata, sqliteOutput } from './sqlite-output.ts';
import { csvFormat, jsonLinesFormat, textOutput } from './text-output.ts';

/**
 * Writes the selected files, as the mirror has them at the start, to a new file. A cancelled or failed export leaves no
 * file.
 *
 * @throws Error for a bug
 */
export async function runExport(job: ExportJob, ports: RunPorts): Promise<ExportOutcome> {
  const reader = openExportReader(job.mirrorPath);
  try {
    return await exported(job, reader, ports);
  } catch (error) {
    if (ports.signal.aborted && error === ports.signal.reason) return { kind: 'cancelled' };
    const failure = exportFailure(error);
    if (failure === null) throw error;
    return { kind: 'failed', ...failure };
  } finally {
    reader.close();
  }
}

async function exported(job: ExportJob, reader: ExportReader, ports: RunPorts): Promise<ExportOutcome> {
  const rowIds = reader.rowIds(job.connection.id, job.selection);
  const keys = job.format === 'csv' ? await keysOf(reader, rowIds, ports) : [];
  const file = await PartialFile.make(job, exportName(job.connection.name, job.atMs), EXTENSIONS[job.format]);
  let isWhole = false;
  try {
    const output = await outputTo(file.path, job, { keys, files: rowIds.length }, ports);
    await streamRows(rowIds, reader.file, output, ports).finally(() => output.close());
    ports.signal.throwIfAborted();
    const finished = await file.finish(ports.held);
    isWhole = true;
    return { kind: 'done', files: rowIds.length, ...finished };
  } finally {
    if (!isWhole) await file.remove();
  }
}

type Contents = { readonly keys: readonly string[]; readonly files: number };

async function outputTo(path: string, job: ExportJob, { keys, files }: Contents, ports: RunPorts): Promise<Output> {
  switch (job.format) {
    case 'csv':
      return textOutput(await ports.openSink(path), csvFormat(keys));
    case 'jsonl':
      return textOutput(await ports.openSink(path), jsonLinesFormat);
    case 'sqlite':
      return sqliteOutput(path, exportMetadata(job, files), () => yieldUnlessAborted(ports));
  }
}

const YIELD_EVERY_FILES = 1_000;

/** The metadata keys of all files: the columns of a table. */
async function keysOf(reader: ExportReader, rowIds: Uint32Array, ports: RunPorts): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const [index, rowId] of rowIds.entries()) {
    if (index % YIELD_EVERY_FILES === 0) await yieldUnlessAborted(ports);
    for (const key of reader.keys(rowId)) keys.add(key);
    if (keys.size > MOST_KEY_COLUMNS) throw new TooManyKeysError();
  }
  return columnKeys(keys);
}

async function yieldUnlessAborted({ yieldToEventLoop, signal }: RunPorts): Promise<void> {
  await yieldToEventLoop();
  signal.throwIfAborted();
}

/** The selected files have more metadata keys than a table may have columns. */
export class TooManyKeysError extends Error {
  override readonly name = 'TooManyKeysError';
  constructor() {
    super(`There are more than ${MOST_KEY_COLUMNS} metadata keys.`);
  }
}

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const READ_ONLY = ['EROFS', 'EACCES', 'EPERM'];

/** Says why the disk or the table refused an export. @returns null for a bug */
export function exportFailure(error: unknown): { readonly trouble: ExportTrouble; readonly detail: string } | null {
  if (error instanceof TooManyKeysError) return { trouble: 'tooManyKeys', detail: error.message };
  const disk = diskFailure(error);
  if (disk !== null) return { trouble: disk.reason === 'fileGone' ? 'diskError' : disk.reason, detail: disk.detail };
  if (!isFileSystemError(error)) return null;
  return { trouble: troubleOf(error), detail: errorMessage(error) };
}

function troubleOf(error: unknown): ExportTrouble {
  const code = errorCode(error) ?? '';
  if (FULL.includes(code)) return 'diskFull';
  return READ_ONLY.includes(code) ? 'readOnly' : 'diskError';
}

/** Files between two yields. */
const SLICE_FILES = 200;

/**
 * Reads files one by one, and writes no faster than the output accepts them: memory stays small for any number of
 * files.
 *
 * @throws the signal's reason when it is aborted
 */
export async function streamRows(
  rowIds: Uint32Array,
  read: (rowId: number) => ExportedFile,
  output: Output,
  { yieldToEventLoop, signal, progress }: Pick<RunPorts, 'yieldToEventLoop' | 'signal' | 'progress'>,
): Promise<void> {
  const total = rowIds.length;
  for (const [index, rowId] of rowIds.entries()) {
    if (index % SLICE_FILES === 0) {
      progress({ done: index, total });
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    output.add(read(rowId));
    if (output.isFull()) await output.flush();
  }
  progress({ done: total, total });
  await output.finish();
}
