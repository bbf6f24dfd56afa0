import { hash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { changeSetId, connectionId, editId, type EditId, fileId, network } from '../../../src/domain/core/ids.ts';
import { folded } from '../../../src/domain/core/text.ts';
import { changeStatus, type FieldChange, type FileEdit, refusal, settlement } from '../../../src/domain/edits/edit.ts';
import { field, metadataKey } from '../../../src/domain/files/field.ts';
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

  function fromRow(of: unknown): FileEdit {
    const row = editRow.parse(of);
    return {
      id: row.id,
      seq: row.seq,
      changeSetId: row.change_set_id,
      connectionId: row.connection_id,
      accountRef: { origin: row.origin, account: row.account },
      network: row.network,
      fileId: row.file_id,
      createdAtMs: row.created_at_ms,
      changes: selectChanges.all(row.id, row.seq).map(changeFromRow),
      refusal: row.refusal_json,
    };
  }

  return {
    byId: (id: string): FileEdit | null => {
      const row = selectById.get(id);
      return row === undefined ? null : fromRow(row);
    },
    /** @param seqs the answer of a statement with `pluck()` */
    bySeqs: (seqs: unknown): readonly FileEdit[] => numbersOf(seqs).map((seq) => fromRow(selectBySeq.get(seq))),
  };
}

const value = jsonColumn(z.string().nullable());

export const CHANGE_COLUMNS = `change.edit_seq, change.field, change.status, change.base_json, change.mine_json,
  change.settlement, change.server_json, change.server_seen_at_ms, change.checksum`;

const changeRow = z.object({
  edit_id: editId,
  edit_seq: z.number(),
  field,
  status: changeStatus,
  base_json: value,
  mine_json: value,
  settlement: settlement.nullable(),
  server_json: value,
  server_seen_at_ms: z.number().nullable(),
  checksum: z.string(),
});

/** @param of a row of `CHANGE_COLUMNS` together with its edit's id as `edit_id` */
export const changeFromRow = (of: unknown): FieldChange => changeOf(changeRow.parse(of));

export function checkedChange(of: unknown): { readonly change: FieldChange; readonly intact: boolean } {
  const row = changeRow.parse(of);
  const change = changeOf(row);
  return { change, intact: changeChecksum(change) === row.checksum };
}

const changeOf = (row: z.infer<typeof changeRow>): FieldChange => ({
  editId: row.edit_id,
  seq: row.edit_seq,
  field: row.field,
  base: row.base_json,
  mine: row.mine_json,
  status: row.status,
  settlement: row.settlement,
  server: row.server_json,
  serverSeenAtMs: row.server_seen_at_ms,
});

/** Values are kept as JSON text: as plain text, half a surrogate pair would come back as another character. */
export const changeToRow = (of: FieldChange) => ({
  edit_seq: of.seq,
  field: of.field,
  status: of.status,
  base_json: JSON.stringify(of.base),
  mine_json: JSON.stringify(of.mine),
  settlement: of.settlement,
  server_json: JSON.stringify(of.server),
  server_seen_at_ms: of.serverSeenAtMs,
  // The key alone: `name` and `key:` stand in every row.
  search_text: folded([metadataKey(of.field) ?? '', of.base ?? '', of.mine ?? ''].join('\n')),
  checksum: changeChecksum(of),
});

/** A checksum in a row shows that the row is as written, which SQLite's `integrity_check` cannot tell. */
export type Checksum = string;

/** 64 bits of SHA-256 over the JSON of `parts`, in hexadecimal: against accidents, not against enemies. */
export const checksumOf = (parts: readonly unknown[]): Checksum =>
  hash('sha256', JSON.stringify(parts), 'hex').slice(0, 16);

const changeChecksum = (of: FieldChange): Checksum =>
  checksumOf([of.editId, of.field, of.base, of.mine, of.status, of.settlement, of.server, of.serverSeenAtMs]);

type Identity = {
  readonly id: EditId;
  readonly seq: number;
  readonly changes: readonly { readonly field: string }[];
};

/** Covers the parts of an edit that never change. @param place change set, connection, account and file of the edit */
export const editChecksum = (of: Identity, place: readonly unknown[]): Checksum =>
  checksumOf([of.id, of.seq, ...place, of.changes.map((one) => one.field)]);
