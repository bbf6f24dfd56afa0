import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { damageWatch, noteDamage } from '../../../electron/database/mirror/found-damage.ts';
import { openMirror } from '../../../electron/database/mirror/open-mirror.ts';
import { aProfile, temporaryDirectory } from '../../support/database.ts';
import { zeroLeafOf } from './damaged-mirror.ts';

const malformed = new SQLite.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
/** As an error arrives from another thread. */
const malformedElsewhere = Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT_INDEX' });

/** A closed mirror, of which a page may be zeroed. */
function closedMirror(isDamaged: boolean): { directory: string; path: string } {
  const directory = temporaryDirectory();
  const path = join(directory, 'mirror.db');
  aProfile(directory).close();
  if (isDamaged) zeroLeafOf(path, 'files');
  return { directory, path };
}

function opened(path: string, nowMs: number) {
  const mirror = openMirror(path, nowMs);
  onTestFinished(() => void mirror.db.close());
  return mirror;
}

const named = (directory: string) => readdirSync(directory).filter((name) => name.startsWith('mirror.db.'));

describe('an error of damage', () => {
  test.each([malformed, malformedElsewhere])('of a damaged mirror is noted, and told once: %o', (error) => {
    const { directory, path } = closedMirror(true);
    const isOfMirror = damageWatch(path, () => 0);
    expect([isOfMirror(error), isOfMirror(error), named(directory)]).toEqual([true, false, ['mirror.db.damage-found']]);
  });

  test('of another file leaves a sound mirror alone, and is looked into every ten minutes', () => {
    const { directory, path } = closedMirror(false);
    let nowMs = 0;
    const isOfMirror = damageWatch(path, () => nowMs);
    expect([isOfMirror(malformed), named(directory)]).toEqual([false, []]);
    zeroLeafOf(path, 'files');
    nowMs = 599_999;
    expect(isOfMirror(malformed)).toBe(false);
    nowMs = 600_000;
    expect(isOfMirror(malformed)).toBe(true);
  });

  test('is looked into again after the clock was set back', () => {
    const { path } = closedMirror(false);
    let nowMs = 86_400_000;
    const isOfMirror = damageWatch(path, () => nowMs);
    expect(isOfMirror(malformed)).toBe(false);
    zeroLeafOf(path, 'files');
    nowMs = 0;
    expect(isOfMirror(malformed)).toBe(true);
  });

  test.each([new SQLite.SqliteError('full', 'SQLITE_FULL'), new Error('a bug'), 'text'])(
    'is no other error, which is not looked into: %o',
    (error) => {
      const { directory, path } = closedMirror(true);
      expect([damageWatch(path, () => 0)(error), named(directory)]).toEqual([false, []]);
    },
  );

  test('that the disk does not take down is no reason to open the mirror again', () => {
    const { path } = closedMirror(true);
    mkdirSync(`${path}.damage-found.new`);
    expect(damageWatch(path, () => 0)(malformed)).toBe(false);
  });

  test('of a mirror that was taken away is not about the mirror', () => {
    const { path } = closedMirror(true);
    rmSync(path);
    expect(damageWatch(path, () => 0)(malformed)).toBe(false);
  });
});

test('a mirror with a note is set aside unread, and the note goes', () => {
  const { directory, path } = closedMirror(true);
  noteDamage(path, 'a page of it');
  const { warnings } = opened(path, 7);
  expect(warnings).toEqual([expect.stringMatching(/was damaged \(a page of it\).*mirror\.db\.damaged-7 /)]);
  expect(named(directory)).toEqual(['mirror.db.damaged-7']);
  expect(opened(path, 8).warnings).toEqual([]);
});

test('of the damaged mirrors that were set aside the latest is kept: a failing disk would fill up with them', () => {
  const { directory, path } = closedMirror(true);
  for (const nowMs of [7, 8, 9]) {
    noteDamage(path, 'a page of it');
    openMirror(path, nowMs).db.close();
  }
  expect(named(directory)).toEqual(['mirror.db.damaged-9']);
});

test('nothing is said any more of a damaged mirror that was erased since', () => {
  const { path } = closedMirror(true);
  noteDamage(path, 'a page of it');
  const mirror = opened(path, 7);
  rmSync(`${path}.damaged-7`);
  expect(mirror.warnings).toEqual([]);
  expect(existsSync(path)).toBe(true);
});
