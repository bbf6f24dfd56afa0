import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ConnectionId } from '../../../../src/domain/core/ids.ts';
import type { Language } from '../../../../src/domain/core/language.ts';
import { folded } from '../../../../src/domain/core/text.ts';
import { germanTitle } from '../../../../src/domain/edits/german-title.ts';
import { englishTitle } from '../../../../src/domain/edits/set-title.ts';
import { changeSetGroup, changesTab, type ChangesTab, type CountedGroup } from '../../../../src/domain/edits/edit.ts';
import { numberOf, textOf } from '../../sqlite/column-parsers.ts';
import { isOpenSql } from '../migrations/0001-status-counters.ts';

export type SetPage = {
  readonly tab: ChangesTab;
  readonly search: string;
  /** The language that titles are shown in, and found in. */
  readonly language?: Language;
  readonly from: number;
  readonly to: number;
};

const NEEDS_YOU = '(conflicted > 0 OR refused > 0 OR gone > 0)';
const IS_OPEN = isOpenSql();
const IS_SENT = '(settled > 0 AND queued = 0 AND held = 0 AND conflicted = 0 AND refused = 0 AND gone = 0)';

/** The change sets that a tab counts. One change set may be in several tabs, because its files may differ in status. */
const IN_TAB: Readonly<Record<ChangesTab, string>> = {
  open: IS_OPEN,
  needsYou: NEEDS_YOU,
  waiting: 'queued > 0',
  held: 'held > 0',
  sent: IS_SENT,
  discarded: 'discarded > 0',
};

/** A person who sends sees where it went: the last sent sets stay in the open tab. */
const SENT_LAST = 5;
const IS_SENT_LAST = /* sql */ `number IN (
  SELECT number FROM change_sets WHERE connection_id = @connectionId AND ${IS_SENT} ORDER BY number DESC LIMIT ${SENT_LAST})`;

/** Held change sets stay in the list of waiting ones, unticked: a person who unticks one finds it where it was. */
const LISTED: typeof IN_TAB = {
  ...IN_TAB,
  open: `(${IS_OPEN} OR ${IS_SENT_LAST})`,
  waiting: '(queued > 0 OR held > 0)',
};

/** The place of a set's group in the open tab, as `changeSetGroup` orders them. */
const GROUP = `CASE WHEN ${NEEDS_YOU} THEN 0 WHEN queued > 0 THEN 2 WHEN held > 0 THEN 1 ELSE 3 END`;

// In English nothing but the title of an act on an act is shown in other words than it is stored in.
const SHOWN_TITLE = /* sql */ `CASE WHEN @language = 'de' THEN german_title_folded(title)
  WHEN title_folded LIKE '%: %: %' THEN english_title_folded(title) ELSE title_folded END`;

/** A search finds its text in a title as it is shown, a base, a wanted value, a key, or a file id. */
const FOUND = /* sql */ `
  (@search = '' OR instr(${SHOWN_TITLE}, @search) > 0 OR EXISTS (
    SELECT 1 FROM edits AS edit
    JOIN edited_files AS file ON file.number = edit.edited_file
    JOIN edit_changes AS change ON change.edit_seq = edit.seq
    WHERE edit.change_set = change_sets.number
      AND (instr(change.search_text, @search) > 0 OR instr(lower(file.file_id), @search) > 0)))
`;

/** Titles kept as they are shown: each letter of a search asks for all of them again, for rows, count and groups. */
const MOST_TITLES = 10_000;

function foldedTitles(shownIn: (title: string) => string): (title: unknown) => string {
  const known = new Map<string, string>();
  return (of) => {
    const title = textOf(of);
    const before = known.get(title);
    if (before !== undefined) return before;
    if (known.size === MOST_TITLES) known.clear();
    const shown = folded(shownIn(title));
    known.set(title, shown);
    return shown;
  };
}

const groupRow = z.object({ place: z.number(), sets: z.number() });

/** The rows of a tab, in the columns that the caller reads. */
export function changeSetList(db: Database, columns: string) {
  db.function('german_title_folded', { deterministic: true }, foldedTitles(germanTitle));
  db.function('english_title_folded', { deterministic: true }, foldedTitles(englishTitle));
  const prepared = Object.fromEntries(changesTab.options.map((tab) => [tab, tabStatements(db, columns, tab)]));
  const groups = db.prepare<[object], unknown>(/* sql */ `
    SELECT ${GROUP} AS place, count(*) AS sets FROM change_sets
    WHERE connection_id = @connectionId AND ${LISTED.open} AND ${FOUND} GROUP BY place ORDER BY place
  `);
  return (connectionId: ConnectionId, { tab, search, language = 'en', from, to }: SetPage) => {
    const wanted = { connectionId, language, search: folded(search.trim()) };
    const statements = prepared[tab];
    const rows = statements?.page.all({ ...wanted, from, limit: Math.max(0, to - from) }) ?? [];
    // A first page without rows has gone through all of them: each count would read as much again.
    if (rows.length === 0 && from === 0 && to > 0) return { rows, count: 0, groups: [] };
    return {
      rows,
      count: numberOf(statements?.count.get(wanted)),
      groups: tab === 'open' ? groups.all(wanted).flatMap(groupOf) : [],
    };
  };
}

function groupOf(of: unknown): readonly CountedGroup[] {
  const { place, ...counted } = groupRow.parse(of);
  const group = changeSetGroup.options[place];
  return group === undefined ? [] : [{ group, ...counted }];
}

function tabStatements(db: Database, columns: string, tab: ChangesTab) {
  const where = `WHERE connection_id = @connectionId AND ${LISTED[tab]} AND ${FOUND}`;
  const order = tab === 'open' ? `${GROUP}, number DESC` : 'number DESC';
  return {
    page: db.prepare<[object], unknown>(
      `SELECT ${columns} FROM change_sets ${where} ORDER BY ${order} LIMIT @limit OFFSET @from`,
    ),
    count: db.prepare<[object], unknown>(`SELECT count(*) FROM change_sets ${where}`).pluck(),
  };
}

const tabCounts = z.record(changesTab, z.number());

/** The number of change sets in each tab; the open tab counts the unfinished ones. */
export function tabCounter(db: Database) {
  const columns = changesTab.options.map((tab) => `count(*) FILTER (WHERE ${IN_TAB[tab]}) AS ${tab}`).join(', ');
  const select = db.prepare<[string], unknown>(`SELECT ${columns} FROM change_sets WHERE connection_id = ?`);
  return (connectionId: ConnectionId): Readonly<Record<ChangesTab, number>> =>
    tabCounts.parse(select.get(connectionId));
}
