import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import {
  highWaterMarkPath,
  readHighWaterMark,
  writeHighWaterMark,
} from '../../../electron/database/outbox/edit-counters.ts';
import { temporaryDirectory } from '../../support/database.ts';

const mark = { lastSeq: 7, enqueued: 7, chain: 'c'.repeat(64) };

/** The file system, with what is done to which file. @param fail the file whose flush fails */
function watchedFiles(fail: string | null = null) {
  const done: string[] = [];
  const names = new Map<number, string>();
  const files: Parameters<typeof writeHighWaterMark>[2] = {
    ...fs,
    openSync: (file, ...how) => {
      const descriptor = fs.openSync(file, ...how);
      names.set(descriptor, basename(String(file)));
      return descriptor;
    },
    fsyncSync: (descriptor) => {
      const name = names.get(descriptor) ?? 'a closed file';
      if (name === fail) throw new Error('the disk is full');
      done.push(`sync ${name}`);
      fs.fsyncSync(descriptor);
    },
    closeSync: (descriptor) => {
      names.delete(descriptor);
      fs.closeSync(descriptor);
    },
    renameSync: (from, to) => {
      done.push(`rename ${basename(String(from))} to ${basename(String(to))}`);
      fs.renameSync(from, to);
    },
  };
  return { files, done, stillOpen: () => [...names.values()] };
}

test('a mark is on the disk before it takes the place of the old one, and so is its name afterwards', () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.mark');
  const { files, done, stillOpen } = watchedFiles();
  writeHighWaterMark(path, mark, files);
  const ofName = process.platform === 'win32' ? [] : [`sync ${basename(directory)}`];
  expect(done).toEqual(['sync outbox.mark.new', 'rename outbox.mark.new to outbox.mark', ...ofName]);
  expect(stillOpen()).toEqual([]);
  expect(readHighWaterMark(path)).toMatchObject(mark);
});

test('a mark that cannot be flushed leaves the old one, and no file open', () => {
  const path = join(temporaryDirectory(), 'outbox.mark');
  writeHighWaterMark(path, mark);
  const { files, done, stillOpen } = watchedFiles('outbox.mark.new');
  expect(() => writeHighWaterMark(path, { ...mark, lastSeq: 8 }, files)).toThrow('the disk is full');
  expect([done, stillOpen()]).toEqual([[], []]);
  expect(readHighWaterMark(path)).toMatchObject(mark);
});

test('the mark lies beside its outbox, whatever the folder is called', () => {
  const path = join('of.db', 'outbox.db');
  expect(highWaterMarkPath(path)).toBe(join('of.db', 'outbox.mark'));
});

test.each([
  ['of another version', JSON.stringify({ version: 2, ...mark })],
  ['without a count', JSON.stringify({ version: 1, lastSeq: 7, chain: '' })],
  ['no JSON', '{"version":1'],
  ['empty', ''],
])('a mark that is %s is unreadable', (_what, text) => {
  const path = join(temporaryDirectory(), 'outbox.mark');
  expect(readHighWaterMark(path)).toBe('absent');
  fs.writeFileSync(path, text);
  expect(readHighWaterMark(path)).toBe('unreadable');
});
