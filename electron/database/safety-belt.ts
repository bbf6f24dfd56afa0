import type { Database } from 'better-sqlite3';
import { ledgerTable } from './ledger.ts';
import { markPath, writeMark } from './mark.ts';
import { diskFailure, isFileSystemError } from './open-failure.ts';

/**
 * What is done for a person's edit once it is durable: the log is folded into the file, so that losing the log loses
 * nothing, and the mark beside it is moved on.
 */
export function safetyBelt(db: Database): () => void {
  if (db.memory) return () => undefined;
  const ledger = ledgerTable(db);
  const path = markPath(db.name);
  let marked = '';

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
