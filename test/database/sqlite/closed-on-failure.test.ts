import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openMirror } from '../../../electron/database/mirror/open-mirror.ts';
import { closedOnFailure } from '../../../electron/database/sqlite/closed-on-failure.ts';
import { openToRead, textIndexPath } from '../../../electron/database/text-index/open-text-index.ts';
import { sqliteOutput } from '../../../electron/export/sqlite-output.ts';
import { noPause, openedAtMs, temporaryDirectory } from '../../support/database.ts';

/** The files of a folder that this process has open. */
const openIn = (directory: string): readonly string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    const path = linkOf(`/proc/self/fd/${number}`);
    return path?.startsWith(directory) ? [path] : [];
  });

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    // The descriptor with which the folder was read is closed again.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

test('a database that cannot be prepared is closed, and one that can stays open', () => {
  const [broken, whole] = [new SQLite(':memory:'), new SQLite(':memory:')];
  const failed = new Error('not prepared');
  const prepare = (): never => {
    throw failed;
  };
  expect(() => closedOnFailure(broken, prepare)).toThrow(failed);
  expect([closedOnFailure(whole, (db) => db === whole), broken.open, whole.open]).toEqual([true, false, true]);
});

describe.runIf(process.platform === 'linux')('no file stays open', () => {
  test('of a mirror whose text index cannot be read', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'mirror.db');
    openMirror(path, openedAtMs).db.close();
    mkdirSync(textIndexPath(path));
    expect(() => openToRead(path, 2)).toThrow('unable to open database');
    expect(openIn(directory)).toEqual([]);
  });

  test('of an export that another program wrote into meanwhile', () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'export.part');
    writeFileSync(path, 'x'.repeat(4_096));
    expect(() => sqliteOutput(path, new Map(), noPause)).toThrow('file is not a database');
    expect(openIn(directory)).toEqual([]);
  });
});
