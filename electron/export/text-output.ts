import { open } from 'node:fs/promises';
import { BYTE_ORDER_MARK } from '../../src/domain/core/text.ts';
import { csvCell, csvLine, headerLine } from '../../src/domain/core/csv.ts';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output, Sink } from './job.ts';

/** A text format: the start of the file, and the line of each file record. */
export type TextFormat = { readonly head: string; readonly lineOf: (file: ExportedFile) => string };

/** Characters in memory before a flush. */
const FULL = 64 * 1024;

export function textOutput(sink: Sink, { head, lineOf }: TextFormat): Output {
  let waiting = head;
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    if (text !== '') await sink.write(text);
  };
  return {
    add: (file) => void (waiting += lineOf(file)),
    isFull: () => waiting.length >= FULL,
    flush,
    finish: flush,
    close: () => sink.close(),
  };
}

/** Appends text to an existing file. */
export async function fileSink(path: string): Promise<Sink> {
  const file = await open(path, 'a');
  return { write: (text) => file.appendFile(text, 'utf8'), close: () => file.close() };
}

/** JSON Lines: one object per line with every field. JSON escapes half surrogate pairs (ECMA-262, `JSON.stringify`). */
export const jsonLinesFormat: TextFormat = {
  head: '',
  lineOf: (file) =>
    `${JSON.stringify({
      network: file.network,
      id: file.id,
      cid: file.cid,
      name: file.name,
      size_bytes: file.sizeBytes,
      number_of_files: file.numberOfFiles,
      mime_type: file.mimeType,
      group_id: file.groupId,
      created_at: file.createdAt,
      state: file.state,
      keyvalues: Object.fromEntries(file.keyvalues),
    })}\n`,
};

const COLUMNS = ['network', 'id', 'cid', 'name', 'size_bytes', 'mime_type', 'group_id', 'created_at', 'state'] as const;

const numberCell = (value: number | null): string => (value === null ? '' : String(value));

/**
 * CSV for spreadsheets (RFC 4180). Names and metadata have the form of an exported table, so the import reads this file
 * too.
 *
 * @param keys the metadata keys with a column
 */
export const csvFormat = (keys: readonly string[]): TextFormat => ({
  head: BYTE_ORDER_MARK + headerLine(COLUMNS, keys),
  lineOf: (file) => {
    const held = new Map(file.keyvalues);
    return csvLine([
      file.network,
      file.id,
      csvCell(file.cid),
      csvCell(file.name),
      numberCell(file.sizeBytes),
      csvCell(file.mimeType),
      csvCell(file.groupId),
      csvCell(file.createdAt),
      file.state,
      ...keys.map((key) => csvCell(held.get(key) ?? null)),
    ]);
  },
});
