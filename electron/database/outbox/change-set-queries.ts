import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ChangeSetId, type ConnectionId, changeSetId } from '../../../src/domain/core/ids.ts';
import { folded } from '../../../src/domain/core/text.ts';
import { openConflicts } from './conflict-queries.ts';
import { recoverPendingEdits, type Pending } from './recover-pending-edits.ts';
import { numberOf } from '../sqlite/column-parsers.ts';
import {
  changesTab,
  type ChangeSetRow,
  type ChangesTab,
  type FileStateCounts,
  type OpenConflict,
} from '../../../src/domain/edits/edit.ts';
import { nextRetry } from './due-files.ts';
import { waitingEdit } from './waiting-edit.ts';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';

export type SetPage = { readonly tab: ChangesTab; readonly search: string; readonly from: number; readonly to: number };

/** The change sets that a tab counts. One change set may be in several tabs, because its files may differ in status. */
const IN_TAB: Readonly<Record<ChangesTab, string>> = {
  needsYou: '(conflicted > 0 OR refused > 0 OR gone > 0)',
  waiting: 'queued > 0',
  held: 'held > 0',
  sent: '(settled > 0 AND queued = 0 AND held = 0 AND conflicted = 0 AND refused = 0 AND gone = 0)',
  discarded: 'discarded > 0',
};

/** Held change sets stay in the list of waiting ones, unticked: a person who unticks one finds it where it was. */
const LISTED: typeof IN_TAB = { ...IN_TAB, waiting: '(queued > 0 OR held > 0)' };

/** A search finds its text in a title, a base, a wanted value, a key, or a file id. */
const FOUND = /* sql */ `
  (@search = '' OR instr(title_folded, @search) > 0 OR EXISTS (
    SELECT 1 FROM edits AS edit
    JOIN edited_files AS file ON file.number = edit.edited_file
    JOIN edit_changes AS change ON change.edit_seq = edit.seq
    WHERE edit.change_set = change_sets.number
      AND (instr(change.search_text, @search) > 0 OR instr(lower(file.file_id), @search) > 0)))
`;

const COLUMNS = `id, title, created_at_ms, files, queued, held, conflicted, refused, gone, settled, discarded,
  origin, account`;

const setRow = z.object({
  id: changeSetId,
  title: z.string(),
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
  const tabs = setsByTab(db);
  const countTabs = tabCounter(db);
  const countFiles = fileStateCounter(db);
  const conflicts = openConflicts(db);

  return {
    tabCounts: (connectionId: ConnectionId): Readonly<Record<ChangesTab | 'open', number>> => countTabs(connectionId),
    fileCounts: (connectionId: ConnectionId, accountRef: AccountRef): FileStateCounts =>
      countFiles(connectionId, accountRef),
    nextRetry: nextRetry(db),
    /** Newest first. */
    listSets: (
      connectionId: ConnectionId,
      accountRef: AccountRef,
      { tab, search, from, to }: SetPage,
    ): { readonly rows: readonly ChangeSetRow[]; readonly count: number } => {
      const wanted = { connectionId, search: folded(search.trim()) };
      const rows = tabs[tab].page.all({ ...wanted, from, limit: Math.max(0, to - from) });
      return { rows: rows.map((row) => fromRow(row, accountRef)), count: numberOf(tabs[tab].count.get(wanted)) };
    },
    set: (id: ChangeSetId, accountRef: AccountRef): ChangeSetRow | null => {
      const row = selectSet.get(id);
      return row === undefined ? null : fromRow(row, accountRef);
    },
    waitingEdit: waitingEdit(db),
    conflicts: (connectionId: ConnectionId, changeSet: ChangeSetId | null): readonly OpenConflict[] =>
      conflicts(connectionId, changeSet),
    /** All edits with an open change, for a person to keep elsewhere. */
    pending: (): Pending => recoverPendingEdits(db),
  };
}

function fromRow(of: unknown, accountRef: AccountRef): ChangeSetRow {
  const { created_at_ms, origin, account, ...row } = setRow.parse(of);
  const isOpen = row.queued + row.held + row.conflicted + row.refused + row.gone > 0;
  const isElsewhere = origin !== accountRef.origin || account !== accountRef.account;
  return { ...row, createdAtMs: created_at_ms, parked: isOpen && isElsewhere };
}

function setsByTab(db: Database) {
  const prepare = (tab: ChangesTab) => ({
    page: db.prepare<[object], unknown>(/* sql */ `
      SELECT ${COLUMNS} FROM change_sets WHERE connection_id = @connectionId AND ${LISTED[tab]} AND ${FOUND}
      ORDER BY number DESC LIMIT @limit OFFSET @from
    `),
    count: db
      .prepare<[object], unknown>(
        `SELECT count(*) FROM change_sets WHERE connection_id = @connectionId AND ${LISTED[tab]} AND ${FOUND}`,
      )
      .pluck(),
  });
  return {
    needsYou: prepare('needsYou'),
    waiting: prepare('waiting'),
    held: prepare('held'),
    sent: prepare('sent'),
    discarded: prepare('discarded'),
  };
}

const tabCounts = z.object({
  needsYou: z.number(),
  waiting: z.number(),
  held: z.number(),
  sent: z.number(),
  discarded: z.number(),
  open: z.number(),
});

const IS_OPEN = '(queued > 0 OR held > 0 OR conflicted > 0 OR refused > 0 OR gone > 0)';

function tabCounter(db: Database) {
  const counted = [...changesTab.options.map((tab) => [tab, IN_TAB[tab]] as const), ['open', IS_OPEN] as const];
  const columns = counted.map(([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${name}`).join(', ');
  const select = db.prepare<[string], unknown>(`SELECT ${columns} FROM change_sets WHERE connection_id = ?`);
  return (connectionId: ConnectionId) => tabCounts.parse(select.get(connectionId));
}

const stateCount = z.object({
  state: z.enum(['waiting', 'needsYou', 'refused', 'held', 'gone']),
  is_ours: z.number(),
  count: z.number(),
});

function fileStateCounter(db: Database) {
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT state, origin = ? AND account = ? AS is_ours, count(*) AS count FROM edited_files
    WHERE connection_id = ? AND (queued > 0 OR held > 0 OR conflicted > 0 OR refused > 0 OR gone > 0)
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
