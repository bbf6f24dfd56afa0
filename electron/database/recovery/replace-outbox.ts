import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { onceReleasedNow } from '../../../src/domain/core/held-files.ts';
import { highWaterMarkPath } from '../outbox/edit-counters.ts';
import { blockingThread, syncDirectory, syncFile } from '../sqlite/durable-files.ts';
import { lookAt } from '../sqlite/private-files.ts';
import { copiesOf } from './outbox-copies.ts';

/** A database and its log. The log is only right under the name of its database (https://sqlite.org/wal.html). */
const ENDINGS = ['', '-wal', '-shm'];

/**
 * Puts another outbox in the place of this one, which is kept with its log and its mark as `outbox.db.replaced-TIME`. The
 * new one is made whole beside first. The old mark stays until the new one takes its place: an outbox that a kill left
 * missing is then damage at the next start, and never a fresh one.
 *
 * @param prepare makes the new outbox at the path it is given, and leaves it closed
 * @throws what `prepare` throws; nothing is replaced then, and nothing of the new outbox is left
 */
export function replaceOutbox(path: string, nowMs: number, prepare: (part: string) => void): void {
  const part = `${path}.part`;
  removeOutbox(part);
  try {
    prepare(part);
  } catch (error) {
    removeOutbox(part);
    throw error;
  } finally {
    removeMigrationSnapshots(part);
  }
  for (const file of filesOf(part)) syncFile(file);
  setAside(path, nowMs);
  for (const ending of ENDINGS.toReversed()) move(part + ending, path + ending);
  move(highWaterMarkPath(part), highWaterMarkPath(path));
  syncDirectory(dirname(path));
}

/** Copies an outbox with its log and its mark. */
export function copyOutbox(from: string, to: string): void {
  for (const ending of ['', '-wal']) copy(from + ending, to + ending);
  copy(highWaterMarkPath(from), highWaterMarkPath(to));
}

/** Removes an outbox whose content is in another place. */
export function removeOutbox(path: string): void {
  for (const file of filesOf(path)) onceReleasedNow(() => rmSync(file, { force: true }), blockingThread);
}

/** An earlier version is migrated on its way, and the copy that it was made of is removed: what it was stays beside the outbox. */
export function keepMigrationSnapshots(part: string, path: string): void {
  for (const snapshot of migrationSnapshots(part)) move(snapshot, path + snapshot.slice(part.length));
}

/** The copy that an earlier version was made of is kept already. */
function removeMigrationSnapshots(part: string): void {
  for (const snapshot of migrationSnapshots(part)) rmSync(snapshot, { force: true });
}

const migrationSnapshots = (part: string): readonly string[] =>
  readdirSync(dirname(part))
    .filter((name) => name.startsWith(`${basename(part)}.before-`))
    .map((name) => join(dirname(part), name));

function setAside(path: string, nowMs: number): void {
  const aside = unfinished(path) ?? freeName(path, nowMs);
  copy(highWaterMarkPath(path), highWaterMarkPath(aside));
  for (const ending of ENDINGS) move(path + ending, aside + ending);
}

/** A kill may have parted a database from its log: the log belongs to the database that was set aside last. */
function unfinished(path: string): string | null {
  if (lookAt(path) !== null || lookAt(`${path}-wal`) === null) return null;
  const last = readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.replaced-`) && /\d$/.test(name))
    .toSorted()
    .at(-1);
  if (last === undefined) return null;
  const aside = join(dirname(path), last);
  // Whoever has looked into it since has left an empty log beside it (https://sqlite.org/wal.html#readonly).
  return (lookAt(`${aside}-wal`)?.size ?? 0) === 0 ? aside : null;
}

/** Later than all before it, also where the clock was set back: what was set aside after another is told by its name. */
function freeName(path: string, nowMs: number): string {
  const before = copiesOf(path).filter(({ kind }) => kind === 'replaced');
  let atMs = Math.max(nowMs, ...before.map((copy) => copy.atMs + 1));
  while (filesOf(`${path}.replaced-${atMs}`).length > 0) atMs += 1;
  return `${path}.replaced-${atMs}`;
}

const filesOf = (path: string): readonly string[] =>
  [...ENDINGS.map((ending) => path + ending), highWaterMarkPath(path)].filter((file) => lookAt(file) !== null);

function move(from: string, to: string): void {
  if (lookAt(from) !== null) onceReleasedNow(() => renameSync(from, to), blockingThread);
}

function copy(from: string, to: string): void {
  if (lookAt(from) === null) return;
  copyFileSync(from, to);
  syncFile(to);
}
