import SQLite from 'better-sqlite3';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eraseRecords } from '../../../electron/database/outbox/erase-records.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { copyOutboxInUse } from '../../../electron/database/recovery/copy-outbox.ts';
import { countedCopies } from '../../../electron/database/recovery/outbox-copies.ts';
import { snapshotsOf } from '../../../electron/database/recovery/snapshots.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { aChangeSet, aConnection, anAttempt, anEdit, connectionA, uuid } from '../../support/builders.ts';
import { aProfile, openedAtMs, temporaryDirectory } from '../../support/database.ts';

/** Longer than a page, so that its pages are freed when it goes. */
const SECRET = 'the name that a person wants gone';
const RECORD = `${'x'.repeat(20_000)}${SECRET}`;

/** A profile in use, with an edit and what a service answered. */
function inUse() {
  const directory = temporaryDirectory();
  const { outbox } = aProfile(directory);
  const path = join(directory, 'outbox.db');
  connectionsTable(outbox).put(aConnection());
  outboxTable(outbox).enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1))] }));
  outboxTable(outbox).beginAttempt(anAttempt(1));
  outbox
    .prepare("UPDATE attempts SET answered_raw = ?, is_resolved = 1, ended_at_ms = 1, outcome = 'answered'")
    .run(RECORD);
  return { directory, path, outbox, snapshots: snapshotsOf(path) };
}

async function aSnapshot({ path, snapshots }: ReturnType<typeof inUse>, nowMs = openedAtMs): Promise<string> {
  await copyOutboxInUse(path, snapshots.part);
  snapshots.keep(nowMs);
  return `${path}.snapshot-${nowMs}`;
}

test('a snapshot of an outbox in use holds what is in its log too, in one file of its owner', async () => {
  const world = inUse();
  expect(statSync(`${world.path}-wal`).size).toBeGreaterThan(0);
  const file = await aSnapshot(world);
  expect(countedCopies(world.path)).toEqual([
    { name: `outbox.db.snapshot-${openedAtMs}`, kind: 'snapshot', atMs: openedAtMs, edits: 1 },
  ]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(world.directory).filter((name) => name.includes('snapshot'))).toHaveLength(1);
});

test('an edit during the copy is in it or not, and the copy is whole', async () => {
  const world = inUse();
  const copying = copyOutboxInUse(world.path, world.snapshots.part);
  for (let number = 2; number < 40; number += 1) {
    outboxTable(world.outbox).enqueue(aChangeSet(number, { edits: [anEdit(number, uuid(number))] }));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await copying;
  world.snapshots.keep(openedAtMs);
  expect(countedCopies(world.path)[0]!.edits).toBeGreaterThan(0);
});

/** The bytes of an outbox whose log is folded in, with one page overwritten. */
function damagedBytes({ outbox, path }: ReturnType<typeof inUse>): Buffer {
  outbox.pragma('wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(path);
  const page = Array.from({ length: bytes.length / 4_096 }, (_, at) => at * 4_096).find(
    (at) => bytes[at] === 0x0d && bytes.subarray(at, at + 4_096).includes('xxxxxxxx'),
  )!;
  return bytes.fill(0x5a, page, page + 4_096);
}

test('of a damaged outbox no snapshot is made', async () => {
  const path = join(temporaryDirectory(), 'outbox.db');
  writeFileSync(path, damagedBytes(inUse()));
  await expect(copyOutboxInUse(path, `${path}.snapshot.part`)).rejects.toThrow();
});

test('what is erased from the outbox is erased from its snapshots, to the last byte', async () => {
  const world = inUse();
  const file = await aSnapshot(world);
  expect(readFileSync(file).includes(SECRET)).toBe(true);
  world.snapshots.erase((copy) => eraseRecords(copy, connectionA));
  expect(readFileSync(file).includes(SECRET)).toBe(false);
  expect(countedCopies(world.path)[0]!.edits).toBe(1);
});

test('a snapshot from which nothing can be erased is removed, and a damaged queue that was set aside stays', async () => {
  const world = inUse();
  const file = await aSnapshot(world);
  const db = new SQLite(file);
  db.exec('DROP TABLE activity');
  db.close();
  const damaged = `${world.path}.replaced-1`;
  writeFileSync(damaged, 'this was never a database, though it is long enough to be one');
  world.snapshots.erase((copy) => eraseRecords(copy, connectionA));
  expect([existsSync(file), existsSync(damaged)]).toEqual([false, true]);
});

test('a damaged queue that was set aside with its log stays as it is, byte for byte, when something is erased', () => {
  const world = inUse();
  const aside = `${world.path}.replaced-1`;
  writeFileSync(aside, damagedBytes(world));
  outboxTable(world.outbox).enqueue(aChangeSet(2, { edits: [anEdit(2, uuid(2))] }));
  writeFileSync(`${aside}-wal`, readFileSync(`${world.path}-wal`));
  const bytes = () => ['', '-wal'].map((ending) => existsSync(aside + ending) && readFileSync(aside + ending));
  const before = bytes();
  world.snapshots.erase((copy) => eraseRecords(copy, connectionA));
  expect(bytes()).toEqual(before);
});

test('the snapshots that the plan does not keep are removed, and so is what a crash left half', async () => {
  const world = inUse();
  for (let hour = 0; hour < 5; hour += 1) await aSnapshot(world, openedAtMs + hour * 3_600_000);
  expect(world.snapshots.madeAtMs()).toEqual([4, 3, 2].map((hour) => openedAtMs + hour * 3_600_000));
  writeFileSync(`${world.snapshots.part}-journal`, 'half');
  world.snapshots.discard();
  expect(readdirSync(world.directory).filter((name) => name.includes('part'))).toEqual([]);
});
