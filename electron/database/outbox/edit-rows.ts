import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { refusal, type Edit } from '../../../src/domain/edits/edit.ts';
import { changeSetId, connectionId, editId, fileId, network } from '../../../src/domain/core/ids.ts';
import { CHANGE_COLUMNS, changeFromRow } from '../change-rows.ts';
import { jsonColumn, numbersOf, VALUE } from '../sqlite/column-parsers.ts';

const editRow = z.object({
  seq: z.number(),
  id: editId,
  change_set_id: changeSetId,
  connection_id: connectionId,
  origin: z.string(),
  account: z.string(),
  network,
  file_id: fileId,
  created_at_ms: z.number(),
  refusal_json: jsonColumn(refusal).nullable(),
});

const EDITS = /* sql */ `
  SELECT edit.seq, edit.id, change_set.id AS change_set_id, file.connection_id, file.origin, file.account,
    file.network, file.file_id, edit.created_at_ms, edit.refusal_json
  FROM edits AS edit
  JOIN change_sets AS change_set ON change_set.number = edit.change_set
  JOIN edited_files AS file ON file.number = edit.edited_file
`;

/** Reads whole edits. */
export function editReader(db: Database) {
  const selectBySeq = db.prepare<[number], unknown>(`${EDITS} WHERE edit.seq = ${VALUE}`);
  const selectById = db.prepare<[string], unknown>(`${EDITS} WHERE edit.id = ${VALUE}`);
  const selectChanges = db.prepare<[string, number], unknown>(/* sql */ `
    SELECT ? AS edit_id, ${CHANGE_COLUMNS} FROM edit_changes AS change WHERE change.edit_seq = ${VALUE} ORDER BY change.position
  `);

  function fromRow(of: unknown): Edit {
    const row = editRow.parse(of);
    return {
      id: row.id,
      seq: row.seq,
      changeSetId: row.change_set_id,
      connectionId: row.connection_id,
      binding: { origin: row.origin, account: row.account },
      network: row.network,
      fileId: row.file_id,
      createdAtMs: row.created_at_ms,
      changes: selectChanges.all(row.id, row.seq).map(changeFromRow),
      refusal: row.refusal_json,
    };
  }

  return {
    byId: (id: string): Edit | null => {
      const row = selectById.get(id);
      return row === undefined ? null : fromRow(row);
    },
    /** @param seqs the answer of a statement with `pluck()` */
    bySeqs: (seqs: unknown): readonly Edit[] => numbersOf(seqs).map((seq) => fromRow(selectBySeq.get(seq))),
  };
}
