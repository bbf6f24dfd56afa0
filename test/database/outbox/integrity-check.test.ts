import SQLite from 'better-sqlite3';
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { prune, KEPT_MS } from '../../../electron/database/outbox/retention.ts';
import { recoverReadable } from '../../../electron/database/outbox/recover-pending-edits.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { aChangeSet, anEdit } from '../../support/builders.ts';
import { aProfile, openedAtMs, temporaryDirectory } from '../../support/database.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a saved edit is in the file itself, not only in its log', async () => {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  outboxTable(outbox).enqueue(aChangeSet(1));
  await nextTurn();
  expect(readFileSync(join(directory, 'outbox.db-wal')).length).toBe(0);
});

test('the log is begun anew after an edit, and what is in it then is nothing to lose', async () => {
  const directory = temporaryDirectory();
  outboxTable(aProfile(directory).outbox).enqueue(aChangeSet(1));
  await nextTurn();
  await nextTurn();
  expect(readFileSync(join(directory, 'outbox.db-wal')).length).toBeGreaterThan(0);
  const withoutLog = temporaryDirectory();
  for (const file of ['outbox.db', 'outbox.mark']) copyFileSync(join(directory, file), join(withoutLog, file));
  const { outbox, warnings } = aProfile(withoutLog);
  expect(warnings).toEqual([]);
  expect(outboxTable(outbox).edit(anEdit(1).id)?.seq).toBe(1);
});

test('a log that was deleted is noticed, and told again at the next start', async () => {
  const directory = temporaryDirectory();
  lost(directory, await twoEditsThenOneMore(directory));
  const first = aProfile(directory);
  expect(first.warnings).toEqual(['One edit saved on this computer was lost from the outbox file.']);
  first.close();
  const second = aProfile(directory);
  expect(second.warnings).toEqual(first.warnings);
  second.close();
  expect(aProfile(directory, openedAtMs + 31 * 24 * 3_600_000).warnings).toEqual([]);
});

test('after a loss, places in the queue and numbers of requests are not given out again', async () => {
  const directory = temporaryDirectory();
  const before = await twoEditsThenOneMore(directory);
  lost(directory, before);
  const outbox = outboxTable(aProfile(directory).outbox);
  expect(outbox.nextRequestSeq()).toBeGreaterThan(before.requestSeq);
  outbox.enqueue(aChangeSet(9));
  expect(outbox.edit(anEdit(9).id)?.seq).toBe(4);
});

test('an older copy of the outbox is noticed even when it holds as many edits', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.db');
  const { outbox, close } = aProfile(directory);
  outboxTable(outbox).enqueue(aChangeSet(1));
  await nextTurn();
  close();
  copyFileSync(path, `${path}.old`);
  const kept = aProfile(directory);
  outboxTable(kept.outbox).enqueue(aChangeSet(2));
  kept.close();
  const mark = readFileSync(join(directory, 'outbox.mark'));
  copyFileSync(`${path}.old`, path);
  rmSync(join(directory, 'outbox.mark'));
  const other = aProfile(directory);
  outboxTable(other.outbox).enqueue(aChangeSet(3));
  other.close();
  writeFileSync(join(directory, 'outbox.mark'), mark);
  expect(aProfile(directory).warnings).toEqual([
    'The outbox file is not the one that was used here last; edits may be missing.',
  ]);
});

test.each([
  ['edit_changes SET mine_json = \'"tampered"\' WHERE edit_seq = 1', '1 row of the outbox file is not as written.'],
  ["change_sets SET title = 'tampered'", '1 row of the outbox file is not as written.'],
  ['edits SET created_at_ms = 7', '2 rows of the outbox file are not as written.'],
])('rows that are not as written are counted: %s', (update, told) => {
  const directory = temporaryDirectory();
  const { outbox, close } = aProfile(directory);
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
  close();
  const db = new SQLite(join(directory, 'outbox.db'));
  db.exec(`UPDATE ${update}`);
  db.close();
  expect(aProfile(directory).warnings).toEqual([told]);
});

/** Removes edits as a damaged disk may: SQLite finds nothing wrong with the rest. */
function vanished(directory: string, ...seqs: readonly number[]): void {
  const db = new SQLite(join(directory, 'outbox.db'));
  for (const seq of seqs)
    db.exec(`DELETE FROM edit_changes WHERE edit_seq = ${seq}; DELETE FROM edits WHERE seq = ${seq}`);
  db.close();
}

/** What each of two starts after one another tells. */
function toldTwice(directory: string): readonly (readonly string[])[] {
  return [1, 2].map(() => {
    const { warnings, close } = aProfile(directory);
    close();
    return warnings;
  });
}

test('edits that vanished from inside the file are noticed, and each loss is counted once', () => {
  const directory = temporaryDirectory();
  const { outbox, close } = aProfile(directory);
  const table = outboxTable(outbox);
  table.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2), anEdit(3), anEdit(4), anEdit(5)] }));
  table.update([{ editId: anEdit(1).id, field: 'name', status: 'discarded' }]);
  for (const nowMs of [0, KEPT_MS, KEPT_MS + DAY_MS]) prune(outbox, nowMs);
  close();
  expect(toldTwice(directory)).toEqual([[], []]);
  vanished(directory, 2);
  const first = 'One edit was lost inside the outbox file.';
  expect(toldTwice(directory)).toEqual([[first], [first]]);
  vanished(directory, 3, 4);
  const both = [first, '2 edits were lost inside the outbox file.'];
  expect(toldTwice(directory)).toEqual([both, both]);
});

