import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import type { ChangeSetId, ConnectionId, EditId } from '../../../src/domain/core/ids.ts';
import { connectionId, fileId, network } from '../../../src/domain/core/ids.ts';
import { type Adoption, adoption } from '../../../src/domain/edits/edit.ts';
import { adopter } from './adopt-edits.ts';
import type { ParkedFile } from './outbox.ts';
import { isOpenSql } from './migrations/0001-status-counters.ts';

/** An account with parked edits: made for it, while the connection has another one. */
export type ParkedAccount = { readonly accountRef: AccountRef; readonly edits: number; readonly files: number };

/** Parked edits, and their adoption by another account. */
export type ParkedEdits = {
  /** Accounts with open edits, those with most first. @param current the connection's account ref, which is left out */
  accounts(connectionId: ConnectionId, current: AccountRef): readonly ParkedAccount[];
  filesOf(connectionId: ConnectionId, accountRef: AccountRef): readonly ParkedFile[];
  /** Files with open edits of one change set, for any account but `current`. */
  filesOfSet(id: ChangeSetId, current: AccountRef): readonly ParkedFile[];
  /** The file of one edit; empty when the edit is unknown, over, or of `current`. */
  fileOfEdit(id: EditId, current: AccountRef): readonly ParkedFile[];
  /** Moves all edits of some files to another account, in one transaction, with an entry in the log of each open edit. */
  adopt(files: readonly ParkedFile[], to: AccountRef, how: Pick<Adoption, 'reason' | 'atMs'>): void;
  /** The adoptions of one edit, oldest first. */
  adoptionsOf(id: EditId): readonly Adoption[];
};

const accountRow = z
  .object({ origin: z.string(), account: z.string(), edits: z.number(), files: z.number() })
  .transform(({ origin, account, ...numbers }): ParkedAccount => ({ accountRef: { origin, account }, ...numbers }));

const adoptionRow = z
  .object({
    adopted_at_ms: z.number(),
    origin: z.string(),
    account: z.string(),
    reason: adoption.unwrap().shape.reason,
  })
  .transform(({ adopted_at_ms, origin, account, reason }): Adoption => ({
    atMs: adopted_at_ms,
    from: { origin, account },
    reason,
  }));

const IS_OPEN = isOpenSql('file.');

export function parkedEdits(db: Database): ParkedEdits {
  const selectAccounts = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT file.origin, file.account, count(DISTINCT change.edit_seq) AS edits, count(DISTINCT file.number) AS files
    FROM edited_files AS file JOIN edit_changes AS change ON change.edited_file = file.number
    WHERE file.connection_id = ? AND (file.origin <> ? OR file.account <> ?) AND ${IS_OPEN}
      AND change.status NOT IN ('settled', 'discarded')
    GROUP BY file.origin, file.account ORDER BY edits DESC
  `);
  const selectAdoptions = db.prepare<[string], unknown>(/* sql */ `
    SELECT adoption.adopted_at_ms, adoption.origin, adoption.account, adoption.reason
    FROM edits AS edit JOIN adoptions AS adoption ON adoption.edit_seq = edit.seq
    WHERE edit.id = ? ORDER BY adoption.number
  `);
  return {
    accounts: (connectionId, { origin, account }) =>
      selectAccounts.all(connectionId, origin, account).map((row) => accountRow.parse(row)),
    ...parkedFiles(db),
    adopt: adopter(db),
    adoptionsOf: (id) => selectAdoptions.all(id).map((row) => adoptionRow.parse(row)),
  };
}

const fileRow = z
  .object({ connection_id: connectionId, network, file_id: fileId, origin: z.string(), account: z.string() })
  .transform((row) => ({
    connectionId: row.connection_id,
    network: row.network,
    id: row.file_id,
    accountRef: { origin: row.origin, account: row.account },
  }));

const FILE = 'file.connection_id, file.network, file.file_id, file.origin, file.account';

function parkedFiles(db: Database): Pick<ParkedEdits, 'filesOf' | 'filesOfSet' | 'fileOfEdit'> {
  const ofAccount = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT ${FILE} FROM edited_files AS file
    WHERE file.connection_id = ? AND file.origin = ? AND file.account = ? AND ${IS_OPEN} ORDER BY file.number
  `);
  const edited = (condition: string) =>
    db.prepare<[string, string, string], unknown>(/* sql */ `
      SELECT DISTINCT ${FILE} FROM edits AS edit
      JOIN change_sets AS change_set ON change_set.number = edit.change_set
      JOIN edited_files AS file ON file.number = edit.edited_file
      WHERE ${condition} = ? AND (file.origin <> ? OR file.account <> ?) AND ${IS_OPEN}
    `);
  const ofSet = edited('change_set.id');
  const ofEdit = edited('edit.id');
  return {
    filesOf: (connectionId, { origin, account }) => ofAccount.all(connectionId, origin, account).map(parkedFile),
    filesOfSet: (id, { origin, account }) => ofSet.all(id, origin, account).map(parkedFile),
    fileOfEdit: (id, { origin, account }) => ofEdit.all(id, origin, account).map(parkedFile),
  };
}

const parkedFile = (row: unknown): ParkedFile => fileRow.parse(row);
