import { DAY_MS } from '../../domain/core/durations.ts';
import { bytes, count, date, monthName, percent } from '../../components/format.ts';
import { dayBeginsMs } from '../../domain/core/text.ts';
import { noFilters } from '../../domain/files/file-filter.ts';
import type { KeyRunOuts } from '../../domain/keys/key-run-outs.ts';
import type { Amount, LibraryContents } from '../../domain/library/contents.ts';
import { daysOf, laterMonth } from '../../domain/library/months.ts';
import type { ArrivedEdits, LibraryNews } from '../../domain/library/news.ts';
import { allFiles, type FilesTarget, type RouteTarget } from '../../state/app/route.ts';
import { libraryMessages, typeName } from './library-messages.ts';

/** A cell of a table: words of ours, or text of the service; with a target it is a way there. */
export type Cell = {
  readonly text: string;
  readonly isForeign?: boolean;
  readonly target?: RouteTarget;
};
/** The first cell of a row names it. All other columns hold numbers, unless `isText`. */
export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly isText?: boolean;
};

const filesWith = (by: Partial<FilesTarget>): FilesTarget => ({ ...allFiles, ...noFilters, ...by });

export const ofType = (type: string): FilesTarget => filesWith({ type });
export const ofGroup = (group: string): FilesTarget => filesWith({ group });
export const ofMonth = (month: string): FilesTarget => filesWith({ created: daysOf(month) });
/** A mark is a target of 24 px at least (WCAG 2.5.8): what has no room stands in the table. */
const MARK_PX = 24;

/** The latest months that have room. */
export const shownMonths = ({ months }: LibraryContents, widthPx: number): LibraryContents['months']['rows'] =>
  months.rows.slice(-Math.max(1, Math.floor(widthPx / MARK_PX)));

export const beforeMonth = (month: string): FilesTarget =>
  filesWith({ created: { from: null, to: daysOf(laterMonth(month, -1)).to } });
export const sinceDay = (day: string): FilesTarget => filesWith({ created: { from: day, to: null } });
export const withKey = (key: string): FilesTarget => filesWith({ metadata: [{ op: 'has', key }] });
export const withoutKey = (key: string): FilesTarget => filesWith({ metadata: [{ op: 'lacks', key }] });

const amountCells = ({ files, sizeBytes }: Amount): readonly Cell[] => [
  { text: count(files) },
  { text: bytes(sizeBytes) },
];

/** Rows that sum up the rest; those without files are left out. */
const rest = (...rows: readonly (readonly [Cell, Amount])[]): readonly (readonly Cell[])[] =>
  rows.filter(([, { files }]) => files > 0).map(([cell, amount]) => [cell, ...amountCells(amount)]);

export const typesTable = ({ types }: LibraryContents): Table => ({
  columns: [libraryMessages.types.column, libraryMessages.files, libraryMessages.bytes],
  rows: [
    ...types.rows.map((row) => [typeCell(row.type), ...amountCells(row)]),
    ...rest(
      [{ text: libraryMessages.others }, types.others],
      [{ text: libraryMessages.types.none, target: ofType('') }, types.none],
    ),
  ],
});

function typeCell(type: string): Cell {
  const name = typeName(type);
  return { text: name ?? type, isForeign: name === null, target: ofType(type) };
}

export function monthsTable({ months }: LibraryContents): Table {
  const [oldest] = months.rows;
  const messages = libraryMessages.months;
  const earlier: Cell =
    oldest === undefined
      ? { text: libraryMessages.others }
      : { text: messages.earlier(oldest.month), target: beforeMonth(oldest.month) };
  return {
    columns: [messages.column, libraryMessages.files, libraryMessages.bytes],
    rows: [
      ...months.rows
        .map((row) => [{ text: monthName(row.month), target: ofMonth(row.month) }, ...amountCells(row)])
        .toReversed(),
      ...rest(
        [earlier, months.earlier],
        [{ text: messages.odd }, months.others],
        [{ text: messages.none }, months.none],
      ),
    ],
  };
}

