import type { Database } from 'better-sqlite3';
import { editId, type EditId, type FileKey, type FileRef } from '../../../src/domain/core/ids.ts';
import type { ChangeUpdate } from '../../../src/domain/edits/change-update.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { textsOf, VALUE } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import { attemptsPart, pastAttemptsPart } from './attempts-table.ts';
import { checkpoint } from './checkpoint.ts';
import { CHANGE_COLUMNS, changeFromRow, changeToRow, editReader } from './edit-rows.ts';
import { editedFilesPart } from './edited-files.ts';
import { enqueuer } from './enqueue.ts';
import type { OutboxTable } from './outbox.ts';
import { delayedChecksPart } from './delayed-checks-table.ts';
import { capTimesPart, dueFilesPart, retryStatesPart } from './due-files.ts';
import { requestSequence, settledFilesPart } from './request-sequence.ts';

/** The outbox in `outbox.db`: its edits, here, and the parts that say when and how they are sent. */
export const outboxTable = (db: Database): OutboxTable => ({
  ...storedEditsPart(db),
  ...editWritesPart(db),
  ...editedFilesPart(db),
  ...dueFilesPart(db),
  ...retryStatesPart(db),
  ...attemptsPart(db),
  ...pastAttemptsPart(db),
  ...settledFilesPart(db),
  ...delayedChecksPart(db),
  ...capTimesPart(db),
  nextRequestSeq: requestSequence(db),
  atomically: transactions(db).atomically,
});

type StoredEdits = Pick<OutboxTable, 'openEdits' | 'keptEdits' | 'edit' | 'editsOfSet' | 'editIdsOfSet'>;

/** Reads file edits with their field changes: of a file, of a change set, or one. */
function storedEditsPart(db: Database): StoredEdits {
  const read = editReader(db);
  const selectOpen = openEditSeqs(db);
  const selectKept = keptEditSeqs(db);
  const selectOfSet = db
    .prepare<[string, number, number], unknown>(
      /* sql */ `
      SELECT edit.seq FROM change_sets AS change_set JOIN edits AS edit ON edit.change_set = change_set.number
      WHERE change_set.id = ${VALUE} ORDER BY edit.seq LIMIT ? OFFSET ?
    `,
    )
    .pluck();
  const selectIdsOfSet = db
    .prepare<[string], unknown>(
      /* sql */ `
      SELECT edit.id FROM change_sets AS change_set JOIN edits AS edit ON edit.change_set = change_set.number
      WHERE change_set.id = ${VALUE} ORDER BY edit.seq
    `,
    )
    .pluck();

  return {
    openEdits: ({ connectionId, network, id }: FileRef) => read.bySeqs(selectOpen.all(connectionId, network, id)),
    keptEdits: ({ connectionId, network, id }: FileRef) => read.bySeqs(selectKept.all(connectionId, network, id)),
    edit: (id) => read.byId(id),
    editsOfSet: (id, from, to) => read.bySeqs(selectOfSet.all(id, Math.max(0, to - from), from)),
    editIdsOfSet: (id) => textsOf(selectIdsOfSet.all(id)).map((text) => editId.parse(text)),
  };
}

/** Stores new edits, and what becomes of their field changes. What a person decides is in `outbox.db` itself soon after. */
function editWritesPart(db: Database): Pick<OutboxTable, 'enqueue' | 'update' | 'setRefusal'> {
  const { atomically, afterCommit, afterRollback } = transactions(db);
  const enqueue = enqueuer(db);
  const updateOne = changeUpdater(db);
  const { soon: checkpointSoon, now: checkpointNow } = checkpoint(db);
  const updateRefusal = db.prepare<[string | null, string]>('UPDATE edits SET refusal_json = ? WHERE id = ?');

  return {
    enqueue: (changeSet) =>
      atomically(() => {
        // A commit that reported an error may stand whole in the WAL, and come back at the next start.
        afterRollback(checkpointNow);
        enqueue(changeSet);
        afterCommit(checkpointSoon);
      }),
    update: (changes) =>
      atomically(() => {
        if (changes.some(isDecision)) afterRollback(checkpointNow);
        for (const one of changes) updateOne(one);
        if (changes.some(isDecision)) afterCommit(checkpointSoon);
      }),
    setRefusal: (id, refusal) => {
      const { changes } = updateRefusal.run(refusal === null ? null : JSON.stringify(refusal), id);
      if (changes !== 1) throw new Error(`No edit ${id}`);
    },
  };
}

