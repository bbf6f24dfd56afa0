import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, fileKey, type FileKey } from '../../../src/domain/core/ids.ts';
import { searchable, sortKey } from '../../../src/domain/core/text.ts';
import { type FieldChange, isOpen, fileState, projectedRecord } from '../../../src/domain/edits/edit.ts';
import { type FileRecord, fileStates, type Pairs } from '../../../src/domain/files/file.ts';
import { mirrorIds } from './mirror-ids.ts';
import type { FilesTable } from './mirror.ts';

/** A longer name is cut in lists: two hundred rows of a megabyte each would fill the memory of page and thread. */
const isLongName = 'octet_length(shown_name) > 40000';
/** SQL for the name of a projected file in a list, or its beginning. */
export const nameInList = `CASE WHEN ${isLongName} THEN substr(shown_name, 1, 1000) ELSE shown_name END AS shown_name`;
/** SQL for the characters of a name that is cut in lists; null for one that is whole. */
export const lengthOfCutName = `CASE WHEN ${isLongName} THEN length(shown_name) END AS name_length`;

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

/** @returns projected names in the order of the keys; null for a file outside the mirror or without a name */
export function projectedNames(
  db: Database,
): (connectionId: ConnectionId, keys: readonly FileKey[]) => readonly (string | null)[] {
  const name = z.string().nullish();
  const select = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT file.shown_name FROM copies AS copy JOIN files AS file ON file.copy = copy.number
      WHERE copy.connection_id = ? AND file.network = ? AND file.id = ?
    `,
    )
    .pluck();
  return (connectionId, keys) =>
    keys.map(({ network, id }) => name.parse(select.get(connectionId, network, id)) ?? null);
}

/** Finds the files of a mirror whose projection has an open edit, whatever the outbox holds of them. */
export function projectedDifferences(db: Database): FilesTable['projectedFiles'] {
  const ids = mirrorIds(db);
  const select = db.prepare<[number], unknown>(
    `SELECT network, id FROM files WHERE copy = ? AND state < ${fileStates.indexOf('onServer')} ORDER BY id`,
  );
  return (connectionId) => {
    const mirrorId = ids.find(connectionId);
    return mirrorId === null ? [] : select.all(mirrorId).map((row) => fileKey.parse(row));
  };
}
