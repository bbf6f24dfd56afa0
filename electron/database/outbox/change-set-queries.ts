import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ChangeSetId, type ConnectionId, changeSetId } from '../../../src/domain/core/ids.ts';
import { changeSetList, type SetPage, tabCounter } from './change-sets/change-set-list.ts';
import { changeSetOutcomes } from './change-sets/change-set-outcomes.ts';
import { openConflicts, openConflictsInSlices } from './conflict-queries.ts';
import { pendingEditsAsJson } from './recover-pending-edits.ts';
import { type ChangeSetRow, type FileStateCounts, type OpenConflict } from '../../../src/domain/edits/edit.ts';
import { nextRetry } from './due-files.ts';
import { waitingEdit } from './waiting-edit.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import { isOpenSql } from './migrations/0001-status-counters.ts';

const COLUMNS = `id, title, created_at_ms, files, queued, held, conflicted, refused, gone, settled, discarded,
  origin, account, (SELECT note FROM change_set_notes WHERE change_set = change_sets.number) AS note`;

const setRow = z.object({
  id: changeSetId,
  title: z.string(),
  note: z.string().nullable(),
  created_at_ms: z.number(),
  files: z.number(),
  queued: z.number(),
  held: z.number(),
  conflicted: z.number(),
  refused: z.number(),
  gone: z.number(),
  settled: z.number(),
  discarded: z.number(),
  origin: z.string(),
  account: z.string(),
});

/** The queries of the Changes screen. */
export function changeQueries(db: Database) {
  const selectSet = db.prepare<[string], unknown>(`SELECT ${COLUMNS} FROM change_sets WHERE id = ?`);
  const list = changeSetList(db, COLUMNS);
  const countFiles = fileStateCounter(db);
  const conflicts = openConflicts(db);

  return {
    tabCounts: tabCounter(db),
    fileCounts: (connectionId: ConnectionId, accountRef: AccountRef): FileStateCounts =>
      countFiles(connectionId, accountRef),
    nextRetry: nextRetry(db),
    /** Newest first; the open tab by its groups. */
    listSets: (connectionId: ConnectionId, accountRef: AccountRef, page: SetPage) => {
      const { rows, ...counted } = list(connectionId, page);
      return { rows: rows.map((row) => fromRow(row, accountRef)), ...counted };
    },
    set: (id: ChangeSetId, accountRef: AccountRef): ChangeSetRow | null => {
      const row = selectSet.get(id);
      return row === undefined ? null : fromRow(row, accountRef);
    },
    outcomes: changeSetOutcomes(db),
    waitingEdit: waitingEdit(db),
    conflicts: (connectionId: ConnectionId, changeSet: ChangeSetId | null): readonly OpenConflict[] =>
      conflicts(connectionId, changeSet),
    conflictsInSlices: openConflictsInSlices(db),
    /** All edits with an open change as JSON, for a person to keep elsewhere. Yields between slices. */
    pendingAsJson: (yieldToEventLoop: () => Promise<void>): Promise<string | null> =>
      pendingEditsAsJson(db, yieldToEventLoop),
  };
}

function fromRow(of: unknown, accountRef: AccountRef): ChangeSetRow {
  const { created_at_ms, origin, account, ...row } = setRow.parse(of);
  const isOpen = row.queued + row.held + row.conflicted + row.refused + row.gone > 0;
  const isElsewhere = origin !== accountRef.origin || account !== accountRef.account;
  return { ...row, createdAtMs: created_at_ms, parked: isOpen && isElsewhere };
}

const stateCount = z.object({
  state: z.enum(['waiting', 'needsYou', 'refused', 'held', 'gone']),
  is_ours: z.number(),
  count: z.number(),
});

function fileStateCounter(db: Database) {
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT state, origin = ? AND account = ? AS is_ours, count(*) AS count FROM edited_files
    WHERE connection_id = ? AND ${isOpenSql()}
    GROUP BY origin, account, state
  `);
  return (connectionId: ConnectionId, { origin, account }: AccountRef): FileStateCounts => {
    const rows = select.all(origin, account, connectionId).map((row) => stateCount.parse(row));
    const sum = (counted: readonly { readonly count: number }[]): number =>
      counted.reduce((total, row) => total + row.count, 0);
    const ours = rows.filter((row) => row.is_ours === 1);
    const having = (state: string): number => sum(ours.filter((row) => row.state === state));
    return {
      waiting: having('waiting'),
      needsYou: having('needsYou'),
      refused: having('refused'),
      held: having('held'),
      gone: having('gone'),
      parked: sum(rows.filter((row) => row.is_ours === 0)),
    };
  };
}
