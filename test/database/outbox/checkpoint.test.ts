import SQLite from 'better-sqlite3';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { checkpoint } from '../../../electron/database/outbox/checkpoint.ts';
import { readHighWaterMark, writeHighWaterMark } from '../../../electron/database/outbox/edit-counters.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import { aChangeSet, anEdit } from '../../support/builders.ts';
import { aProfile, closedAfterwards, temporaryDirectory } from '../../support/database.ts';

/** A queue with one edit, and what its file would say if its write-ahead log were lost. */
function aQueue() {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  const edit = anEdit(1);
  const statusInFile = async (): Promise<unknown> => {
    // The reply to the person comes first: the log is taken over in turns of its own.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    const copy = join(temporaryDirectory(), 'outbox.db');
    fs.copyFileSync(join(directory, 'outbox.db'), copy);
    const file = closedAfterwards(new SQLite(copy));
    return file.prepare('SELECT status FROM edit_changes').pluck().get();
  };
  const table = outboxTable(outbox);
  const decide = (status: FieldChange['status']): void => table.update([{ editId: edit.id, field: 'name', status }]);
  table.enqueue(aChangeSet(1, { edits: [edit] }));
  return { statusInFile, decide, table, edit };
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

test('a mark is on the disk before it takes the place of the old one, and so is its name afterwards', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.mark');
  const done: string[] = [];
  const names = new Map<number, string>();
  const mark = { lastSeq: 7, enqueued: 7, chain: 'c'.repeat(64) };
  writeHighWaterMark(path, mark, {
    ...fs,
    openSync: (file, ...how) => {
      const descriptor = fs.openSync(file, ...how);
      names.set(descriptor, basename(String(file)));
      return descriptor;
    },
    fsyncSync: (descriptor) => {
      done.push(`sync ${names.get(descriptor)}`);
      fs.fsyncSync(descriptor);
    },
    renameSync: (from, to) => {
      done.push(`rename ${basename(String(from))} to ${basename(String(to))}`);
      fs.renameSync(from, to);
    },
  });
  const ofName = process.platform === 'win32' ? [] : [`sync ${basename(directory)}`];
  expect(done).toEqual(['sync outbox.mark.new', 'rename outbox.mark.new to outbox.mark', ...ofName]);
  expect(readHighWaterMark(path)).toMatchObject(mark);
});
