import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { IN_FLIGHT_WINDOW_MS, VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import { field } from '../../../src/domain/files/field.ts';
import { connectionId, editId, fileId, network } from '../../../src/domain/core/ids.ts';
import type { NewAttempt, OutboxTable, StoredAttempt } from './outbox.ts';
import { flagColumn, jsonColumn, VALUE } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

const COLUMNS = `attempt.id, attempt.connection_id, attempt.network, attempt.file_id, attempt.origin, attempt.account,
  attempt.edit_ids_json, attempt.writes_json, attempt.body, attempt.read_raw, attempt.request_seq,
  attempt.started_at_ms, attempt.ended_at_ms, attempt.outcome, attempt.is_resolved, attempt.request_id,
  attempt.was_not_applied, attempt.answered_raw IS NOT NULL AS was_answered, attempt.last_edit_seq`;

const text = z.string().nullable();
const write = z.object({ field, value: text, overruled: z.object({ base: text, server: text }).optional() });

const attemptRow = z.object({
  id: z.string(),
  connection_id: connectionId,
  network,
  file_id: fileId,
  origin: z.string(),
  account: z.string(),
  edit_ids_json: jsonColumn(z.array(editId)),
  writes_json: jsonColumn(z.array(write)),
  body: z.string(),
  read_raw: z.string().nullable(),
  request_seq: z.number(),
  started_at_ms: z.number(),
  ended_at_ms: z.number().nullable(),
  outcome: z.string().nullable(),
  is_resolved: flagColumn,
  request_id: z.string().nullable(),
  was_not_applied: flagColumn,
  was_answered: flagColumn,
  last_edit_seq: z.number(),
});

type Attempts = Pick<OutboxTable, 'beginAttempt' | 'endAttempt' | 'resolveAttempts' | 'endAbandonedAttempts'>;

/** Attempts to send: written before the first byte goes out, and again when the answer came. */
export function attemptsPart(db: Database): Attempts {
  const { atomically } = transactions(db);
  const insert = attemptInserter(db);
  // A request that took longer than any may was cut off by the sleep of the computer, and what is left of it goes out now.
  const end = db.prepare(/* sql */ `
    UPDATE attempts SET ended_at_ms = @endedAtMs, outcome = @outcome, is_resolved = @resolved,
      started_at_ms = iif(@resolved = 0 AND @endedAtMs - started_at_ms > ${IN_FLIGHT_WINDOW_MS}, @endedAtMs, started_at_ms),
      request_id = @requestId, answered_raw = @answeredRaw, was_not_applied = @resolved AND @answeredRaw IS NULL
    WHERE id = @attemptId
  `);
  const resolve = db.prepare<[string, string, string]>(/* sql */ `
    UPDATE attempts SET is_resolved = 1
    WHERE connection_id = ${VALUE} AND network = ${VALUE} AND file_id = ${VALUE} AND is_resolved = 0
  `);
  const endAbandoned = db.prepare<[number, string]>(
    'UPDATE attempts SET ended_at_ms = ?, outcome = ?, is_resolved = 0 WHERE ended_at_ms IS NULL',
  );
  // An update that a crash left behind may land after the next start, on top of what the person did meanwhile.
  const checkAbandoned = db.prepare<[number]>(/* sql */ `
    INSERT INTO late_checks (connection_id, network, file_id, origin, account, due_at_ms)
    SELECT connection_id, network, file_id, origin, account, ? FROM attempts WHERE ended_at_ms IS NULL
    ON CONFLICT (connection_id, network, file_id, origin, account) DO UPDATE SET
      due_at_ms = max(due_at_ms, excluded.due_at_ms)
  `);

  return {
    beginAttempt: (attempt) => atomically(() => insert(attempt)),
    endAttempt: (attemptId, { isResolved, ...rest }) => {
      const { changes } = end.run({ attemptId, resolved: isResolved ? 1 : 0, ...rest });
      if (changes !== 1) throw new Error(`No attempt ${attemptId}`);
    },
    resolveAttempts: ({ connectionId, network, id }) => void resolve.run(connectionId, network, id),
    endAbandonedAttempts: (nowMs) =>
      atomically(() => {
        checkAbandoned.run(nowMs + VERIFY_AFTER_MS);
        endAbandoned.run(nowMs, 'The app ended before an answer came.');
      }),
  };
}

type PastAttempts = Pick<OutboxTable, 'unresolvedAttempt' | 'attemptsSince' | 'attemptsOfEdit'>;

/** Attempts as they are read again, the latest first. */
export function pastAttemptsPart(db: Database): PastAttempts {
  const selectUnresolved = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT ${COLUMNS} FROM attempts AS attempt
    WHERE connection_id = ${VALUE} AND network = ${VALUE} AND file_id = ${VALUE} AND is_resolved = 0 ORDER BY number DESC LIMIT 1
  `);
  const selectSince = db.prepare<[string, string, string, number], unknown>(/* sql */ `
    SELECT ${COLUMNS} FROM attempts AS attempt
    WHERE connection_id = ${VALUE} AND network = ${VALUE} AND file_id = ${VALUE} AND started_at_ms >= ${VALUE} ORDER BY number DESC
  `);
  const selectOfEdit = db.prepare<[string], unknown>(/* sql */ `
    SELECT ${COLUMNS} FROM edits AS edit
    JOIN attempt_edits AS link ON link.edit_seq = edit.seq
    JOIN attempts AS attempt ON attempt.number = link.attempt
    WHERE edit.id = ${VALUE} ORDER BY attempt.number DESC
  `);

  return {
    unresolvedAttempt: ({ connectionId, network, id }) => {
      const row = selectUnresolved.get(connectionId, network, id);
      return row === undefined ? null : fromRow(row);
    },
    attemptsSince: ({ connectionId, network, id }, sinceMs) =>
      selectSince.all(connectionId, network, id, sinceMs).map(fromRow),
    attemptsOfEdit: (id) => selectOfEdit.all(id).map(fromRow),
  };
}

function attemptInserter(db: Database): (attempt: NewAttempt) => void {
  const insert = db.prepare(/* sql */ `
    INSERT INTO attempts (id, connection_id, network, file_id, origin, account, edit_ids_json, writes_json, body,
      read_raw, request_seq, started_at_ms, last_edit_seq)
    VALUES (@attemptId, @connectionId, @network, @id, @origin, @account, @editIds, @writes, @body,
      @readRaw, @requestSeq, @startedAtMs, (SELECT last_seq FROM ledger))
  `);
  const link = db.prepare<[number | bigint, string]>(
    'INSERT INTO attempt_edits (edit_seq, attempt) SELECT seq, ? FROM edits WHERE id = ?',
  );
  return ({ accountRef, editIds, writes, ...rest }) => {
    const { lastInsertRowid } = insert.run({
      ...rest,
      ...accountRef,
      editIds: JSON.stringify(editIds),
      writes: JSON.stringify(writes),
    });
    for (const id of editIds) link.run(lastInsertRowid, id);
  };
}

function fromRow(of: unknown): StoredAttempt {
  const row = attemptRow.parse(of);
  return {
    attemptId: row.id,
    connectionId: row.connection_id,
    network: row.network,
    id: row.file_id,
    accountRef: { origin: row.origin, account: row.account },
    editIds: row.edit_ids_json,
    writes: row.writes_json,
    body: row.body,
    readRaw: row.read_raw,
    requestSeq: row.request_seq,
    startedAtMs: row.started_at_ms,
    lastEditSeq: row.last_edit_seq,
    endedAtMs: row.ended_at_ms,
    outcome: row.outcome,
    isResolved: row.is_resolved,
    wasNotApplied: row.was_not_applied,
    wasAnswered: row.was_answered,
    requestId: row.request_id,
  };
}
