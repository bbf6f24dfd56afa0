import type { Database } from 'better-sqlite3';
import type { AccountRef } from '../../../src/domain/connections/connection.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import type { Adoption, FileEdit } from '../../../src/domain/edits/edit.ts';
import { numberOf, numbersOf } from '../sqlite/column-parsers.ts';
import { transactions } from '../sqlite/transactions.ts';
import { checkpoint } from './checkpoint.ts';
import { editChecksum, editReader } from './edit-rows.ts';
import { changeSetChecksum } from './enqueue.ts';
import { isOpenSql, OPEN } from './migrations/0001-status-counters.ts';
import type { ParkedFile } from './outbox.ts';
import { changeSetChecker, integrity } from './row-checksums.ts';

type Adopt = (files: readonly ParkedFile[], to: AccountRef, how: Pick<Adoption, 'reason' | 'atMs'>) => void;

/**
 * Moves whole files to another account: an edit may be the base of a later one, and keeps its own base, so that a value that
 * somebody else wrote meanwhile is a conflict as ever. Attempts and delayed checks come along.
 */
export function adopter(db: Database): Adopt {
  const { atomically, afterCommit, afterRollback } = transactions(db);
  const { soon, now } = checkpoint(db);
  const adoptFile = fileAdopter(db);
  const adoptSets = changeSetAdopter(db);
  return (files, to, how) =>
    atomically(() => {
      afterRollback(now);
      const sets = new Set(files.flatMap((file) => adoptFile(file, to, how)));
      adoptSets(sets, to);
      afterCommit(soon);
    });
}

/** @returns adopts one file, and returns the numbers of the change sets that have an edit in it */
function fileAdopter(db: Database) {
  const find = db
    .prepare<[string, string, string, string, string], unknown>(
      /* sql */ `
      SELECT number FROM edited_files
      WHERE connection_id = ? AND network = ? AND file_id = ? AND origin = ? AND account = ?
    `,
    )
    .pluck();
  const selectSeqs = db.prepare<[number], unknown>('SELECT seq FROM edits WHERE edited_file = ? ORDER BY seq').pluck();
  const selectSets = db
    .prepare<[number], unknown>('SELECT DISTINCT change_set FROM edits WHERE edited_file = ?')
    .pluck();
  const rename = db.prepare<[string, string, number]>(
    'UPDATE edited_files SET origin = ?, account = ? WHERE number = ?',
  );
  const log = adoptionLog(db);
  const isIntact = integrity(db);
  const sign = editSigner(db);
  const merge = fileMerger(db);
  const bringAlong = traceMover(db);
  const read = editReader(db);
  return (file: ParkedFile, to: AccountRef, how: Pick<Adoption, 'reason' | 'atMs'>): readonly number[] => {
    const { connectionId, network, id, accountRef: from } = file;
    const number = find.get(connectionId, network, id, from.origin, from.account);
    if (number === undefined) return [];
    const seqs = numbersOf(selectSeqs.all(numberOf(number)));
    // A row that is not as written keeps its checksum, so that the next start still tells of it.
    const intact = seqs.filter(isIntact);
    const sets = numbersOf(selectSets.all(numberOf(number)));
    log(seqs, from, how);
    const known = find.get(connectionId, network, id, to.origin, to.account);
    if (known === undefined) rename.run(to.origin, to.account, numberOf(number));
    else merge(numberOf(number), numberOf(known));
    for (const edit of read.bySeqs(intact)) sign(edit);
    bringAlong(file, to);
    return sets;
  };
}

function adoptionLog(db: Database) {
  const insert = db.prepare(/* sql */ `
    INSERT INTO adoptions (edit_seq, adopted_at_ms, origin, account, reason)
    SELECT @seq, @atMs, @origin, @account, @reason
    WHERE EXISTS (SELECT 1 FROM edit_changes WHERE edit_seq = @seq AND status NOT IN ('settled', 'discarded'))
  `);
  return (seqs: readonly number[], from: AccountRef, how: Pick<Adoption, 'reason' | 'atMs'>): void => {
    for (const seq of seqs) insert.run({ seq, ...from, ...how });
  };
}

/** @returns writes the checksum of an edit anew, over the account that it has now */
function editSigner(db: Database): (edit: FileEdit) => void {
  const update = db.prepare<[string, number]>('UPDATE edits SET checksum = ? WHERE seq = ?');
  return (edit) => {
    const { origin, account } = edit.accountRef;
    const place = [edit.changeSetId, edit.connectionId, origin, account, edit.network, edit.fileId, edit.createdAtMs];
    update.run(editChecksum(edit, place), edit.seq);
  };
}

