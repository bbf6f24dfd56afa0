import { csvCell, csvLine, headerLine } from '../../src/domain/core/csv.ts';
import type { TextFormat } from './text-output.ts';

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
