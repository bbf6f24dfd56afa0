import SQLite, { type Database } from 'better-sqlite3';
import { ZodError } from 'zod';
import { errorMessage } from '../../../src/domain/core/thrown.ts';
import { type FileEdit, isOpen } from '../../../src/domain/edits/edit.ts';
import { numberOf, numbersOf } from '../sqlite/column-parsers.ts';
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
/** Sequence numbers that are looked through at once for edits that wait: most may be over. */
const SLICE_SEQS = 2_000;

/** Characters of the longest text that goes to a window at once: V8 has none beyond some 536 million. */
export const LONGEST_PENDING_TEXT = 400_000_000;

/**
 * The waiting edits as `recoverPendingEdits` tells them, as JSON. In the order of the queue, each as it is when its slice is
 * read; those that are made meanwhile come too, at the end. A slice is made into text at once: the rest of the program waits
 * for each slice, and would wait for the whole text.
 *
 * @returns null for a text of more than `most` characters
 */
export async function pendingEditsAsJson(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
  most = LONGEST_PENDING_TEXT,
): Promise<string | null> {
  const read = recovered(db);
  const slices: string[] = [];
  const lost: Omit<Pending, 'edits' | 'notes'>[] = [];
  let left = most;
  for await (const seqs of openSeqsBySlice(db, yieldToEventLoop)) {
    const { edits, ...rest } = read(seqs);
    const text = listed(edits);
    if (edits.length > 0) slices.push(text);
    left -= text.length;
    if (left < 0) return null;
    lost.push(rest);
  }
  const unreadable = lost.flatMap((one) => one.unreadable);
  const altered = lost.flatMap((one) => one.altered);
  // Put together once: a text that is made of others is so once more when it leaves the thread.
  return textOfAll(inParts(slices, { unreadable, altered, notes: readableNotes(db) }), most);
}

/** Waiting edits as JSON, as `JSON.stringify` with an indent of two has them, in parts of some kilobytes. */
export function pendingInParts({ edits, unreadable, altered, notes }: Pending): Iterable<string> {
  const slices = function* (): Generator<string> {
    for (let from = 0; from < edits.length; from += SLICE_EDITS) yield listed(edits.slice(from, from + SLICE_EDITS));
  };
  return inParts(slices(), { unreadable, altered, notes });
}

function* inParts(slices: Iterable<string>, rest: Omit<Pending, 'edits'>): Generator<string> {
  let isFirst = true;
  yield '{\n  "edits": [';
  for (const slice of slices) {
    yield isFirst ? '\n' : ',\n';
    yield slice;
    isFirst = false;
  }
  yield isFirst ? '],\n' : '\n  ],\n';
  yield JSON.stringify(rest, null, 2).slice('{\n'.length);
}

/** @returns null for a text of more than `most` characters */
export function textOfAll(parts: Iterable<string>, most = LONGEST_PENDING_TEXT): string | null {
  const kept: string[] = [];
  let left = most;
  for (const part of parts) {
    left -= part.length;
    if (left < 0) return null;
    kept.push(part);
  }
  return kept.join('');
}

/** The edits that wait, a slice at a time; yields after each. */
async function* openSeqsBySlice(
  db: Database,
  yieldToEventLoop: () => Promise<void>,
): AsyncGenerator<readonly number[]> {
  const endOf = (after: number): number => Math.min(after + SLICE_SEQS, lastSeq(db));
  for (let after = 0, through = endOf(0); through > after; after = through, through = endOf(after)) {
    const seqs = openSeqs(db, after, through);
    for (let from = 0; from < seqs.length; from += SLICE_EDITS) {
      yield seqs.slice(from, from + SLICE_EDITS);
      await yieldToEventLoop();
    }
    await yieldToEventLoop();
  }
}

/** As elements of a list that is a member. JSON keeps the ends of lines in texts as `\n`. */
const listed = (edits: readonly FileEdit[]): string =>
  edits.map((edit) => `    ${JSON.stringify(edit, null, 2).replaceAll('\n', '\n    ')}`).join(',\n');

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

/**
 * The sequence numbers of edits that wait, beyond `after` and up to `through`. Where the list cannot be read: every number
 * ever given out whose edit may be there.
 */
function openSeqs(db: Database, after = 0, through = Number.MAX_SAFE_INTEGER): readonly number[] {
  try {
    const select = db.prepare<[number, number], unknown>(/* sql */ `
      SELECT DISTINCT edit_seq FROM edit_changes
      WHERE edit_seq > ? AND edit_seq <= ? AND status NOT IN ('settled', 'discarded') ORDER BY edit_seq
    `);
    return numbersOf(select.pluck().all(after, through));
  } catch (error) {
    if (!isDamage(error)) throw error;
    const last = Math.min(editCountersTable(db).get().lastSeq, through);
    const isEmpty = emptiness(db);
    return Array.from({ length: Math.max(0, last - after) }, (_, at) => after + at + 1).filter((seq) => !isEmpty(seq));
  }
}

/** The greatest sequence number that an edit may have. */
function lastSeq(db: Database): number {
  try {
    return numberOf(db.prepare('SELECT coalesce(max(edit_seq), 0) FROM edit_changes').pluck().get());
  } catch (error) {
    if (!isDamage(error)) throw error;
    return editCountersTable(db).get().lastSeq;
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
