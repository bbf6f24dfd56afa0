import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FieldChange, OpenConflict } from '../../../src/domain/edits/edit.ts';
import { fileId, network, type ChangeSetId, type ConnectionId, type FileKey } from '../../../src/domain/core/ids.ts';
import { CHANGE_COLUMNS, changeFromRow } from './edit-rows.ts';

const fileRow = z.object({ network, file_id: fileId, edited_file: z.number() });

/**
 * Reads the open conflicts of a connection, or of one change set.
 *
 * @returns in the order of their first edits. A conflict of one change set has the edits of other change sets too
 */
export function openConflicts(
  db: Database,
): (connectionId: ConnectionId, changeSet: ChangeSetId | null) => readonly OpenConflict[] {
  // The plus keeps SQLite from the index of the set, which has all of its edits for each conflict.
  const select = db.prepare<[object], unknown>(/* sql */ `
    SELECT edit.id AS edit_id, file.network, file.file_id, change.edited_file, ${CHANGE_COLUMNS}
    FROM edited_files AS file
    JOIN edit_changes AS change ON change.edited_file = file.number
    JOIN edits AS edit ON edit.seq = change.edit_seq
    WHERE file.connection_id = @connectionId AND file.conflicted > 0
      AND change.status = 'conflicted' AND change.status NOT IN ('settled', 'discarded')
      AND (@changeSet IS NULL OR EXISTS (
        SELECT 1 FROM change_sets AS wanted
        JOIN edits AS own ON +own.change_set = wanted.number AND own.edited_file = file.number
        JOIN edit_changes AS same ON same.edit_seq = own.seq
        WHERE wanted.id = @changeSet AND same.field = change.field AND same.status = 'conflicted'))
    ORDER BY change.edit_seq, change.position
  `);
  return (connectionId, changeSet) => {
    const rows = select.all({ connectionId, changeSet }).map((row) => {
      const { network, file_id, edited_file } = fileRow.parse(row);
      return { key: { network, id: file_id }, file: edited_file, change: changeFromRow(row) };
    });
    const byField = Map.groupBy(rows, ({ file, change }) => `${file} ${change.field}`);
    return [...byField.values()].flatMap((group) => conflictOf(group));
  };
}

function conflictOf(
  group: readonly { readonly key: FileKey; readonly change: FieldChange }[],
): readonly OpenConflict[] {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const { server, serverSeenAtMs, mine, field } = last.change;
  const editIds = group.map((one) => one.change.editId);
  return [{ key: first.key, field, base: first.change.base, mine, server, serverSeenAtMs, editIds }];
}
