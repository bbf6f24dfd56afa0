import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import { type FileRetry, lastFailure } from '../../../src/domain/service/remote-failure.ts';
import { fileKeyColumns, jsonColumn, numberOf, VALUE } from '../sqlite/column-parsers.ts';
import type { OutboxTable, RetryState } from './outbox.ts';
import { isOpenSql } from './migrations/0001-status-counters.ts';

const retryRow = z
  .object({ not_before_ms: z.number(), failures: z.number(), last_failure_json: jsonColumn(lastFailure).nullable() })
  .transform(({ last_failure_json: last, ...row }): RetryState => ({
    ...{ notBeforeMs: row.not_before_ms, failures: row.failures },
    ...(last === null ? {} : { lastFailure: last }),
  }));

const NO_BACKOFF: RetryState = { notBeforeMs: 0, failures: 0 };

// A queued change behind a conflict of the same field waits with it; the file is sendable only for another field's sake.
const SENDABLE = /* sql */ `
  file.queued > 0 AND file.refused = 0 AND file.gone = 0 AND (file.conflicted = 0 OR EXISTS (
    SELECT 1 FROM edit_changes AS waiting
    WHERE waiting.edited_file = file.number AND waiting.status = 'queued'
      AND waiting.status NOT IN ('settled', 'discarded')
      AND waiting.field NOT IN (
        SELECT blocking.field FROM edit_changes AS blocking
        WHERE blocking.edited_file = file.number AND blocking.status = 'conflicted'
          AND blocking.status NOT IN ('settled', 'discarded'))))
`;

/** Files that are due for a send: a queued change, nothing refused or gone, no backoff. */
export function dueFilesPart(db: Database): Pick<OutboxTable, 'sendableFiles' | 'filesWithOpenChanges'> {
  const selectSendable = db.prepare<[string, string, string, number, number], unknown>(/* sql */ `
    SELECT file.network, file.file_id FROM edited_files AS file
    LEFT JOIN gates AS gate USING (connection_id, network, file_id)
    WHERE file.connection_id = ${VALUE} AND file.origin = ${VALUE} AND file.account = ${VALUE} AND ${SENDABLE}
      AND coalesce(gate.not_before_ms, 0) <= ?
    ORDER BY file.first_queued_seq LIMIT ?
  `);
  const selectWithOpen = db.prepare<[string], unknown>(/* sql */ `
    SELECT DISTINCT network, file_id FROM edited_files
    WHERE connection_id = ? AND ${isOpenSql()}
    ORDER BY network, file_id
  `);
  // A cross join keeps its order (https://sqlite.org/optoverview.html#crossjoin): the wanted files alone are looked at.
  const selectAmong = db.prepare<[string, string], unknown>(/* sql */ `
    SELECT DISTINCT file.network, file.file_id FROM json_each(${VALUE}) AS wanted CROSS JOIN edited_files AS file
    WHERE file.connection_id = ${VALUE}
      AND file.network = wanted.value ->> '$.network' AND file.file_id = wanted.value ->> '$.id' AND ${isOpenSql('file.')}
    ORDER BY file.network, file.file_id
  `);
  return {
    sendableFiles: (connectionId, { origin, account }, nowMs, limit) =>
      selectSendable.all(connectionId, origin, account, nowMs, limit).map((row) => fileKeyColumns.parse(row)),
    filesWithOpenChanges: (connectionId, among) => {
      const rows =
        among === undefined
          ? selectWithOpen.all(connectionId)
          : selectAmong.all(JSON.stringify(among.map(({ network, id }) => ({ network, id }))), connectionId);
      return rows.map((row) => fileKeyColumns.parse(row));
    },
  };
}

type RetryStates = Pick<OutboxTable, 'nextRetryMs' | 'retryState' | 'setRetryState' | 'resetBackoff'>;

