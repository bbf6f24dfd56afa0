import SQLite from 'better-sqlite3';
import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProfile } from '../../../electron/database/profile/open-profile.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import { fileId } from '../../../src/domain/core/ids.ts';
import { aChangeSet, aConnection, connectionA, uuid } from '../../support/builders.ts';
import { aProfile, noPause, openedAtMs, temporaryDirectory } from '../../support/database.ts';
import { zeroPage } from '../mirror/damaged-mirror.ts';

const posix = process.platform !== 'win32';

test('the outbox is opened so that a power cut takes nothing that was saved', () => {
  const { outbox } = aProfile();
  expect(outbox.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(outbox.pragma('synchronous', { simple: true })).toBe(2);
  outboxTable(outbox).enqueue(aChangeSet(1));
  expect(outbox.pragma('synchronous', { simple: true })).toBe(2);
});

test('the outbox is durable again when it is opened a second time', () => {
  const directory = temporaryDirectory();
  aProfile(directory).close();
  expect(aProfile(directory).outbox.pragma('synchronous', { simple: true })).toBe(2);
});

test.runIf(posix)('only the owner may read the files', () => {
  const directory = join(temporaryDirectory(), 'profile');
  const profile = aProfile(directory);
  outboxTable(profile.outbox).enqueue(aChangeSet(1));
  const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(new Set(modes)).toEqual(new Set([0o600]));
});

test.runIf(posix).each([0o755, 0o770])(
  'a folder that was there keeps its mode %o, and only the owner may read the files in it',
  (mode) => {
    const directory = temporaryDirectory();
    chmodSync(directory, mode);
    outboxTable(aProfile(directory).outbox).enqueue(aChangeSet(1));
    const modes = readdirSync(directory).map((name) => statSync(join(directory, name)).mode & 0o777);
    expect([statSync(directory).mode & 0o777, new Set(modes)]).toEqual([mode, new Set([0o600])]);
  },
);

test('a second instance on the same profile is told that it is in use', () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  expect(openProfile(directory, openedAtMs)).toEqual({
    ok: false,
    failure: { kind: 'profileInUse', path: directory },
  });
  first.close();
  expect(openProfile(directory, openedAtMs).ok).toBe(true);
});

test('a profile whose text index the disk keeps from being made anew is closed all the same', () => {
  const directory = temporaryDirectory();
  const opened = openProfile(directory, openedAtMs);
  if (!opened.ok) throw new Error(opened.failure.kind);
  const { outbox, mirror, close } = opened.value;
  const path = join(directory, 'search.db');
  rmSync(path);
  mkdirSync(path);
  expect(close).toThrow('not a regular file');
  expect([outbox.open, mirror.open]).toEqual([false, false]);
  rmSync(path, { recursive: true });
  expect(openProfile(directory, openedAtMs).ok).toBe(true);
});

test('an outbox from a newer release is refused and left as it is', () => {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  profile.outbox.pragma('user_version = 99');
  profile.close();
  const before = readFileSync(join(directory, 'outbox.db'));
  expect(openProfile(directory, openedAtMs)).toEqual({
    ok: false,
    failure: { kind: 'fromTheFuture', path: join(directory, 'outbox.db') },
  });
  expect(readFileSync(join(directory, 'outbox.db'))).toEqual(before);
});

test.each([
  ['another SQLite program', (path: string) => void new SQLite(path).exec('CREATE TABLE theirs (x)').close()],
  ['a web page', (path: string) => writeFileSync(path, `<!doctype html>${' '.repeat(5_000)}`)],
  ['a directory', (path: string) => void mkdirSync(path)],
])('%s in place of the outbox is damage, and is not touched', (_what, make) => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.db');
  make(path);
  const before = statSync(path).isFile() ? readFileSync(path) : null;
  const opened = openProfile(directory, openedAtMs);
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'damaged', path } });
  expect(statSync(path).isFile() ? readFileSync(path) : null).toEqual(before);
});

