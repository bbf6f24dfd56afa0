import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SQLite, { type Database } from 'better-sqlite3';
import { keptSnapshots } from '../../../src/domain/recovery/snapshot-plan.ts';
import { textOf } from '../sqlite/column-parsers.ts';
import { isRefusal, reading } from './outbox-contents.ts';
import { copiesOf } from './outbox-copies.ts';

export type Snapshots = {
  /** When each snapshot was made. */
  readonly madeAtMs: () => readonly number[];
  /** Where a copy is made before it is a snapshot. */
  readonly part: string;
  /** Makes a snapshot of the whole copy, and removes those that are not kept any more. */
  readonly keep: (nowMs: number) => void;
  /** Removes a copy that is none. */
  readonly discard: () => void;
  /**
   * Erases from every copy what was erased from the outbox. A snapshot from which it cannot be erased is removed; a queue that
   * was set aside and is damaged stays as it is.
   */
  readonly erase: (erase: (db: Database) => void) => void;
};

/** The snapshots beside an outbox. */
export function snapshotsOf(outboxPath: string): Snapshots {
  const part = `${outboxPath}.snapshot.part`;
  const made = () => copiesOf(outboxPath).filter(({ kind }) => kind === 'snapshot');
  const discard = (): void => {
    const prefix = basename(part);
    for (const name of readdirSync(dirname(outboxPath))) {
      if (name.startsWith(prefix)) rmSync(join(dirname(outboxPath), name), { force: true });
    }
  };
  return {
    part,
    discard,
    madeAtMs: () => made().map(({ atMs }) => atMs),
    keep: (nowMs) => {
      renameSync(part, `${outboxPath}.snapshot-${nowMs}`);
      const kept = keptSnapshots(
        made().map(({ atMs }) => atMs),
        nowMs,
      );
      for (const { atMs, path } of made()) if (!kept.includes(atMs)) rmSync(path, { force: true });
    },
    erase: (erase) => {
      for (const { kind, path } of copiesOf(outboxPath)) {
        if (!isErased(path, erase) && kind !== 'replaced') rmSync(path, { force: true });
      }
    },
  };
}

const isWhole = (path: string): boolean =>
  reading(path, false, (db) => textOf(db.pragma('integrity_check(1)', { simple: true })) === 'ok');

function isErased(path: string, erase: (db: Database) => void): boolean {
  // A damaged file is evidence: writing into it may cost what could still be read, and so may its log, which the last
  // connection that may write puts into it (https://sqlite.org/wal.html#ckpt).
  if (!isWhole(path)) return false;
  let db: Database | null = null;
  try {
    db = new SQLite(path, { fileMustExist: true });
    db.pragma('secure_delete = ON');
    erase(db);
    return true;
  } catch (error) {
    // Also a file of an earlier version, which lacks a table.
    if (!isRefusal(error)) throw error;
    return false;
  } finally {
    db?.close();
  }
}