/** A person holds, releases, discards and restores; sync settles, refuses and finds conflicts. */
const isDecision = ({ status }: ChangeUpdate): boolean =>
  status === 'queued' || status === 'held' || status === 'discarded';

function openEditSeqs(db: Database) {
  return db
    .prepare<[string, FileKey['network'], string], unknown>(
      /* sql */ `
      SELECT DISTINCT change.edit_seq FROM edited_files AS file
      JOIN edit_changes AS change ON change.edited_file = file.number
      WHERE file.connection_id = ${VALUE} AND file.network = ${VALUE} AND file.file_id = ${VALUE}
        AND change.status NOT IN ('settled', 'discarded')
      ORDER BY change.edit_seq
    `,
    )
    .pluck();
}

function keptEditSeqs(db: Database) {
  return db
    .prepare<[string, FileKey['network'], string], unknown>(
      /* sql */ `
      SELECT edit.seq FROM edited_files AS file JOIN edits AS edit ON edit.edited_file = file.number
      WHERE file.connection_id = ${VALUE} AND file.network = ${VALUE} AND file.file_id = ${VALUE}
      ORDER BY edit.seq
    `,
    )
    .pluck();
}

function changeUpdater(db: Database): (update: ChangeUpdate) => void {
  const select = db.prepare<[string, string], unknown>(/* sql */ `
    SELECT edit.id AS edit_id, ${CHANGE_COLUMNS}
    FROM edits AS edit JOIN edit_changes AS change ON change.edit_seq = edit.seq
    WHERE edit.id = ${VALUE} AND change.field = ${VALUE}
  `);
  const write = db.prepare(/* sql */ `
    UPDATE edit_changes SET status = @status, base_json = @base_json, mine_json = @mine_json, settlement = @settlement,
      server_json = @server_json, server_seen_at_ms = @server_seen_at_ms, search_text = @search_text,
      checksum = @checksum
    WHERE edit_seq = @edit_seq AND field = @field
  `);
  return (update) => {
    const row = select.get(update.editId, update.field);
    if (row === undefined) throw new Error(`No ${update.field} in edit ${update.editId}`);
    write.run(changeToRow(updated(changeFromRow(row), update)));
  };
}

const updated = (change: FieldChange, update: ChangeUpdate): FieldChange => ({
  ...change,
  status: update.status ?? change.status,
  base: update.base === undefined ? change.base : update.base,
  mine: update.mine === undefined ? change.mine : update.mine,
  settlement: update.settlement === undefined ? change.settlement : update.settlement,
  server: update.server === undefined ? change.server : update.server,
  serverSeenAtMs: update.serverSeenAtMs === undefined ? change.serverSeenAtMs : update.serverSeenAtMs,
});

/** Ids of all edits of a file, settled and discarded ones too, newest first. */
export function fileEdits(db: Database): (of: FileRef, limit: number) => readonly EditId[] {
  const select = db
    .prepare<[string, string, string, number], unknown>(
      /* sql */ `
      SELECT edit.id FROM edited_files AS file JOIN edits AS edit ON edit.edited_file = file.number
      WHERE file.connection_id = ? AND file.network = ? AND file.file_id = ? ORDER BY edit.seq DESC LIMIT ?
    `,
    )
    .pluck();
  return ({ connectionId, network, id }, limit) =>
    select.all(connectionId, network, id, limit).map((row) => editId.parse(row));
}