test('a loss inside the file skips the numbers that requests may have had, and a start without a loss skips few', () => {
  const directory = temporaryDirectory();
  const numbered = (): number => {
    const { outbox, close } = aProfile(directory);
    const seq = outboxTable(outbox).nextRequestSeq();
    close();
    return seq;
  };
  const made = aProfile(directory);
  outboxTable(made.outbox).enqueue(aChangeSet(1));
  made.close();
  const [first, second] = [numbered(), numbered()];
  expect(second - first).toBeLessThan(1_000);
  vanished(directory, 1);
  expect(numbered() - second).toBeGreaterThan(100_000);
});

test('counters that fell behind the edits are put right, so that no place in the queue is given out twice', () => {
  const directory = temporaryDirectory();
  const made = aProfile(directory);
  outboxTable(made.outbox).enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
  made.close();
  const db = new SQLite(join(directory, 'outbox.db'));
  db.exec('UPDATE ledger SET last_seq = 1, enqueued = 1');
  db.close();
  const { outbox, warnings } = aProfile(directory);
  expect(warnings).toHaveLength(1);
  outboxTable(outbox).enqueue(aChangeSet(3));
  expect(outboxTable(outbox).edit(anEdit(3).id)?.seq).toBe(3);
});

test('an outbox that never held an edit misses no mark', () => {
  expect(aProfile().warnings).toEqual([]);
});

test.each([
  ['missing', (path: string) => rmSync(path), 'was missing and was written anew'],
  ['unreadable', (path: string) => writeFileSync(path, '{"ver'), 'could not be read and was written anew'],
])('a mark that is %s is told and written anew', (_what, spoil, words) => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  outboxTable(first.outbox).enqueue(aChangeSet(1));
  first.close();
  spoil(join(directory, 'outbox.mark'));
  const second = aProfile(directory);
  expect(second.warnings).toEqual([expect.stringContaining(words)]);
  second.close();
  expect(existsSync(join(directory, 'outbox.mark'))).toBe(true);
  expect(aProfile(directory).warnings).toEqual([]);
});

test('a crash between the first saved edit and its mark is no loss of the mark', () => {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  outboxTable(outbox).enqueue(aChangeSet(1));
  const crashed = temporaryDirectory();
  cpSync(directory, crashed, { recursive: true });
  expect(aProfile(crashed).warnings).toEqual([]);
});

test('pruning is no loss', () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  const outbox = outboxTable(first.outbox);
  outbox.enqueue(aChangeSet(1));
  outbox.enqueue(aChangeSet(2, { edits: [anEdit(2, 'other')] }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'discarded' }]);
  const moments = [0, KEPT_MS - 1, KEPT_MS + DAY_MS, KEPT_MS + 2 * DAY_MS];
  expect(moments.map((nowMs) => prune(first.outbox, nowMs))).toEqual([0, 0, 0, 1]);
  expect([outbox.edit(anEdit(1).id), outbox.edit(anEdit(2).id)?.seq]).toEqual([null, 2]);
  first.close();
  expect(aProfile(directory).warnings).toEqual([]);
});

test('what is restored before its time is up is kept for another 30 days', () => {
  const { outbox: db } = aProfile();
  const outbox = outboxTable(db);
  const status = (to: 'discarded' | 'queued') => outbox.update([{ editId: anEdit(1).id, field: 'name', status: to }]);
  outbox.enqueue(aChangeSet(1));
  status('discarded');
  prune(db, 0);
  status('queued');
  prune(db, 1);
  status('discarded');
  expect([prune(db, KEPT_MS), prune(db, KEPT_MS + DAY_MS), outbox.edit(anEdit(1).id)?.seq]).toEqual([0, 0, 1]);
});

test('waiting edits can be read from an outbox that no longer opens', () => {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  outboxTable(profile.outbox).enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2), anEdit(3)] }));
  profile.outbox.pragma('user_version = 99');
  profile.outbox.exec(`UPDATE edit_changes SET field = 'nonsense' WHERE edit_seq = 2`);
  profile.outbox.exec(`UPDATE edit_changes SET mine_json = '"tampered"' WHERE edit_seq = 3`);
  profile.close();
  expect(recoverReadable(join(directory, 'outbox.db'))).toMatchObject({
    edits: [{ id: anEdit(1).id, seq: 1 }, { seq: 3 }],
    unreadable: [{ seq: 2 }],
    altered: [3],
  });
  expect(recoverReadable(join(directory, 'nowhere.db'))).toEqual(expect.any(String));
});

type Before = { readonly old: Buffer; readonly requestSeq: number };

async function twoEditsThenOneMore(directory: string): Promise<Before> {
  const profile = aProfile(directory);
  const outbox = outboxTable(profile.outbox);
  outbox.enqueue(aChangeSet(1));
  outbox.enqueue(aChangeSet(2));
  outbox.nextRequestSeq();
  await nextTurn();
  const old = readFileSync(join(directory, 'outbox.db'));
  outbox.enqueue(aChangeSet(3));
  // More than one reservation holds: the counter moves on in the log that goes missing.
  const requestSeqs = Array.from({ length: 600 }, () => outbox.nextRequestSeq());
  profile.close();
  return { old, requestSeq: Math.max(...requestSeqs) };
}

/** What is left when the log with the third edit goes missing. */
const lost = (directory: string, { old }: Before): void => writeFileSync(join(directory, 'outbox.db'), old);