test.each([
  ['empty', (path: string) => writeFileSync(path, '')],
  ['overwritten in the middle', (path: string) => writeFileSync(path, withNoise(readFileSync(path)))],
])('an outbox that is %s is damage when edits were kept in it', (_what, spoil) => {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.db');
  const profile = aProfile(directory);
  outboxTable(profile.outbox).enqueue(aChangeSet(1));
  profile.close();
  spoil(path);
  expect(openProfile(directory, openedAtMs)).toMatchObject({ ok: false, failure: { kind: 'damaged', path } });
});

test('an empty outbox that never held anything is a fresh start', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'outbox.db'), '');
  expect(openProfile(directory, openedAtMs)).toMatchObject({ ok: true, value: { warnings: [] } });
});

test.each([
  ['overwritten', (path: string) => writeFileSync(path, withNoise(readFileSync(path)))],
  ['not SQLite', (path: string) => writeFileSync(path, 'nonsense'.repeat(1_000))],
  ['of another program', (path: string) => void new SQLite(path).pragma('application_id = 7')],
])('a mirror that is %s is set aside and begun anew', (_what, spoil) => {
  const directory = temporaryDirectory();
  const path = join(directory, 'mirror.db');
  aProfile(directory).close();
  spoil(path);
  const profile = aProfile(directory, 12_345);
  expect(profile.warnings).toEqual([expect.stringContaining('mirror.db.damaged-12345')]);
  expect(readdirSync(directory)).toContain('mirror.db.damaged-12345');
  const reader = openReader(profile.mirrorPath, noPause);
  expect(reader.counts(connectionA).all).toBe(0);
  reader.close();
});

test('whichever page of a mirror was zeroed after an end in order, the profile opens', () => {
  const sound = temporaryDirectory();
  const seed = aProfile(sound);
  connectionsTable(seed.outbox).put(aConnection());
  starsTable(seed.outbox).toggle(connectionA, [{ network: 'public', id: fileId.parse(uuid(1)) }]);
  seed.close();
  const pages = statSync(join(sound, 'mirror.db')).size / 4_096;
  const refused: unknown[] = [];
  for (let page = 1; page <= pages; page += 1) {
    const directory = temporaryDirectory();
    cpSync(sound, directory, { recursive: true });
    zeroPage(join(directory, 'mirror.db'), page);
    const opened = openProfile(directory, 12_345);
    if (opened.ok) opened.value.close();
    else refused.push([page, opened.failure]);
  }
  expect([pages > 10, refused]).toEqual([true, []]);
});

test('a profile directory that cannot be made is told as not writable', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'file'), '');
  const opened = openProfile(join(directory, 'file', 'profile'), openedAtMs);
  expect(opened).toMatchObject({ ok: false, failure: { kind: 'notWritable' } });
});

function withNoise(content: Buffer): Buffer {
  return Buffer.concat([content.subarray(0, 100), Buffer.alloc(content.length - 100, 0x5a)]);
}

test.each(['{}', '7', '{"id":1}'])(
  'a connection that something else has written over leads to the recovery: %s',
  (json) => {
    const directory = temporaryDirectory();
    const profile = aProfile(directory);
    connectionsTable(profile.outbox).put(aConnection());
    profile.outbox.prepare('UPDATE connections SET connection_json = ?').run(json);
    profile.close();
    expect(openProfile(directory, openedAtMs)).toEqual({
      ok: false,
      failure: {
        kind: 'damaged',
        path: join(directory, 'outbox.db'),
        detail: 'it holds a row that Pinfold did not write',
      },
    });
  },
);

test('a change set whose id is none leads to the recovery', () => {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  outboxTable(profile.outbox).enqueue(aChangeSet(1));
  profile.outbox.pragma('foreign_keys = OFF');
  profile.outbox.exec("UPDATE change_sets SET connection_id = 'none'");
  profile.close();
  expect(openProfile(directory, openedAtMs)).toMatchObject({ ok: false, failure: { kind: 'damaged' } });
});
