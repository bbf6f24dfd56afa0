import { openExportReader, type ExportReader } from '../database/exports/export-reader.ts';
import { columnKeys } from '../../src/domain/core/csv.ts';
import { MOST_KEY_COLUMNS } from '../../src/domain/exports/library-export.ts';
import { aboutExport } from './export-metadata.ts';
import { copyRows } from './stream-rows.ts';
import { csvFormat } from './csv-format.ts';
import { exportFailure, TooManyKeysError } from './export-failure.ts';
import { ENDINGS, exportName } from './file-name.ts';
import type { ExportJob, ExportOutcome, RunPorts } from './job.ts';
import { jsonLinesFormat } from './json-lines-format.ts';
import type { Output } from './output.ts';
import { sqliteOutput } from './sqlite-output.ts';
import { textOutput } from './text-output.ts';
import { UnfinishedFile } from './partial-file.ts';

/** Writes the chosen files as they are at this moment to a new file. Unless it is done, nothing is left of it. */
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
  const file = await UnfinishedFile.make(job, exportName(job.connection.name, job.atMs), ENDINGS[job.format]);
  let isWhole = false;
  try {
    const output = await outputTo(file.path, job, { keys, files: rowIds.length }, ports);
    await copyRows(rowIds, reader.file, output, ports).finally(() => output.close());
    ports.signal.throwIfAborted();
    const finished = await file.finish();
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
      return sqliteOutput(path, aboutExport(job, files), () => breatheUnlessAborted(ports));
  }
}

const BREATHE_EVERY_FILES = 1_000;

/** The metadata keys of all the files, which are the columns of a table. */
async function keysOf(reader: ExportReader, rowIds: Uint32Array, ports: RunPorts): Promise<readonly string[]> {
  const keys = new Set<string>();
  for (const [index, rowId] of rowIds.entries()) {
    if (index % BREATHE_EVERY_FILES === 0) await breatheUnlessAborted(ports);
    for (const key of reader.keys(rowId)) keys.add(key);
    if (keys.size > MOST_KEY_COLUMNS) throw new TooManyKeysError();
  }
  return columnKeys(keys);
}

async function breatheUnlessAborted({ yieldToEventLoop: yieldToEventLoop, signal }: RunPorts): Promise<void> {
  await yieldToEventLoop();
  signal.throwIfAborted();
}
