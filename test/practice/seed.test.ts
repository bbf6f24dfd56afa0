import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { CID } from 'multiformats/cid';
import { expect, it, onTestFinished } from 'vitest';
import { accountTable } from '../../electron/practice/tables/account-table.ts';
import { NotAPracticeDatabaseError, openPracticeDatabase } from '../../electron/practice/tables/schema.ts';
import { seededFiles } from '../../electron/practice/seed/seed-files.ts';
import { seededKeys } from '../../electron/practice/seed/seed-keys.ts';
import { startPractice } from '../../electron/practice/server.ts';
import { startedPractice } from './started-practice.ts';

const files = [...seededFiles(1, 0, 10_000, 10_000)];
const keys = [...seededKeys(1, 'user', 400)];

function share(holds: (file: (typeof files)[number]) => boolean): number {
  return files.filter(holds).length / files.length;
}

function databaseFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'practice-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'practice.db');
}

it('makes the same files and keys of the same seed, and others of another', () => {
  expect([...seededFiles(1, 0, 50, 10_000)]).toEqual(files.slice(0, 50));
  expect([...seededFiles(1, 30, 50, 10_000)]).toEqual(files.slice(30, 50));
  expect([...seededKeys(1, 'user', 400)]).toEqual(keys);
  expect([...seededFiles(2, 0, 1, 10_000)][0]!.id).not.toBe(files[0]!.id);
});

it('makes distinct ids, well-formed CIDs of every kind, and creation times in order', () => {
  expect(new Set(files.map(({ id }) => id)).size).toBe(files.length);
  const kinds = new Set<string>();
  for (const { cid } of files.filter((file) => file.cid !== 'pending')) {
    const parsed = CID.parse(cid);
    expect(parsed.toString()).toBe(cid);
    kinds.add(`${parsed.version}/${parsed.code}`);
  }
  expect([...kinds].sort()).toEqual(['0/112', '1/112', '1/85']);
  const created = files.map(({ createdAt }) => createdAt);
  expect(created).toEqual(created.toSorted());
  expect(created.every((text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text))).toBe(true);
});

it('makes an account such as people have', () => {
  expect(share(({ network }) => network === 'public')).toBeCloseTo(0.7, 1);
  expect(share(({ name }) => name === null)).toBeCloseTo(0.01, 1);
  expect(share(({ cid }) => cid === 'pending')).toBeGreaterThan(0);
  expect(share(({ mimeType }) => mimeType === null)).toBeGreaterThan(0);
  expect(share(({ groupId }) => groupId === null)).toBeCloseTo(0.4, 1);
  expect(new Set(files.map(({ mimeType }) => mimeType)).size).toBeGreaterThan(20);
  expect(new Set(files.map(({ cid }) => cid)).size).toBeLessThan(files.length);
  expect(new Set(files.map(({ keyvalues }) => keyvalues?.size)).size).toBe(12);
  expect(files.filter(({ mimeType }) => mimeType === 'directory').every(({ numberOfFiles }) => numberOfFiles > 1)).toBe(
    true,
  );
  expect(files.every(({ sizeBytes }) => Number.isSafeInteger(sizeBytes) && sizeBytes >= 0)).toBe(true);
});

it.each([
  ['Arabic', /\p{Script=Arabic}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hangul', /\p{Script=Hangul}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['combining accents', /[a-z]\u0301/u],
  ['emoji joined to one', /\u{1f469}\u200d/u],
  ['a markup', /<b>/],
  ['an override of direction', /\u202e/],
])('names some files with %s', (_, pattern) => {
  expect(files.some(({ name }) => pattern.test(name ?? ''))).toBe(true);
});

it('makes keys in every condition, with distinct ids and values', () => {
  expect(keys).toHaveLength(400);
  expect(new Set(keys.flatMap(({ id, key }) => [id, key])).size).toBe(800);
  const conditions = keys.map(({ revoked, maxUses, uses }) =>
    [revoked ? 'revoked' : 'living', maxUses === null ? 'unlimited' : uses >= maxUses ? 'exhausted' : 'limited'].join(),
  );
  expect([...new Set(conditions)].sort()).toEqual([
    'living,exhausted',
    'living,limited',
    'living,unlimited',
    'revoked,exhausted',
    'revoked,unlimited',
  ]);
  const scopes = new Set(keys.map((key) => JSON.stringify(key.scopes)));
  expect(scopes.size).toBeGreaterThan(8);
});

it('fills ten thousand files in less than two and a half seconds of processor time', async () => {
  const before = process.cpuUsage();
  await startedPractice({ fileCount: 10_000, keyCount: 400 });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_500);
});

it('fills anew what was cut short', async () => {
  const databasePath = databaseFile();
  const first = await startPractice({ databasePath, fileCount: 10, keyCount: 8 });
  await first.close();
  const database = openPracticeDatabase(databasePath);
  const account = accountTable(database).read()!;
  accountTable(database).write({ ...account, seeded: false });
  database.exec('DELETE FROM files');
  database.close();
  const again = await startedPractice({ databasePath, fileCount: 10, keyCount: 8 });
  expect(again.control.state().fileCount).toBe(10);
  expect(again.tokens).toEqual(first.tokens);
});

it.each([0, 1])('refuses a database of others with version %i, and leaves it as it is', async (version) => {
  const databasePath = databaseFile();
  const foreign = new Database(databasePath);
  foreign.exec('CREATE TABLE precious (words TEXT)');
  foreign.pragma(`user_version = ${version}`);
  foreign.close();
  await expect(startPractice({ databasePath })).rejects.toThrow(NotAPracticeDatabaseError);
  const after = new Database(databasePath);
  expect(after.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['precious']);
  after.close();
});

it('refuses a database of another version', async () => {
  const databasePath = databaseFile();
  const later = openPracticeDatabase(databasePath);
  later.pragma('user_version = 99');
  later.close();
  await expect(startPractice({ databasePath })).rejects.toThrow(NotAPracticeDatabaseError);
});

it('says when a port is taken, and lets go of the other', async () => {
  const practice = await startedPractice();
  const taken = Number(new URL(practice.baseUrl).port);
  const options = { databasePath: ':memory:', fileCount: 1 };
  await expect(startPractice({ ...options, port: taken })).rejects.toThrow('EADDRINUSE');
  const other = await startPractice(options);
  const free = Number(new URL(other.baseUrl).port);
  await other.close();
  await expect(startPractice({ ...options, port: free, controlPort: taken })).rejects.toThrow('EADDRINUSE');
  await startedPractice({ ...options, port: free });
});

it('closes twice without complaint', async () => {
  const practice = await startedPractice();
  await practice.close();
});
