import SQLite, { type Database } from 'better-sqlite3';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { parkedEdits } from '../../../electron/database/outbox/parked-edits.ts';
import { readHighWaterMark } from '../../../electron/database/outbox/edit-counters.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { accountRefA, accountRefB, aChangeSet, anEdit, connectionA } from '../../support/builders.ts';
import { anOutbox, aProfile, closedAfterwards, temporaryDirectory } from '../../support/database.ts';

/** A queue with one edit, and what its file would say if its write-ahead log were lost. */
function aQueue() {
  const directory = temporaryDirectory();
  const { outbox, close } = aProfile(directory);
  const edit = anEdit(1);
  const inFile = async (sql: string): Promise<unknown> => {
    // The reply to the person comes first: the log is taken over in turns of its own.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    const copy = join(temporaryDirectory(), 'outbox.db');
    fs.copyFileSync(join(directory, 'outbox.db'), copy);
    const file = closedAfterwards(new SQLite(copy));
    return file.prepare(sql).pluck().get();
  };
  const statusInFile = () => inFile('SELECT status FROM edit_changes');
  const table = outboxTable(outbox);
  const decide = (status: FieldChange['status']): void => table.update([{ editId: edit.id, field: 'name', status }]);
  table.enqueue(aChangeSet(1, { edits: [edit] }));
  const parked = parkedEdits(outbox);
  const accountInFile = () => inFile('SELECT account FROM edited_files');
  const adopt = (): void =>
    parked.adopt(parked.filesOf(connectionA, accountRefA), accountRefB, { reason: 'person', atMs: 5 });
  const markPath = join(directory, 'outbox.mark');
  return { outbox, close, markPath, statusInFile, accountInFile, decide, adopt, table };
}

test('an edit is in the file itself soon after it was saved', async () => {
  const { statusInFile } = aQueue();
  expect(await statusInFile()).toBe('queued');
});

test('an edit that a person discarded, held or took back does not come back with a lost log', async () => {
  const { statusInFile, decide } = aQueue();
  for (const status of ['held', 'queued', 'discarded', 'queued'] as const) {
    decide(status);
    expect(await statusInFile()).toBe(status);
  }
});

test('what sync finds out is left to the log: it can be found out again', async () => {
  const { statusInFile, decide } = aQueue();
  expect(await statusInFile()).toBe('queued');
  decide('refused');
  expect(await statusInFile()).toBe('queued');
});

