import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Announcer } from '../../electron/ipc/announcer.ts';
import type { EventName } from '../../src/contract/index.ts';
import { temporaryDirectory } from '../support/database.ts';
import { ManualClock } from '../support/manual-clock.ts';

function announcing() {
  const clock = new ManualClock(0);
  const heard: (readonly [number, EventName])[] = [];
  const announcer = new Announcer(clock, (name) => void heard.push([clock.nowMs(), name]));
  return { clock, heard, announce: (name: EventName) => announcer.announce(name) };
}

test('the first of many is announced at once', async () => {
  const { heard, announce } = announcing();
  announce('files.changed');
  announce('files.changed');
  await Promise.resolve();
  expect(heard).toEqual([[0, 'files.changed']]);
});

test('many in a short time are announced a few times, and the last is never forgotten', async () => {
  const { clock, heard, announce } = announcing();
  for (let count = 0; count < 1_000; count++) {
    announce('files.changed');
    await clock.advance(count < 20 ? 10 : 0);
  }
  expect(heard).toEqual([
    [0, 'files.changed'],
    [120, 'files.changed'],
  ]);
  await clock.advance(1_000);
  expect(heard.at(-1)).toEqual([240, 'files.changed']);
  expect(heard).toHaveLength(3);
  expect(clock.nextWakeMs).toBeNull();
});

test('one that comes while nothing rests is announced at once', async () => {
  const { clock, heard, announce } = announcing();
  announce('files.changed');
  await clock.advance(500);
  announce('files.changed');
  await Promise.resolve();
  expect(heard.at(-1)).toEqual([500, 'files.changed']);
});

test('one kind does not hold another back', async () => {
  const { heard, announce } = announcing();
  announce('files.changed');
  announce('status.changed');
  await Promise.resolve();
  expect(heard.map(([, name]) => name)).toEqual(['files.changed', 'status.changed']);
});

test('what is announced within a transaction is committed when another connection hears of it', async () => {
  const path = join(temporaryDirectory(), 'announced.db');
  const writer = new Database(path);
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE file (name TEXT)');
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => [reader, writer].forEach((db) => db.close()));
  const names = reader.prepare('SELECT name FROM file').pluck();
  const read: unknown[] = [];
  const announcer = new Announcer(new ManualClock(0), () => void read.push(names.all()));
  const write = writer.transaction(() => {
    writer.exec("INSERT INTO file VALUES ('aurora.png')");
    announcer.announce('files.changed');
  });
  write.immediate();
  await Promise.resolve();
  expect(read).toEqual([['aurora.png']]);
});
