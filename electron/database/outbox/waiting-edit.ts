import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ChangeSetId, editId } from '../../../src/domain/core/ids.ts';
import { VALUE } from '../sqlite/column-parsers.ts';

/** Failed files that are looked at, those that are tried next first: a list of change sets asks this of every row. */
const FAILED_FILES = 200;
/** Edits of a change set are sent in their order, so that one of the last is queued while any is. */
const LAST_EDITS = 200;

const HAS_QUEUED = /* sql */ `
  EXISTS (SELECT 1 FROM edit_changes AS change WHERE change.edit_seq = edit.seq AND change.status = 'queued')
`;

const failedRow = z.object({ id: editId, failed_files: z.number() });
const lastRow = z.object({ id: editId });

/**
 * The queued edit whose wait stands for its change set: the one that is tried next among those that failed, else one of the
 * last; null when none of these is queued. `failedFiles` is at most 200.
 */
export function waitingEdit(db: Database) {
  // Cross joins keep their order: a large set has few files that failed.
  const selectFailed = db.prepare<[string, string], unknown>(/* sql */ `
    SELECT edit.id, count(*) OVER () AS failed_files FROM (
      SELECT connection_id, network, file_id, not_before_ms FROM gates
      WHERE connection_id = (SELECT connection_id FROM change_sets WHERE id = ${VALUE}) AND last_failure_json IS NOT NULL
      ORDER BY not_before_ms LIMIT ${FAILED_FILES}) AS gate
    CROSS JOIN change_sets AS change_set ON change_set.id = ${VALUE}
    CROSS JOIN edited_files AS file ON file.connection_id = gate.connection_id AND file.network = gate.network
      AND file.file_id = gate.file_id AND file.origin = change_set.origin AND file.account = change_set.account
    CROSS JOIN edits AS edit ON edit.edited_file = file.number AND +edit.change_set = change_set.number
    WHERE file.queued > 0 AND ${HAS_QUEUED}
    ORDER BY gate.not_before_ms, edit.seq LIMIT 1
  `);
  const selectLast = db.prepare<[string], unknown>(/* sql */ `
    SELECT edit.id FROM (
      SELECT seq, id FROM edits WHERE change_set = (SELECT number FROM change_sets WHERE id = ${VALUE})
      ORDER BY seq DESC LIMIT ${LAST_EDITS}) AS edit
    WHERE ${HAS_QUEUED} ORDER BY edit.seq DESC LIMIT 1
  `);
  return (id: ChangeSetId) => {
    const failed = selectFailed.get(id, id);
    if (failed !== undefined) {
      const { id: edit, failed_files: failedFiles } = failedRow.parse(failed);
      return { id: edit, failedFiles };
    }
    const last = selectLast.get(id);
    return last === undefined ? null : { id: lastRow.parse(last).id, failedFiles: 0 };
  };
}
