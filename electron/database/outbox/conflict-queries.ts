import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { FieldChange, OpenConflict } from '../../../src/domain/edits/edit.ts';
import { fileId, network, type ChangeSetId, type ConnectionId, type FileKey } from '../../../src/domain/core/ids.ts';
import { CHANGE_COLUMNS, changeFromRow } from './edit-rows.ts';

const fileRow = z.object({ network, file_id: fileId, edited_file: z.number() });

const conflictedRow = z.object({ number: z.number(), conflicted: z.number() });

/** Conflicts after which a slice ends with their file: some milliseconds of reading. */
const SLICE_CONFLICTS = 100;

type Conflicts = readonly { readonly firstSeq: number; readonly conflict: OpenConflict }[];

/** @param files the tables that the files come from */
function conflictsAmong(db: Database, files: string): (asked: object) => Conflicts {
  // The plus keeps SQLite from the index of the set, which has all of its edits for each conflict.
  const select = db.prepare<[object], unknown>(/* sql */ `
    SELECT edit.id AS edit_id, file.network, file.file_id, change.edited_file, ${CHANGE_COLUMNS}
    FROM ${files}
    JOIN edit_changes AS change ON change.edited_file = file.number
    JOIN edits AS edit ON edit.seq = change.edit_seq
    WHERE file.connection_id = @connectionId AND file.conflicted > 0
      AND change.status = 'conflicted' AND change.status NOT IN ('settled', 'discarded')
      AND (@changeSet IS NULL OR EXISTS (
        SELECT 1 FROM change_sets AS wanted
        JOIN edits AS own ON +own.change_set = wanted.number AND own.edited_file = file.number
        JOIN edit_changes AS same ON same.edit_seq = own.seq
        WHERE wanted.id = @changeSet AND same.field = change.field AND same.status = 'conflicted'))
    ORDER BY change.edit_seq, change.position
  `);
  return (asked) => {
    const rows = select.all(asked).map((row) => {
      const { network, file_id, edited_file } = fileRow.parse(row);
      return { key: { network, id: file_id }, file: edited_file, change: changeFromRow(row) };
    });
    const byField = Map.groupBy(rows, ({ file, change }) => `${file} ${change.field}`);
    return [...byField.values()].flatMap((group) => conflictOf(group));
  };
}

/**
 * Reads the open conflicts of a connection, or of one change set.
 *
 * @returns in the order of their first edits. A conflict of one change set has the edits of other change sets too
 */
export function openConflicts(
  db: Database,
): (connectionId: ConnectionId, changeSet: ChangeSetId | null) => readonly OpenConflict[] {
  const conflicts = conflictsAmong(db, 'edited_files AS file');
  return (connectionId, changeSet) => conflicts({ connectionId, changeSet }).map(({ conflict }) => conflict);
}

/**
 * Reads the same in slices, and does `work` on each conflict; yields after each slice. What is decided meanwhile may be left
 * out, or be among them still: the change is announced.
 */
export function openConflictsInSlices(db: Database) {
  const selectFiles = db.prepare<[string], unknown>(
    'SELECT number, conflicted FROM edited_files WHERE connection_id = ? AND conflicted > 0',
  );
  // A cross join keeps its order (https://sqlite.org/optoverview.html#crossjoin): the wanted files alone are looked at.
  const wanted = 'json_each(@files) AS wanted CROSS JOIN edited_files AS file ON file.number = wanted.value';
  const conflicts = conflictsAmong(db, wanted);
  return async <T>(
    connectionId: ConnectionId,
    changeSet: ChangeSetId | null,
    work: (conflict: OpenConflict) => T,
    yieldToEventLoop: () => Promise<void>,
  ): Promise<readonly T[]> => {
    const done: { readonly firstSeq: number; readonly result: T }[] = [];
    for (const files of slicesOfFiles(selectFiles.all(connectionId))) {
      for (const { firstSeq, conflict } of conflicts({ connectionId, changeSet, files: JSON.stringify(files) }))
        done.push({ firstSeq, result: work(conflict) });
      await yieldToEventLoop();
    }
    return done.sort((a, b) => a.firstSeq - b.firstSeq).map(({ result }) => result);
  };
}

/** Numbers of files, in slices of about as many conflicts. */
function slicesOfFiles(rows: readonly unknown[]): readonly (readonly number[])[] {
  const slices: number[][] = [];
  let conflicts = SLICE_CONFLICTS;
  for (const row of rows) {
    const { number, conflicted } = conflictedRow.parse(row);
    if (conflicts >= SLICE_CONFLICTS) {
      slices.push([]);
      conflicts = 0;
    }
    slices.at(-1)?.push(number);
    conflicts += conflicted;
  }
  return slices;
}

export type ConflictsInSlices = ReturnType<typeof openConflictsInSlices>;

function conflictOf(group: readonly { readonly key: FileKey; readonly change: FieldChange }[]): Conflicts {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const { server, serverSeenAtMs, mine, field } = last.change;
  const editIds = group.map((one) => one.change.editId);
  const conflict = { key: first.key, field, base: first.change.base, mine, server, serverSeenAtMs, editIds };
  return [{ firstSeq: first.change.seq, conflict }];
}
