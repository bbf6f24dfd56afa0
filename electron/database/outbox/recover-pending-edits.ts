import SQLite, { type Database } from 'better-sqlite3';
import { ZodError } from 'zod';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { type FileEdit, isOpen } from '../../../src/domain/edits/edit.ts';
import { numbersOf } from '../sqlite/column-parsers.ts';
import { isDamage, openFailure } from '../sqlite/errors.ts';
import { editCountersTable } from './edit-counters.ts';
import { editReader } from './edit-rows.ts';
import { pendingNotes, type PendingNote } from './notes-table.ts';
import { integrity } from './row-checksums.ts';

export type Pending = {
  readonly edits: readonly FileEdit[];
  /** Places in the queue whose rows could not be read, and why. */
  readonly unreadable: readonly { readonly seq: number; readonly detail: string }[];
  /** Places in the queue whose edits can be read and are not as they were written. */
  readonly altered: readonly number[];
  /** What the person wrote about change sets with such an edit. */
  readonly notes: readonly PendingNote[];
};

/** Reads each edit with an open change by itself, in order of their sequence; names those that it cannot read. */
export function recoverPendingEdits(db: Database): Pending {
  return { ...recovered(db)(openSeqs(db)), notes: readableNotes(db) };
}

/** Edits between two pauses: 10 ms. */
const SLICE_EDITS = 50;

/**
 * The waiting edits as `recoverPendingEdits` tells them, as JSON. In the order of the queue, each as it is when its slice is
 * read: an edit that is settled meanwhile may be left out, and one that is added meanwhile comes last. Yields between slices,
 * because 40,000 edits take 9 s.
 */
export async function pendingEditsAsJson(db: Database, yieldToEventLoop: () => Promise<void>): Promise<string> {
  const read = recovered(db);
  const parts: string[] = [];
  const lost: Omit<Pending, 'edits' | 'notes'>[] = [];
  let after = 0;
  for (let seqs = openSeqs(db); seqs.length > 0; seqs = openSeqs(db).filter((seq) => seq > after)) {
    for (let from = 0; from < seqs.length; from += SLICE_EDITS) {
      const { edits, ...rest } = read(seqs.slice(from, from + SLICE_EDITS));
      parts.push(...edits.map(indented));
      lost.push(rest);
      await yieldToEventLoop();
    }
    after = seqs.at(-1) ?? after;
  }
  await yieldToEventLoop();
  const rest = {
    unreadable: lost.flatMap(({ unreadable }) => unreadable),
    altered: lost.flatMap(({ altered }) => altered),
    notes: readableNotes(db),
  };
  const edits = parts.length === 0 ? '[]' : `[\n${parts.join(',\n')}\n  ]`;
  return `{\n  "edits": ${edits},\n${JSON.stringify(rest, null, 2).slice('{\n'.length)}`;
}

/** As an element of a list that is a member. JSON keeps the ends of lines in texts as `\n`. */
const indented = (edit: FileEdit): string => `    ${JSON.stringify(edit, null, 2).replaceAll('\n', '\n    ')}`;

type Recovered = { edits: FileEdit[]; unreadable: { seq: number; detail: string }[]; altered: number[] };

function recovered(db: Database): (seqs: readonly number[]) => Recovered {
  const read = editReader(db);
  const isIntact = integrity(db);
  return (seqs) => {
    const found: Recovered = { edits: [], unreadable: [], altered: [] };
    for (const seq of seqs) {
      try {
        found.edits.push(...read.bySeqs([seq]).filter(({ changes }) => changes.some(isOpen)));
        if (!isIntact(seq)) found.altered.push(seq);
      } catch (error) {
        if (!isDamage(error) && !(error instanceof ZodError) && !(error instanceof SyntaxError)) throw error;
        found.unreadable.push({ seq, detail: errorMessage(error) });
      }
    }
    return found;
  };
}

/** Notes are no reason to lose edits: a file of an earlier build has none, and those of a damaged file may be lost. */
function readableNotes(db: Database): readonly PendingNote[] {
  try {
    const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'change_set_notes'").get();
    return has === undefined ? [] : pendingNotes(db);
  } catch (error) {
    if (!isDamage(error) && !(error instanceof ZodError)) throw error;
    return [];
  }
}

/** Where the list cannot be read: every sequence number ever given out whose edit may be there. */
function openSeqs(db: Database): readonly number[] {
  try {
    const select = db.prepare(/* sql */ `
      SELECT DISTINCT edit_seq FROM edit_changes WHERE status NOT IN ('settled', 'discarded') ORDER BY edit_seq
    `);
    return numbersOf(select.pluck().all());
  } catch (error) {
    if (!isDamage(error)) throw error;
    const { lastSeq } = editCountersTable(db).get();
    const isEmpty = emptiness(db);
    return Array.from({ length: lastSeq }, (_, before) => before + 1).filter((seq) => !isEmpty(seq));
  }
}

function emptiness(db: Database): (seq: number) => boolean {
  const select = db.prepare<[number]>('SELECT 1 FROM edits WHERE seq = ?');
  return (seq) => {
    try {
      return select.get(seq) === undefined;
    } catch (error) {
      if (!isDamage(error)) throw error;
      return false;
    }
  };
}

/**
 * Reads the waiting edits of a damaged outbox, without writing to it.
 *
 * @returns a message when nothing can be read
 */
export function recoverReadable(path: string): Pending | string {
  let db: SQLite.Database | null = null;
  try {
    db = new SQLite(path, { readonly: true, fileMustExist: true });
    return recoverPendingEdits(db);
  } catch (error) {
    if (openFailure(error, path) === null && !(error instanceof SQLite.SqliteError)) throw error;
    return errorMessage(error);
  } finally {
    db?.close();
  }
}
