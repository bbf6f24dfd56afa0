import type { Database } from 'better-sqlite3';
import { editCountersTable } from './edit-counters.ts';
import { highWaterMarkPath, writeHighWaterMark } from './high-water-mark.ts';
import { diskFailure, isFileSystemError } from '../sqlite/errors.ts';

/**
 * What is done for a person's edit once it is durable: the log is folded into the file, so that losing the log loses
 * nothing, and the mark beside it is moved on.
 */
export type Checkpoint = {
  /**
   * After the answer "saved" has gone out, which does not hang on this; several edits at once share it. Then a new log is
   * begun, so that the next edit waits for the disk once and not also for the log's head.
   */
  soon(): void;
  now(): void;
};

// One per connection, whoever asks, so that edits of one turn share it.
const known = new WeakMap<Database, Checkpoint>();

export function checkpoint(db: Database): Checkpoint {
  const belt = known.get(db) ?? create(db);
  known.set(db, belt);
  return belt;
}

function create(db: Database): Checkpoint {
  let isDue = false;
  const now = unlessDiskFails(checkpointer(db));
  const beginLog = unlessDiskFails(newWalWriter(db));
  return {
    now,
    soon: () => {
      if (isDue || db.memory) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (!db.open) return;
        now();
        // In a turn of its own: who asked meanwhile comes first, and an edit among them has begun the log.
        setImmediate(() => {
          if (!isDue && db.open) beginLog();
        });
      });
    },
  };
}

/** By a count that nobody needs: a log that holds nothing else may be lost like an empty one. */
function newWalWriter(db: Database): () => void {
  const count = db.prepare(/* sql */ `
    INSERT INTO counters (name, value) VALUES ('logs', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1
  `);
  return () => void count.run();
}

function checkpointer(db: Database): () => void {
  if (db.memory) return () => undefined;
  const counters = editCountersTable(db);
  const path = highWaterMarkPath(db.name);
  let marked: string | null = null;
  return () => {
    db.pragma('wal_checkpoint(TRUNCATE)');
    const now = counters.get();
    if (now.chain !== marked) writeHighWaterMark(path, now);
    marked = now.chain;
  };
}

/** The edit is committed: a full disk here must not be told as "not saved". The next edit tries again. */
function unlessDiskFails(work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      if (diskFailure(error) === null && !isFileSystemError(error)) throw error;
    }
  };
}