test('a decision that was rolled back is in the file as it was', async () => {
  const { statusInFile, table, decide } = aQueue();
  expect(await statusInFile()).toBe('queued');
  const fails = (): void =>
    table.atomically(() => {
      decide('discarded');
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(await statusInFile()).toBe('queued');
});

test('an adoption does not come undone with a lost log', async () => {
  const { accountInFile, adopt } = aQueue();
  expect(await accountInFile()).toBe(accountRefA.account);
  adopt();
  expect(await accountInFile()).toBe(accountRefB.account);
});

test('an edit that was removed after its time does not come back with a lost log', async () => {
  const { outbox, decide, statusInFile } = aQueue();
  decide('discarded');
  prune(outbox, 0);
  expect(await statusInFile()).toBe('discarded');
  expect([prune(outbox, KEPT_MS), prune(outbox, KEPT_MS + DAY_MS)]).toEqual([0, 1]);
  expect(await statusInFile()).toBeUndefined();
});

type Queue = ReturnType<typeof aQueue>;

test.each<[string, (queue: Queue) => void]>([
  ['an edit', ({ table }) => table.enqueue(aChangeSet(2, { edits: [anEdit(2)] }))],
  ['a decision', ({ decide }) => decide('discarded')],
  ['an adoption', ({ adopt }) => adopt()],
])('where %s was rolled back, the log is emptied: a commit that failed may stand in it whole', async (_what, work) => {
  const queue = aQueue();
  const { statusInFile, table, decide } = queue;
  expect(await statusInFile()).toBe('queued');
  decide('refused');
  expect(await statusInFile()).toBe('queued');
  const fails = (): void =>
    table.atomically(() => {
      work(queue);
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(await statusInFile()).toBe('refused');
});

test('a decision counts also beside what sync finds out in the same update', async () => {
  const { statusInFile, table } = aQueue();
  table.enqueue(aChangeSet(2, { edits: [anEdit(2)] }));
  expect(await statusInFile()).toBe('queued');
  const move = (number: number, status: FieldChange['status']) =>
    ({ editId: anEdit(number).id, field: 'name', status }) as const;
  const fails = (): void =>
    table.atomically(() => {
      table.update([move(2, 'refused'), move(1, 'discarded')]);
      throw new Error('the rest of the work failed');
    });
  table.update([move(1, 'conflicted')]);
  expect(fails).toThrow('the rest of the work failed');
  expect(await statusInFile()).toBe('conflicted');
  table.update([move(2, 'refused'), move(1, 'held')]);
  expect(await statusInFile()).toBe('held');
});

test('what sync finds out is not put into the file where it was rolled back either', async () => {
  const { statusInFile, table, decide } = aQueue();
  expect(await statusInFile()).toBe('queued');
  decide('refused');
  const fails = (): void =>
    table.atomically(() => {
      decide('gone');
      throw new Error('the rest of the work failed');
    });
  expect(fails).toThrow('the rest of the work failed');
  expect(await statusInFile()).toBe('queued');
});

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
/** How often a new WAL was begun ahead of the next edit. */
const begunLogs = (outbox: Database) => outbox.prepare("SELECT value FROM counters WHERE name = 'logs'").pluck().get();

test('edits that arrive together share one checkpoint, and one that comes meanwhile begins the log itself', async () => {
  const { outbox, decide } = aQueue();
  decide('held');
  await turns(3);
  expect(begunLogs(outbox)).toBe(1);
  decide('queued');
  await turns(1);
  decide('held');
  await turns(3);
  expect(begunLogs(outbox)).toBe(2);
});

test('an outbox in memory has no log to begin', async () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  await turns(3);
  expect(begunLogs(db)).toBeUndefined();
});

test.each([0, 1])('an outbox that is closed %i turns after an edit is left alone from then on', async (before) => {
  const { outbox, close } = aQueue();
  await turns(before);
  close();
  await turns(3);
  expect(outbox.open).toBe(false);
});

test('a mark that would say the same is not written again', () => {
  const { outbox, markPath } = aQueue();
  const written = () => {
    checkpoint(outbox).now();
    return fs.statSync(markPath).ino;
  };
  const first = written();
  expect(written()).toBe(first);
  outboxTable(outbox).enqueue(aChangeSet(2));
  expect(written()).not.toBe(first);
});

test('a disk that takes no mark and no new log costs no edit, and the next edit tries again', async () => {
  const { outbox, table, markPath, decide } = aQueue();
  fs.mkdirSync(`${markPath}.new`);
  await turns(3);
  expect(readHighWaterMark(markPath)).toMatchObject({ lastSeq: 0 });
  fs.rmdirSync(`${markPath}.new`);
  decide('held');
  outbox.pragma('query_only = ON');
  await turns(3);
  expect(readHighWaterMark(markPath)).toMatchObject({ lastSeq: 1 });
  outbox.pragma('query_only = OFF');
  expect(table.edit(anEdit(1).id)?.changes[0]?.status).toBe('held');
});

test('a checkpoint that fails for another reason than the disk says so', () => {
  const { outbox } = aQueue();
  outbox.exec('DELETE FROM ledger');
  expect(() => checkpoint(outbox).now()).toThrow();
  outbox.exec("INSERT INTO ledger (only_row, last_seq, enqueued, pruned, lost, chain) VALUES (1, 1, 1, 0, 0, '')");
});

test('a checkpoint gives up on a reader long before a write would, and lets the next write wait as long as before', () => {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  // Longer than a test may take.
  const usualMs = 90_000;
  outbox.pragma(`busy_timeout = ${usualMs}`);
  const reader = closedAfterwards(new SQLite(join(directory, 'outbox.db'), { readonly: true }));
  reader.exec('BEGIN; SELECT count(*) FROM edits');
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [anEdit(1)] }));
  checkpoint(outbox).now();
  expect(outbox.pragma('busy_timeout', { simple: true })).toBe(usualMs);
});
