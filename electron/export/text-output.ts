import { open } from 'node:fs/promises';
import { BYTE_ORDER_MARK } from '../../src/domain/core/text.ts';
import type { ExportedFile } from '../../src/domain/exports/library-export.ts';
import { recordObject, recordTable } from '../../src/domain/files/record-table.ts';
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
  lineOf: (file) => `${JSON.stringify(recordObject(file, JSON_MEMBERS))}\n`,
};

const FIRST = ['network', 'id', 'cid', 'name', 'size_bytes'] as const;
const LAST = ['mime_type', 'group_id', 'created_at', 'state'] as const;
const COLUMNS = [...FIRST, ...LAST];
const JSON_MEMBERS = [...FIRST, 'number_of_files', ...LAST] as const;

/**
 * CSV for spreadsheets. Names and metadata have the form of an exported table, so the import reads this file too.
 *
 * @param keys the metadata keys with a column
 */
export function csvFormat(keys: readonly string[]): TextFormat {
  const { head, lineOf } = recordTable(COLUMNS, keys);
  return { head: BYTE_ORDER_MARK + head, lineOf };
}