/** @param groupName what stands for a group */
export function groupsTable({ groups }: LibraryContents, groupName: (group: string) => string): Table {
  const { column, filled, more, none } = libraryMessages.groups;
  const empty: Cell = { text: '' };
  return {
    columns: [column, libraryMessages.files, libraryMessages.bytes, filled],
    rows: [
      ...groups.rows.map((row) => [
        { text: groupName(row.group), isForeign: true, target: ofGroup(row.group) },
        ...amountCells(row),
        { text: row.filled === null ? '' : percent(row.filled) },
      ]),
      ...rest(
        [{ text: more(groups.otherGroups) }, groups.others],
        [{ text: none, target: ofGroup('') }, groups.none],
      ).map((row) => [...row, empty]),
    ],
  };
}

export function keysTable({ keys, all }: LibraryContents): Table {
  const messages = libraryMessages.keys;
  const more =
    keys.otherKeys === 0 ? [] : [[{ text: messages.more(keys.otherKeys) }, ...Array<Cell>(3).fill({ text: '' })]];
  return {
    columns: [messages.column, libraryMessages.files, messages.share, messages.withoutColumn],
    rows: [
      ...keys.rows.map((row): readonly Cell[] => [
        { text: row.key, isForeign: true, target: withKey(row.key) },
        { text: count(row.files) },
        { text: percent(all.files === 0 ? 0 : row.files / all.files) },
        { text: count(Math.max(0, all.files - row.files)), target: withoutKey(row.key) },
      ]),
      ...more,
    ],
  };
}

export const endMessage = ({ aboutMs, fromMs, toMs }: KeyRunOuts['ending'][number], nowMs: number): string => {
  // A forecast stands still while nobody can look.
  if (aboutMs <= nowMs) return libraryMessages.runOuts.anyTime;
  const days = toMs === null ? null : Math.max(1, Math.round((toMs - fromMs) / 2 / DAY_MS));
  return libraryMessages.runOuts.about(date(aboutMs, nowMs), days);
};

/** The end of the key that ends next. */
export const nextEndMessage = (aboutMs: number, nowMs: number): string =>
  aboutMs <= nowMs ? libraryMessages.runOuts.anyTime : libraryMessages.news.keyEnd(date(aboutMs, nowMs));

export const usedUpMessage = ({ atMs }: KeyRunOuts['usedUp'][number], nowMs: number): string =>
  atMs === null ? libraryMessages.runOuts.usedUp : libraryMessages.runOuts.usedUpAt(date(atMs, nowMs));

const oneKey = (id: string): RouteTarget => ({ kind: 'keys', id, condition: null });

export function runOutsTable({ usedUp, ending }: KeyRunOuts, nowMs: number): Table {
  const { column, end, nameless } = libraryMessages.runOuts;
  const cell = ({ id, name }: { readonly id: string; readonly name: string | null }): Cell => ({
    text: name ?? nameless,
    isForeign: name !== null,
    target: oneKey(id),
  });
  return {
    columns: [column, end],
    isText: true,
    rows: [
      ...ending.map((key) => [cell(key), { text: endMessage(key, nowMs) }]),
      ...usedUp.map((key) => [cell(key), { text: usedUpMessage(key, nowMs) }]),
    ],
  };
}

export function editsTable(arrived: ArrivedEdits | null, news: LibraryNews | null, nowMs: number): Table {
  const elsewhere = new Map(news?.elsewhereByDay.map(({ day, count: edits }) => [day, edits]));
  const { day: column, sent, elsewhere: seen } = libraryMessages.edits;
  return {
    columns: [column, sent, seen],
    rows: (arrived?.byDay ?? [])
      .toReversed()
      .map(({ day, count: edits }) => [
        { text: date(dayBeginsMs(day), nowMs) },
        { text: count(edits) },
        { text: count(elsewhere.get(day) ?? 0) },
      ]),
  };
}
