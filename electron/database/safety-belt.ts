import type { Database } from 'better-sqlite3';
import { ledgerTable } from './ledger.ts';
import { markPath, writeMark } from './mark.ts';
import { diskFailure, isFileSystemError } from './open-failure.ts';

/**
 * What is done for a person's edit once it is durable: the log is folded into the file, so that losing the log loses
 * nothing, and the mark beside it is moved on.
 */
export type SafetyBelt = {
  /** After the answer "saved" has gone out, which does not hang on this; several edits at once share it. */
  soon(): void;
  now(): void;
};

// One per connection, whoever asks, so that edits of one turn share it.
const known = new WeakMap<Database, SafetyBelt>();

export function safetyBelt(db: Database): SafetyBelt {
  const belt = known.get(db) ?? create(db);
  known.set(db, belt);
  return belt;
}

function create(db: Database): SafetyBelt {
  let isDue = false;
  const now = fastener(db);
  return {
    now,
    soon: () => {
      if (isDue || db.memory) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (db.open) now();
      });
    },
  };
}

function fastener(db: Database): () => void {
  if (db.memory) return () => undefined;
  const ledger = ledgerTable(db);
  const path = markPath(db.name);
  let marked: string | null = null;
  return () => {
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
      const now = ledger.get();
      if (now.chain !== marked) writeMark(path, now);
      marked = now.chain;
    } catch (error) {
      // The edit is committed: a full disk here must not be told as "not saved". The next edit tries again.
      if (diskFailure(error) === null && !isFileSystemError(error)) throw error;
    }
  };
}
