import { open } from 'node:fs/promises';
import { csvCell, csvLine, headerLine } from '../../src/domain/core/csv.ts';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import type { Output, Sink } from './output.ts';

export type TextFormat = { readonly head: string; readonly lineOf: (file: ExportedFile) => string };

/** Characters that wait in memory at most, and the line that goes over. */
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

/** @param path of a file that is there */
export async function fileSink(path: string): Promise<Sink> {
  const file = await open(path, 'a');
  return { write: (text) => file.appendFile(text, 'utf8'), close: () => file.close() };
}

/** An object a line, with everything that is known of a file: half a character is written as JSON writes it. */
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

/** Without the mark a spreadsheet takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

const numberCell = (value: number | null): string => (value === null ? '' : String(value));

/**
 * A table for spreadsheets. Names and metadata are written as in the table that is edited and brought back, so that this
 * one can be brought back too.
 *
 * @param keys the metadata keys that have a column
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
