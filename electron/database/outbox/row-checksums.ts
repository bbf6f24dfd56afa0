import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { CHANGE_COLUMNS, checkedChange, editChecksum } from './edit-rows.ts';
import { changeSetChecksum } from './enqueue.ts';
import { changeSetId, connectionId, editId } from '../../../src/domain/core/ids.ts';

const setRow = z
  .object({
    id: changeSetId,
    connection_id: connectionId,
    origin: z.string(),
    account: z.string(),
    title: z.string(),
    created_at_ms: z.number(),
    checksum: z.string(),
  })
  .transform((row) => {
    const { connection_id, origin, account, created_at_ms, ...rest } = row;
    return { ...rest, connectionId: connection_id, accountRef: { origin, account }, createdAtMs: created_at_ms };
  });

const editRow = z.object({
  seq: z.number(),
  id: editId,
  change_set_id: z.string(),
  connection_id: z.string(),
  origin: z.string(),
  account: z.string(),
  network: z.string(),
  file_id: z.string(),
  created_at_ms: z.number(),
  checksum: z.string(),
});

/** Counts rows that are not as written: `integrity_check` accepts a flipped bit inside a value. @returns messages */
export function rowChecksums(db: Database): readonly string[] {
  const altered = alteredSets(db) + alteredEdits(db);
  if (altered === 0) return [];
  return [
    `${altered} ${altered === 1 ? 'row' : 'rows'} of the outbox file ${altered === 1 ? 'is' : 'are'} not as written.`,
  ];
}

const SETS = 'SELECT id, connection_id, origin, account, title, created_at_ms, checksum FROM change_sets';

function alteredSets(db: Database): number {
  const select = db.prepare<[], unknown>(SETS);
  return count(select.iterate(), (of) => {
    const { checksum, ...set } = setRow.parse(of);
    return changeSetChecksum(set) === checksum;
  });
}

/** @returns reads a change set by its number, and whether the row is as it was written */
export function changeSetChecker(db: Database) {
  const select = db.prepare<[number], unknown>(`${SETS} WHERE number = ?`);
  return (number: number) => {
    const set = setRow.parse(select.get(number));
    return { set, isIntact: changeSetChecksum(set) === set.checksum };
  };
}

const alteredEdits = (db: Database): number => count(db.prepare<[], unknown>(EDITS).iterate(), editChecker(db));

const EDITS = /* sql */ `
  SELECT edit.seq, edit.id, change_set.id AS change_set_id, file.connection_id, file.origin, file.account,
    file.network, file.file_id, edit.created_at_ms, edit.checksum
  FROM edits AS edit
  JOIN change_sets AS change_set ON change_set.number = edit.change_set
  JOIN edited_files AS file ON file.number = edit.edited_file
`;

/** @returns whether the edit with a sequence number is as it was written */
export function integrity(db: Database): (seq: number) => boolean {
  const select = db.prepare<[number], unknown>(`${EDITS} WHERE edit.seq = ?`);
  const isIntact = editChecker(db);
  return (seq) => isIntact(select.get(seq));
}

/** @returns judges a row of `EDITS` */
function editChecker(db: Database): (of: unknown) => boolean {
  const selectChanges = db.prepare<[string, number], unknown>(/* sql */ `
    SELECT ? AS edit_id, ${CHANGE_COLUMNS} FROM edit_changes AS change WHERE edit_seq = ? ORDER BY position
  `);
  return (of) => {
    const row = editRow.parse(of);
    const changes = selectChanges.all(row.id, row.seq).map(checkedChange);
    const place = [row.change_set_id, row.connection_id, row.origin, row.account, row.network, row.file_id];
    const checksum = editChecksum({ id: row.id, seq: row.seq, changes: changes.map((one) => one.change) }, [
      ...place,
      row.created_at_ms,
    ]);
    return checksum === row.checksum && changes.every((one) => one.intact);
  };
}

function count(rows: Iterable<unknown>, isIntact: (row: unknown) => boolean): number {
  let altered = 0;
  for (const row of rows) if (!isIntact(row)) altered += 1;
  return altered;
}
