import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { type ConnectionId, editId, type EditId, type FileRef } from '../../../src/domain/core/ids.ts';
import { field, type Field, type FieldValue } from '../../../src/domain/files/field.ts';
import { jsonColumn, numberOf, numbersOf, textsOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';

/** A value that another one displaced: `mine` by the service's, `server` by mine. */
export type HistoryValue = {
  readonly field: Field;
  readonly value: FieldValue;
  readonly source: 'server' | 'mine';
  readonly atMs: number;
  /** The edit it was part of, or gave way to. */
  readonly editId: EditId | null;
};

const pastRow = z
  .object({
    field,
    value_json: jsonColumn(z.string().nullable()),
    source: z.enum(['server', 'mine']),
    at_ms: z.number(),
    edit_id: editId.nullable(),
  })
  .transform((row): HistoryValue => ({
    field: row.field,
    value: row.value_json,
    source: row.source,
    atMs: row.at_ms,
    editId: row.edit_id,
  }));

/** Displaced values: every value that an edit overwrote or gave up leaves a trace. */
export function historyTable(db: Database) {
  const insert = db.prepare(/* sql */ `
    INSERT INTO field_history (connection_id, network, file_id, field, value_json, source, at_ms, edit_id)
    VALUES (@connectionId, @network, @id, @field, @value_json, @source, @atMs, @editId)
  `);
  const select = db.prepare<[string, string, string], unknown>(/* sql */ `
    SELECT field, value_json, source, at_ms, edit_id FROM field_history
    WHERE connection_id = ? AND network = ? AND file_id = ? AND source <> 'observed' ORDER BY number DESC
  `);
  return {
    put: ({ connectionId, network, id }: FileRef, { value, ...rest }: HistoryValue): void =>
      void insert.run({ connectionId, network, id, value_json: JSON.stringify(value), ...rest }),
    /** Newest first. */
    list: ({ connectionId, network, id }: FileRef): readonly HistoryValue[] =>
      select.all(connectionId, network, id).map((row) => pastRow.parse(row)),
  };
}

type Stacks<Step> = { readonly undo: readonly Step[]; readonly redo: readonly Step[] };

/**
 * The undo history of each connection: steps as JSON whose shape only the caller knows, the newest last.
 *
 * @param read parses the stored stacks, which are empty when there are none yet
 */
export function undoTable<Step extends object>(db: Database, read: (stored: Stacks<unknown>) => Stacks<Step>) {
  const { afterCommit } = transactions(db);
  // A cache, because every edit adds to the history, and every announcement asks for it, while a person waits; only this
  // thread writes it.
  const cache = new Map<ConnectionId, Stacks<Step>>();
  const isKept = db.prepare<[string], unknown>('SELECT 1 FROM undo_steps WHERE connection_id = ? LIMIT 1');
  const steps = undoStepRows(db, read);
  return {
    journal: undoJournal(db),
    get: (id: ConnectionId): Stacks<Step> => {
      const cached = cache.get(id);
      // A connection that is removed takes its rows along.
      if (cached !== undefined && isKept.get(id) !== undefined) return cached;
      cache.delete(id);
      const stacks = steps.read(id);
      // What a transaction has written may be rolled back.
      if (!db.inTransaction) cache.set(id, stacks);
      return stacks;
    },
    set: (id: ConnectionId, stacks: Stacks<Step>): void => {
      cache.delete(id);
      steps.write(id, stacks);
      afterCommit(() => void cache.set(id, stacks));
    },
  };
}

const stepRow = z.object({ number: z.number(), stack: z.enum(['undo', 'redo']), step_json: jsonColumn(z.unknown()) });

/** A row for each step: three bulk edits of 100,000 files are 12 MB, which an edit beside them must not write again. */
function undoStepRows<Step extends object>(db: Database, read: (stored: Stacks<unknown>) => Stacks<Step>) {
  const { atomically } = transactions(db);
  const select = db.prepare<[string], unknown>(
    'SELECT number, stack, step_json FROM undo_steps WHERE connection_id = ? ORDER BY number',
  );
  const writeStack = undoStackWriter<Step>(db);
  return {
    read: (id: ConnectionId): Stacks<Step> => {
      const rows = select.all(id).map((row) => stepRow.parse(row));
      const of = (stack: 'undo' | 'redo') => rows.filter((row) => row.stack === stack);
      const stored = { undo: of('undo'), redo: of('redo') };
      const stacks = read({
        undo: stored.undo.map((row) => row.step_json),
        redo: stored.redo.map((row) => row.step_json),
      });
      for (const stack of ['undo', 'redo'] as const) {
        stacks[stack].forEach((step, at) => writeStack.known(step, stored[stack][at]?.number));
      }
      return stacks;
    },
    write: (id: ConnectionId, stacks: Stacks<Step>): void =>
      atomically(() => {
        writeStack.write(id, 'undo', stacks.undo);
        writeStack.write(id, 'redo', stacks.redo);
      }),
  };
}

function undoStackWriter<Step extends object>(db: Database) {
  const selectNumbers = db
    .prepare<[string, string], unknown>(
      'SELECT number FROM undo_steps WHERE connection_id = ? AND stack = ? ORDER BY number',
    )
    .pluck();
  const selectLast = db.prepare<[], unknown>('SELECT coalesce(max(number), 0) FROM undo_steps').pluck();
  const insert = db.prepare<[number, string, string, string]>(
    'INSERT INTO undo_steps (number, connection_id, stack, step_json) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare<[number]>('DELETE FROM undo_steps WHERE number = ?');
  const numbers = new WeakMap<Step, number>();
  // Never given out twice in a run: the number of a step that was rolled back must not be another step's.
  let last = 0;

  /** The leading steps whose rows are there, in the order of the stack. */
  function leading(steps: readonly Step[], stored: ReadonlySet<number>): readonly number[] {
    const kept: number[] = [];
    for (const step of steps) {
      const number = numbers.get(step) ?? 0;
      if (!stored.has(number) || number <= (kept.at(-1) ?? 0)) break;
      kept.push(number);
    }
    return kept;
  }

  return {
    known: (step: Step, number: number | undefined): void => {
      if (number !== undefined) numbers.set(step, number);
    },
    write: (id: ConnectionId, stack: 'undo' | 'redo', steps: readonly Step[]): void => {
      const stored = numbersOf(selectNumbers.all(id, stack));
      const kept = leading(steps, new Set(stored));
      for (const number of stored) if (!kept.includes(number)) remove.run(number);
      for (const step of steps.slice(kept.length)) {
        last = Math.max(last, numberOf(selectLast.get())) + 1;
        insert.run(last, id, stack, JSON.stringify(step));
        numbers.set(step, last);
      }
    },
  };
}

/** Parts of an undo that is under way, oldest first. */
function undoJournal(db: Database) {
  const selectParts = db
    .prepare<[string], unknown>('SELECT part_json FROM undo_runs WHERE connection_id = ? ORDER BY position')
    .pluck();
  const addPart = db.prepare<{ id: string; part: string }>(/* sql */ `
    INSERT INTO undo_runs (connection_id, position, part_json)
    SELECT @id, coalesce(max(position), 0) + 1, @part FROM undo_runs WHERE connection_id = @id
  `);
  const clear = db.prepare<[string]>('DELETE FROM undo_runs WHERE connection_id = ?');
  return {
    parts: (id: ConnectionId): readonly unknown[] =>
      textsOf(selectParts.all(id)).map((text): unknown => JSON.parse(text)),
    add: (id: ConnectionId, part: unknown): void => void addPart.run({ id, part: JSON.stringify(part) }),
    clear: (id: ConnectionId): void => void clear.run(id),
  };
}
