import { searchable, sortKey } from '../../../src/domain/core/search-text.ts';
import { type FieldChange, isOpen } from '../../../src/domain/edits/edit.ts';
import { fileState, projectedRecord } from '../../../src/domain/edits/project-edits.ts';
import { type FileRecord, fileStates, type Pairs } from '../../../src/domain/files/file.ts';

/** One file as lists, filters, counters and searches read it: a row of `files`. */
export type ProjectedRow = {
  readonly network: string;
  readonly id: string;
  readonly shown_name: string | null;
  readonly name_key: string | null;
  readonly cid: string;
  readonly size_bytes: number | null;
  readonly mime_type: string | null;
  readonly group_id: string | null;
  readonly created_at: string | null;
  readonly state: number;
  readonly open_changes: number;
};

/** A projected file with its rows in the other tables. */
export type ProjectedFile = { readonly row: ProjectedRow; readonly text: string; readonly pairs: Pairs };

export function projectedFile(record: FileRecord, changes: readonly FieldChange[]): ProjectedFile {
  const shown = changes.length === 0 ? record : projectedRecord(record, changes);
  const row = {
    network: record.network,
    id: record.id,
    shown_name: shown.name,
    name_key: shown.name === null ? null : sortKey(shown.name),
    cid: record.cid,
    size_bytes: record.sizeBytes === null ? null : Math.round(record.sizeBytes),
    mime_type: record.mimeType,
    group_id: record.groupId,
    created_at: record.createdAt,
    state: fileStates.indexOf(fileState(changes)),
    open_changes: new Set(changes.filter(isOpen).map((one) => one.field)).size,
  };
  return { row, text: searchText(shown), pairs: shown.keyvalues };
}

/** One line for each value: no hit begins in one value and ends in the next. */
const searchText = (shown: FileRecord): string =>
  searchable([shown.name ?? '', shown.cid, shown.id, ...shown.keyvalues.map(([, value]) => value)].join('\n'));
