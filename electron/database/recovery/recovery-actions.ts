import { copyFileSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { editId } from '../../../src/domain/core/ids.ts';
import type { OutboxCopy } from '../../../src/domain/recovery/recovery.ts';
import { highWaterMarkPath } from '../outbox/edit-counters.ts';
import { openOutbox } from '../outbox/open-outbox.ts';
import { outboxTable } from '../outbox/outbox-table.ts';
import { KEPT_MS } from '../outbox/retention.ts';
import { openFailure } from '../sqlite/errors.ts';
import { lookAt } from '../sqlite/private-files.ts';
import { transactions } from '../sqlite/transactions.ts';
import { carryOver } from './carry-over.ts';
import { holdRestored } from './hold-restored.ts';
import { reading } from './outbox-contents.ts';
import { copiesOf, type NamedCopy } from './outbox-copies.ts';
import { nextRequests, numberRequestsFrom } from './request-numbers.ts';
import { copyOutbox, keepMigrationSnapshots, removeOutbox, replaceOutbox } from './replace-outbox.ts';

/**
 * The ways out of an outbox that does not open. Each keeps what it replaces; each needs the lock of the profile, and
 * throws what `openOutbox` throws for a copy that is damaged too, before anything is replaced.
 */
export const recoveryActions = (path: string, nowMs: () => number) => ({
  /** Begins an empty queue, with the connections and whatever else of the person can be read. */
  startFresh: (): void =>
    replaceOutbox(path, nowMs(), (part) => {
      const requests = nextRequests(path, nowMs());
      withOutbox(part, nowMs(), (db) => {
        carryOver(path, db);
        numberRequestsFrom(db, requests);
      });
    }),

  /** @returns false without such a copy */
  restore: (name: string): boolean => {
    const copy = copyNamed(path, name, ['snapshot', 'beforeMigration']);
    if (copy === null) return false;
    replaceOutbox(path, nowMs(), (part) => {
      copyFileSync(copy.path, part);
      // With the mark of today: edits that were saved after the snapshot are then told as lost, and their numbers stay theirs.
      if (lookAt(highWaterMarkPath(path)) !== null) copyFileSync(highWaterMarkPath(path), highWaterMarkPath(part));
      prepareAgain(part, nowMs(), { isHeld: true, requests: nextRequests(path, nowMs()) });
    });
    return true;
  },

  /** A damaged queue comes back byte for byte. @returns false without such a copy */
  putBack: (name: string): boolean => {
    const copy = copyNamed(path, name, ['replaced']);
    if (copy === null) return false;
    const again = { isHeld: maySendAgain(path, copy, nowMs()), requests: nextRequests(path, nowMs()) };
    replaceOutbox(path, nowMs(), (part) => {
      copyOutbox(copy.path, part);
      unlessDamaged(
        () => prepareAgain(part, nowMs(), again),
        () => {
          removeOutbox(part);
          copyOutbox(copy.path, part);
        },
      );
      keepMigrationSnapshots(part, path);
    });
    removeOutbox(copy.path);
    return true;
  },
});

const copyNamed = (path: string, name: string, kinds: readonly OutboxCopy['kind'][]): NamedCopy | null =>
  copiesOf(path).find((copy) => copy.name === name && kinds.includes(copy.kind)) ?? null;

/** @property isHeld whether a person decides what of it is sent. @property requests the number that requests go on from */
type Again = { readonly isHeld: boolean; readonly requests: number };

const prepareAgain = (path: string, nowMs: number, { isHeld, requests }: Again): void =>
  withOutbox(path, nowMs, (db) => {
    if (isHeld) forgetUnfinishedWork(db);
    if (isHeld) holdAll(db);
    numberRequestsFrom(db, requests);
  });

/**
 * Whether an update may have been sent since a queue was set aside: its edits may be among those of a restored snapshot, or were
 * made once more. Every queue since numbers its requests from the time of its begin, and forgets them as it forgets edits.
 */
function maySendAgain(path: string, aside: NamedCopy, nowMs: number): boolean {
  if (nowMs - aside.atMs >= KEPT_MS) return true;
  const since = copiesOf(path).filter(({ kind, atMs }) => kind === 'replaced' && atMs > aside.atMs);
  return [path, ...since.map((one) => one.path)].some((one) =>
    reading(one, true, (db) => {
      const sent = db
        .prepare<[number], unknown>('SELECT 1 FROM attempts WHERE request_seq > ? LIMIT 1')
        .get(aside.atMs);
      return sent !== undefined;
    }),
  );
}

/** Does a work that opens an outbox, and another one where the content of the file keeps it from being opened. */
function unlessDamaged(work: () => void, otherwise: () => void): void {
  try {
    work();
  } catch (error) {
    const kind = openFailure(error, '')?.kind;
    if (kind !== 'damaged' && kind !== 'fromTheFuture') throw error;
    otherwise();
  }
}

function withOutbox(path: string, nowMs: number, work: (db: Database) => void): void {
  const { db } = openOutbox(path, nowMs);
  try {
    transactions(db).atomically(() => work(db));
  } finally {
    db.close();
  }
}

function holdAll(db: Database): void {
  const onTheWay = db
    .prepare<[], unknown>(
      /* sql */ `
    SELECT DISTINCT edit.id FROM edit_changes AS change JOIN edits AS edit ON edit.seq = change.edit_seq
    WHERE change.status IN ('queued', 'conflicted') ORDER BY edit.seq
  `,
    )
    .pluck();
  holdRestored(outboxTable(db), z.array(editId).parse(onTheWay.all()));
}

/**
 * Work that was under way when the snapshot was made must not go on by itself: an undo would queue edits, a delayed check
 * would put an old value right, and a record that the mirror lacked then is older than what the mirror holds now.
 */
function forgetUnfinishedWork(db: Database): void {
  db.exec(
    'DELETE FROM undo_runs; DELETE FROM undo_steps; DELETE FROM late_checks; UPDATE settled_files SET raw = NULL;',
  );
}
