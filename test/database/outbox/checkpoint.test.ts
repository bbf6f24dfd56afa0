import SQLite from 'better-sqlite3';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { parkedEdits } from '../../../electron/database/outbox/parked-edits.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { KEPT_MS, prune } from '../../../electron/database/outbox/retention.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { accountRefA, accountRefB, aChangeSet, anEdit, connectionA } from '../../support/builders.ts';
import { aProfile, closedAfterwards, temporaryDirectory } from '../../support/database.ts';

/** A queue with one edit, and what its file would say if its write-ahead log were lost. */
function aQueue() {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
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
  return { outbox, statusInFile, accountInFile, decide, adopt, table };
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
  expect(prune(outbox, KEPT_MS)).toBe(1);
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

test('a checkpoint that gives up on a reader lets the next write wait as long as before', () => {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  const usualMs = outbox.pragma('busy_timeout', { simple: true });
  const reader = closedAfterwards(new SQLite(join(directory, 'outbox.db'), { readonly: true }));
  reader.exec('BEGIN; SELECT count(*) FROM edits');
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [anEdit(1)] }));
  checkpoint(outbox).now();
  expect(outbox.pragma('busy_timeout', { simple: true })).toBe(usualMs);
  expect(usualMs).toBeGreaterThan(1_000);
});
