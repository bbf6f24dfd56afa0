import { z } from 'zod';
import { changeStatus, settlement, type Change } from '../../src/domain/edits/edit.ts';
import { field } from '../../src/domain/files/field.ts';
import { editId, type EditId } from '../../src/domain/core/ids.ts';
import { folded } from '../../src/domain/core/text.ts';
import { checksumOf, type Checksum } from './outbox/checksum.ts';
import { jsonColumn } from './sqlite/column-parsers.ts';

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
export const changeFromRow = (of: unknown): Change => changeOf(changeRow.parse(of));

export function checkedChange(of: unknown): { readonly change: Change; readonly intact: boolean } {
  const row = changeRow.parse(of);
  const change = changeOf(row);
  return { change, intact: changeChecksum(change) === row.checksum };
}

const changeOf = (row: z.infer<typeof changeRow>): Change => ({
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
export const changeToRow = (of: Change) => ({
  edit_seq: of.seq,
  field: of.field,
  status: of.status,
  base_json: JSON.stringify(of.base),
  mine_json: JSON.stringify(of.mine),
  settlement: of.settlement,
  server_json: JSON.stringify(of.server),
  server_seen_at_ms: of.serverSeenAtMs,
  search_text: folded([of.field, of.base ?? '', of.mine ?? ''].join('\n')),
  checksum: changeChecksum(of),
});

export const changeChecksum = (of: Change): Checksum =>
  checksumOf([of.editId, of.field, of.base, of.mine, of.status, of.settlement, of.server, of.serverSeenAtMs]);

type Identity = {
  readonly id: EditId;
  readonly seq: number;
  readonly changes: readonly { readonly field: string }[];
};

/** What of an edit never changes. @param place set, connection, account and file it is for */
export const editChecksum = (of: Identity, place: readonly unknown[]): Checksum =>
  checksumOf([of.id, of.seq, ...place, of.changes.map((one) => one.field)]);