/** @returns moves the edits of one row of `edited_files` to another row of the same file; triggers count statuses only */
function fileMerger(db: Database): (from: number, into: number) => void {
  const moveEdits = db.prepare<[number, number]>('UPDATE edits SET edited_file = ? WHERE edited_file = ?');
  const moveChanges = db.prepare<[number, number]>('UPDATE edit_changes SET edited_file = ? WHERE edited_file = ?');
  const counted = OPEN.map(
    (status) => `${status} = (SELECT count(*) FROM edit_changes WHERE edited_file = @into AND status = '${status}')`,
  ).join(', ');
  const count = db.prepare(/* sql */ `
    UPDATE edited_files SET ${counted}, first_queued_seq = (
      SELECT min(edit_seq) FROM edit_changes WHERE edited_file = @into AND status = 'queued')
    WHERE number = @into
  `);
  const remove = db.prepare<[number]>('DELETE FROM edited_files WHERE number = ?');
  return (from, into) => {
    moveEdits.run(into, from);
    moveChanges.run(into, from);
    count.run({ into });
    remove.run(from);
  };
}

/** @returns moves attempts and delayed checks of a file: an update that is on its way may still land */
function traceMover(db: Database): (file: ParkedFile, to: AccountRef) => void {
  const ofFile = /* sql */ `connection_id = @connectionId AND network = @network AND file_id = @id
    AND origin = @fromOrigin AND account = @fromAccount`;
  const attempts = db.prepare(`UPDATE attempts SET origin = @origin, account = @account WHERE ${ofFile}`);
  const copyChecks = db.prepare(/* sql */ `
    INSERT INTO late_checks (connection_id, network, file_id, origin, account, due_at_ms)
    SELECT connection_id, network, file_id, @origin, @account, due_at_ms FROM late_checks WHERE ${ofFile}
    ON CONFLICT (connection_id, network, file_id, origin, account) DO UPDATE SET
      due_at_ms = max(late_checks.due_at_ms, excluded.due_at_ms)
  `);
  const removeChecks = db.prepare(`DELETE FROM late_checks WHERE ${ofFile}`);
  return ({ connectionId, network, id, accountRef }, to) => {
    const of = { connectionId, network, id, fromOrigin: accountRef.origin, fromAccount: accountRef.account };
    attempts.run({ ...of, ...to });
    copyChecks.run({ ...of, ...to });
    removeChecks.run(of);
  };
}

/** @returns gives change sets the account, once none of their files is open for the one they had */
function changeSetAdopter(db: Database): (numbers: ReadonlySet<number>, to: AccountRef) => void {
  const read = changeSetChecker(db);
  const hasParked = parkedFinder(db);
  const update = db.prepare<[string, string, string, number]>(
    'UPDATE change_sets SET origin = ?, account = ?, checksum = ? WHERE number = ?',
  );
  return (numbers, to) => {
    for (const number of numbers) {
      const { set, isIntact } = read(number);
      if (hasParked(set.connectionId, set.accountRef, number)) continue;
      const checksum = isIntact ? changeSetChecksum({ ...set, accountRef: to }) : set.checksum;
      update.run(to.origin, to.account, checksum, number);
    }
  };
}

/** Edits of a change set that are looked at first: most sets have no more, and a large one is adopted from its other end. */
const LAST_EDITS = 200;

/** @returns whether a change set has an edit in a file that is open for an account */
function parkedFinder(db: Database): (connectionId: ConnectionId, of: AccountRef, changeSet: number) => boolean {
  const amongLast = db.prepare<[number, string, string, string]>(/* sql */ `
    SELECT 1 FROM (SELECT edited_file FROM edits WHERE change_set = ? ORDER BY seq DESC LIMIT ${LAST_EDITS}) AS last
    CROSS JOIN edited_files AS file ON file.number = last.edited_file
    WHERE file.connection_id = ? AND file.origin = ? AND file.account = ? AND ${isOpenSql('file.')} LIMIT 1
  `);
  const isLarge = db.prepare<[number]>(`SELECT 1 FROM edits WHERE change_set = ? LIMIT 1 OFFSET ${LAST_EDITS}`);
  // From the files: of a large set the first parked one answers, while its edits begin with all that are adopted.
  const amongFiles = db.prepare<[string, string, string, number]>(/* sql */ `
    SELECT 1 FROM edited_files AS file
    WHERE file.connection_id = ? AND file.origin = ? AND file.account = ? AND ${isOpenSql('file.')}
      AND EXISTS (SELECT 1 FROM edits AS edit WHERE edit.edited_file = file.number AND edit.change_set = ?) LIMIT 1
  `);
  return (connectionId, { origin, account }, changeSet) =>
    amongLast.get(changeSet, connectionId, origin, account) !== undefined ||
    (isLarge.get(changeSet) !== undefined && amongFiles.get(connectionId, origin, account, changeSet) !== undefined);
}
