import type { Database } from 'better-sqlite3';
import { folded } from '../../../src/domain/core/text.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import { type EditCounters, editCountersTable } from './edit-counters.ts';
import { changeToRow, checksumOf, editChecksum } from './edit-rows.ts';
import type { NewChangeSet, NewEdit } from './outbox.ts';

/** Adds change sets to the outbox. Run it inside a transaction. */
export function enqueuer(db: Database): (changeSet: NewChangeSet) => void {
  const counters = editCountersTable(db);
  const insertSet = changeSetInserter(db);
  const insertEdit = editInserter(db);
  return (changeSet) => {
    const number = insertSet(changeSet);
    const before = counters.get();
    const after = changeSet.edits.reduce((at, edit) => insertEdit(changeSet, number, edit, at), before);
    counters.set(after);
  };
}

function changeSetInserter(db: Database): (of: NewChangeSet) => number {
  const insert = db.prepare(/* sql */ `
    INSERT INTO change_sets (id, connection_id, origin, account, title, title_folded, created_at_ms, checksum)
    VALUES (@id, @connection_id, @origin, @account, @title, @title_folded, @created_at_ms, @checksum)
    ON CONFLICT (id) DO NOTHING
  `);
  const select = db.prepare<[string], unknown>('SELECT number FROM change_sets WHERE id = ?').pluck();
  return (of) => {
    insert.run({
      id: of.id,
      connection_id: of.connectionId,
      origin: of.accountRef.origin,
      account: of.accountRef.account,
      title: of.title,
      title_folded: folded(of.title),
      created_at_ms: of.createdAtMs,
      checksum: changeSetChecksum(of),
    });
    return numberOf(select.get(of.id));
  };
}

type ChangeSetFacts = Pick<NewChangeSet, 'id' | 'connectionId' | 'accountRef' | 'title' | 'createdAtMs'>;

export const changeSetChecksum = (of: ChangeSetFacts): string =>
  checksumOf([of.id, of.connectionId, of.accountRef.origin, of.accountRef.account, of.title, of.createdAtMs]);

/** @returns inserts one edit, and returns the edit counters after it */
function editInserter(db: Database) {
  const editedFile = editedFileNumber(db);
  const insertChange = changeInserter(db);
  const countFile = fileCounter(db);
  const insert = db.prepare(/* sql */ `
    INSERT INTO edits (seq, id, change_set, edited_file, created_at_ms, checksum, chain)
    VALUES (@seq, @id, @set, @file, @created_at_ms, @checksum, @chain)
    ON CONFLICT (id) DO NOTHING
  `);
  return (changeSet: NewChangeSet, set: number, edit: NewEdit, at: EditCounters): EditCounters => {
    const { connectionId, accountRef, createdAtMs } = changeSet;
    const seq = at.lastSeq + 1;
    const place = [
      changeSet.id,
      connectionId,
      accountRef.origin,
      accountRef.account,
      edit.network,
      edit.fileId,
      createdAtMs,
    ];
    const checksum = editChecksum({ id: edit.id, seq, changes: edit.changes }, place);
    const chain = checksumOf([at.chain, checksum]);
    const file = editedFile(changeSet, edit);
    const added = insert.run({ seq, id: edit.id, set, file, created_at_ms: createdAtMs, checksum, chain });
    if (added.changes === 0) return at;
    countFile.run({ seq, set, file });
    edit.changes.forEach((one, position) =>
      insertChange({ ...one, editId: edit.id, seq, settlement: null }, { position, set, file }),
    );
    return { ...at, lastSeq: seq, enqueued: at.enqueued + 1, chain };
  };
}

/**
 * Counts the file of a new edit, unless its change set has the file already. An undo of 10,000 files adds to its change set
 * part by part, or edit by edit: to count all files anew each time took longer with each. The plus keeps SQLite from the index of the set.
 */
const fileCounter = (db: Database) =>
  db.prepare<[{ seq: number; set: number; file: number }]>(/* sql */ `
    UPDATE change_sets SET files = files + 1
    WHERE number = @set AND NOT EXISTS (
      SELECT 1 FROM edits AS earlier
      WHERE earlier.edited_file = @file AND +earlier.change_set = @set AND earlier.seq < @seq
        AND earlier.seq >= (SELECT min(seq) FROM edits WHERE change_set = @set))
  `);

function editedFileNumber(db: Database): (changeSet: NewChangeSet, edit: NewEdit) => number {
  const select = db
    .prepare<[string, string, string, string, string], unknown>(
      /* sql */ `
      SELECT number FROM edited_files
      WHERE connection_id = ? AND network = ? AND file_id = ? AND origin = ? AND account = ?
    `,
    )
    .pluck();
  const insert = db.prepare<[string, string, string, string, string]>(
    'INSERT INTO edited_files (connection_id, network, file_id, origin, account) VALUES (?, ?, ?, ?, ?)',
  );
  return ({ connectionId, accountRef }, { network, fileId }) => {
    const key = [connectionId, network, fileId, accountRef.origin, accountRef.account] as const;
    const found = select.get(...key);
    return found === undefined ? Number(insert.run(...key).lastInsertRowid) : numberOf(found);
  };
}

function changeInserter(db: Database) {
  const insert = db.prepare(/* sql */ `
    INSERT INTO edit_changes (edit_seq, position, field, change_set, edited_file, status, base_json, mine_json,
      settlement, server_json, server_seen_at_ms, search_text, checksum)
    VALUES (@edit_seq, @position, @field, @set, @file, @status, @base_json, @mine_json,
      @settlement, @server_json, @server_seen_at_ms, @search_text, @checksum)
  `);
  return (change: FieldChange, at: { position: number; set: number; file: number }): void =>
    void insert.run({ ...changeToRow(change), ...at });
}
