import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { changeSetId, connectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { numbersOf, VALUE } from '../sqlite/column-parsers.ts';
import type { EditedFile, OutboxTable } from './outbox.ts';
import { isOpenSql } from './migrations/0001-status-counters.ts';

const fileRow = z
  .object({
    ...{ number: z.number(), connection_id: connectionId, network, file_id: fileId },
    state: z.enum(['needsYou', 'refused', 'gone', 'waiting', 'held', 'done']),
    ...{ change_set_id: changeSetId, created_at_ms: z.number(), refusal: z.string().nullable() },
  })
  .transform(({ number, state, refusal, ...row }): EditedFile => ({
    ...{ number, of: { connectionId: row.connection_id, network: row.network, id: row.file_id } },
    state: state === 'done' ? 'onServer' : state,
    ...{ changeSetId: row.change_set_id, editedAtMs: row.created_at_ms, refusal },
  }));

/** How files stand, by the counters that the triggers keep: no field change is read. */
export function editedFilesPart(db: Database): Pick<OutboxTable, 'editedFile' | 'numbersToDecide'> {
  const selectFile = db.prepare<[string], unknown>(/* sql */ `
    SELECT file.number, file.connection_id, file.network, file.file_id, file.state, edit.created_at_ms,
      edit.refusal_json ->> '$.message' AS refusal, change_set.id AS change_set_id
    FROM edits AS edit JOIN edited_files AS file ON file.number = edit.edited_file
    JOIN change_sets AS change_set ON change_set.number = edit.change_set WHERE edit.id = ${VALUE}
  `);
  const selectToDecide = db
    .prepare<[string, string, string], unknown>(
      /* sql */ `
      SELECT number FROM edited_files WHERE connection_id = ? AND origin = ? AND account = ?
        AND state IN ('needsYou', 'refused', 'gone')
        AND ${isOpenSql()}
    `,
    )
    .pluck();
  return {
    editedFile: (id) => {
      const row = selectFile.get(id);
      return row === undefined ? null : fileRow.parse(row);
    },
    numbersToDecide: (ofConnection, { origin, account }) =>
      numbersOf(selectToDecide.all(ofConnection, origin, account)),
  };
}
