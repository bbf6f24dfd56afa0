import { columnKeys, csvCell, csvLine, headerLine } from '../core/csv.ts';
import type { FileRecord } from './file.ts';

/** A file record that is written out, and its state where the text tells it. */
export type WrittenRecord = FileRecord & { readonly state?: string };

/** What a table and JSON tell of a record besides its metadata, by the name that both give it. */
const members = {
  network: ({ network }) => network,
  id: ({ id }) => id,
  cid: ({ cid }) => cid,
  name: ({ name }) => name,
  size_bytes: ({ sizeBytes }) => sizeBytes,
  number_of_files: ({ numberOfFiles }) => numberOfFiles,
  mime_type: ({ mimeType }) => mimeType,
  group_id: ({ groupId }) => groupId,
  created_at: ({ createdAt }) => createdAt,
  state: ({ state }) => state ?? null,
} satisfies Readonly<Record<string, (file: WrittenRecord) => string | number | null>>;

export type RecordColumn = keyof typeof members;

/** The metadata keys of records that get a column, in the order of the columns. */
export const metadataColumns = (files: readonly FileRecord[]): readonly string[] =>
  columnKeys(files.flatMap(({ keyvalues }) => keyvalues.map(([key]) => key)));

/** The first line of a table of records, and the line of each. */
export type RecordTable = { readonly head: string; readonly lineOf: (file: WrittenRecord) => string };

/**
 * A table of file records as CSV (RFC 4180), which the import of an edited table reads. An empty cell means that the file
 * has no such key.
 *
 * @param keys the metadata keys with a column
 */
export const recordTable = (columns: readonly RecordColumn[], keys: readonly string[]): RecordTable => ({
  head: headerLine(columns, keys),
  lineOf: (file) => {
    const held = new Map(file.keyvalues);
    return csvLine([
      ...columns.map((column) => cellOf(members[column](file))),
      ...keys.map((key) => csvCell(held.get(key) ?? null)),
    ]);
  },
});

const cellOf = (value: string | number | null): string => csvCell(value === null ? null : String(value));

/** A file record as an object for JSON, which the import of an edited table reads. */
export const recordObject = (file: WrittenRecord, columns: readonly RecordColumn[]): object => ({
  ...Object.fromEntries(columns.map((column) => [column, members[column](file)])),
  keyvalues: Object.fromEntries(file.keyvalues),
});