/** How often each file failed, and until when it waits for that. */
export function retryStatesPart(db: Database): RetryStates {
  const selectNext = db
    .prepare<[string, number, string, string], unknown>(
      /* sql */ `
      SELECT gate.not_before_ms FROM gates AS gate
      JOIN edited_files AS file USING (connection_id, network, file_id)
      WHERE gate.connection_id = ${VALUE} AND gate.not_before_ms > ${VALUE}
        AND file.origin = ${VALUE} AND file.account = ${VALUE} AND ${SENDABLE}
      ORDER BY gate.not_before_ms LIMIT 1
    `,
    )
    .pluck();
  const select = db.prepare<[string, string, string], unknown>(
    'SELECT not_before_ms, failures, last_failure_json FROM gates WHERE connection_id = ? AND network = ? AND file_id = ?',
  );
  const put = db.prepare(/* sql */ `
    INSERT INTO gates (connection_id, network, file_id, not_before_ms, failures, last_failure_json)
    VALUES (@connectionId, @network, @id, @notBeforeMs, @failures, @lastFailure)
    ON CONFLICT (connection_id, network, file_id) DO UPDATE SET
      not_before_ms = excluded.not_before_ms, failures = excluded.failures,
      last_failure_json = excluded.last_failure_json
  `);
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM gates WHERE connection_id = ? AND network = ? AND file_id = ?',
  );
  const reset = db.prepare<[string]>('UPDATE gates SET not_before_ms = 0 WHERE connection_id = ?');

  return {
    nextRetryMs: (connectionId, { origin, account }, nowMs) => {
      const atMs = selectNext.get(connectionId, nowMs, origin, account);
      return atMs === undefined ? null : numberOf(atMs);
    },
    retryState: ({ connectionId, network, id }) => {
      const row = select.get(connectionId, network, id);
      return row === undefined ? NO_BACKOFF : retryRow.parse(row);
    },
    setRetryState: ({ connectionId, network, id }, state) => {
      if (state === null) remove.run(connectionId, network, id);
      else put.run({ connectionId, network, id, ...whole(state) });
    },
    resetBackoff: (connectionId) => void reset.run(connectionId),
  };
}

/** Stored times that lie ahead because the clock of this computer was set back: each table holds few such rows, or none. */
export function capTimesPart(db: Database): Pick<OutboxTable, 'capTimes'> {
  const waits = db.prepare<[number, number]>('UPDATE gates SET not_before_ms = ? WHERE not_before_ms > ?');
  const checks = db.prepare<[number, number]>('UPDATE late_checks SET due_at_ms = ? WHERE due_at_ms > ?');
  const starts = db.prepare<[number, number]>(
    'UPDATE attempts SET started_at_ms = ? WHERE is_resolved = 0 AND started_at_ms > ?',
  );
  return {
    capTimes: (nowMs, latestWaitMs, latestCheckMs) => {
      waits.run(latestWaitMs, latestWaitMs);
      checks.run(latestCheckMs, latestCheckMs);
      starts.run(nowMs, nowMs);
    },
  };
}

/** Backoff times are random fractions; the column takes whole milliseconds. */
const whole = ({ notBeforeMs, failures, lastFailure: last }: RetryState) => ({
  notBeforeMs: Math.ceil(notBeforeMs),
  failures,
  lastFailure: last === undefined ? null : JSON.stringify(last),
});

/** The wait of the file that is tried next among those that failed; null when none did. */
export function nextRetry(db: Database): (connectionId: ConnectionId, of: AccountRef) => FileRetry | null {
  // A cross join keeps its order (https://sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join): few fail.
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT gate.not_before_ms, gate.failures, gate.last_failure_json FROM gates AS gate
    CROSS JOIN edited_files AS file USING (connection_id, network, file_id)
    WHERE gate.connection_id = ${VALUE} AND gate.last_failure_json IS NOT NULL
      AND file.origin = ${VALUE} AND file.account = ${VALUE} AND ${SENDABLE}
    ORDER BY gate.not_before_ms LIMIT 1
  `);
  return (connectionId, { origin, account }) => {
    const row = select.get(connectionId, origin, account);
    return row === undefined ? null : fileRetryOf(retryRow.parse(row));
  };
}

/** @returns null for a file that did not fail */
export const fileRetryOf = ({ failures, notBeforeMs, lastFailure: last }: RetryState): FileRetry | null =>
  last === undefined ? null : { failures, retryAtMs: notBeforeMs, lastFailure: last };
