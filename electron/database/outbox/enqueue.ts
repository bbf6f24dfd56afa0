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
  const countFiles = fileCounter(db);
  return (changeSet) => {
    const number = insertSet(changeSet);
    const before = counters.get();
    const files = new Set<number>();
    const after = changeSet.edits.reduce((at, edit) => insertEdit(changeSet, number, edit, at, files), before);
    countFiles(number, files, before.lastSeq);
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

/** @returns inserts one edit, adds its file to `files`, and returns the edit counters after it */
function editInserter(db: Database) {
  const editedFile = editedFileNumber(db);
  const insertChange = changeInserter(db);
  const insert = db.prepare(/* sql */ `
    INSERT INTO edits (seq, id, change_set, edited_file, created_at_ms, checksum, chain)
    VALUES (@seq, @id, @set, @file, @created_at_ms, @checksum, @chain)
    ON CONFLICT (id) DO NOTHING
  `);
  return (changeSet: NewChangeSet, set: number, edit: NewEdit, at: EditCounters, files: Set<number>): EditCounters => {
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
    files.add(file);
    edit.changes.forEach((one, position) =>
      insertChange({ ...one, editId: edit.id, seq, settlement: null }, { position, set, file }),
    );
    return { ...at, lastSeq: seq, enqueued: at.enqueued + 1, chain };
  };
}

/**
 * Counts files of new edits, except those that their change set has already. An undo of 10,000 files adds to its change set part
 * by part, or edit by edit: to count all files anew each time took longer with each.
 */
function fileCounter(db: Database): (set: number, files: ReadonlySet<number>, lastSeqBefore: number) => void {
  const selectFirst = db.prepare<[number], unknown>('SELECT min(seq) FROM edits WHERE change_set = ?').pluck();
  // The plus keeps SQLite from the index of the set.
  const isThere = db
    .prepare<{ set: number; file: number; first: number; last: number }, unknown>(
      /* sql */ `
      SELECT EXISTS (
        SELECT 1 FROM edits
        WHERE edited_file = @file AND +change_set = @set AND seq >= @first AND seq <= @last)
    `,
    )
    .pluck();
  const add = db.prepare<[number, number]>('UPDATE change_sets SET files = files + ? WHERE number = ?');
  return (set, files, last) => {
    if (files.size === 0) return;
    const first = numberOf(selectFirst.get(set));
    const isNew = (file: number): boolean => first > last || numberOf(isThere.get({ set, file, first, last })) === 0;
    add.run([...files].filter(isNew).length, set);
  };
}

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
