import type { Database } from 'better-sqlite3';
import { diskFailure, isFileSystemError } from '../sqlite/errors.ts';
import { truncateWal } from '../sqlite/truncate-wal.ts';
import { editCountersTable, highWaterMarkPath, writeHighWaterMark } from './edit-counters.ts';

/**
 * Copies the WAL into the database file (https://sqlite.org/wal.html#ckpt), so that losing the WAL loses nothing, and moves
 * the high-water mark on.
 */
export type Checkpoint = {
  /**
   * Runs after the reply to the person, so a slow disk never delays an edit; edits that arrive together share one
   * checkpoint. Then it begins a new WAL: the next edit waits for the disk once, and not for the WAL's header as well.
   */
  soon(): void;
  now(): void;
};

// One for each connection: edits of one turn share it.
const known = new WeakMap<Database, Checkpoint>();

export function checkpoint(db: Database): Checkpoint {
  const made = known.get(db) ?? create(db);
  known.set(db, made);
  return made;
}

function create(db: Database): Checkpoint {
  let isDue = false;
  const now = unlessDiskFails(checkpointer(db));
  const beginWal = unlessDiskFails(newWalWriter(db));
  return {
    now,
    soon: () => {
      if (isDue || db.memory) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (!db.open) return;
        now();
        // A turn of its own: waiting messages come first, and an edit among them begins the WAL itself.
        setImmediate(() => {
          if (!isDue && db.open) beginWal();
        });
      });
    },
  };
}

/** Writes a counter that nothing reads: losing a WAL that holds only this loses nothing. */
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
  let writtenChain: string | null = null;
  return () => {
    truncateWal(db, LONGEST_WAIT_FOR_READERS_MS);
    const now = counters.get();
    if (now.chain !== writtenChain) writeHighWaterMark(path, now);
    writtenChain = now.chain;
  };
}

/**
 * How long a checkpoint waits for readers. Ours are done by then; another program that keeps reading would hold up every edit
 * after it for as long as a write may wait.
 */
const LONGEST_WAIT_FOR_READERS_MS = 20;

/** A full disk here never turns a committed edit into "not saved"; the next edit tries again. */
function unlessDiskFails(work: () => void): () => void {
  return () => {
    try {
      work();
    } catch (error) {
      if (diskFailure(error) === null && !isFileSystemError(error)) throw error;
    }
  };
}
