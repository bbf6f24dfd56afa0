import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import { exportPending } from '../../electron/export-pending.ts';
import { startFailureMessage } from '../../electron/hosting/start.ts';
import { aChangeSet, anEdit, uuid } from '../support/builders.ts';
import { aProfile, temporaryDirectory } from '../support/database.ts';

vi.setConfig({ testTimeout: 60_000 });

const FILES = Array.from({ length: 300 }, (_, at) => at + 1);

/** A profile with an edit of each of 300 files, closed. */
function closedProfile(harm: (outbox: string) => void = () => undefined): string {
  const directory = temporaryDirectory();
  const profile = aProfile(directory);
  outboxTable(profile.outbox).enqueue(aChangeSet(1, { edits: FILES.map((file) => anEdit(file, uuid(file))) }));
  profile.close();
  harm(join(directory, 'outbox.db'));
  return directory;
}

const idsIn = (file: string): readonly string[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { edits: { id: string }[] }).edits.map(({ id }) => id);

const PAGE_BYTES = 4_096;
const LEAF_OF_A_TABLE = 0x0d;

/** Overwrites the page of the table that holds edit 150, and with it some of its neighbours. */
function overwrite(outbox: string): void {
  const bytes = readFileSync(outbox);
  const isHit = (at: number): boolean =>
    bytes[at] === LEAF_OF_A_TABLE && bytes.subarray(at, at + PAGE_BYTES).includes(anEdit(150).id);
  const pages = Array.from({ length: bytes.length / PAGE_BYTES }, (_, page) => page * PAGE_BYTES);
  const at = pages.find(isHit);
  if (at === undefined) throw new Error('No page holds edit 150');
  bytes.fill(0x5a, at, at + PAGE_BYTES);
  writeFileSync(outbox, bytes);
}

describe('the waiting edits', () => {
  test('of a profile in good order are written to a file only its owner may read', async () => {
    const directory = closedProfile();
    const file = join(temporaryDirectory(), 'edits.json');
    expect(await exportPending(directory, file)).toEqual({
      isComplete: true,
      sentence: `300 waiting edits written to ${file}.`,
    });
    expect(idsIn(file)).toEqual(FILES.map((number) => anEdit(number).id));
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(aProfile(directory).warnings).toEqual([]);
  });

  test('of a damaged queue are written as far as they can be read, and the queue stays as it is', async () => {
    const directory = closedProfile(overwrite);
    const before = readFileSync(join(directory, 'outbox.db'));
    const file = join(temporaryDirectory(), 'edits.json');
    const { isComplete, sentence } = await exportPending(directory, file);
    expect(isComplete).toBe(false);
    expect(sentence).toMatch(/^\d+ waiting edits written to .*\. \d+ waiting edits could not be read\./);
    const written = idsIn(file);
    expect(written.length).toBeGreaterThan(200);
    expect(written).toContain(anEdit(300).id);
    expect(written).not.toContain(anEdit(150).id);
    expect(readFileSync(join(directory, 'outbox.db'))).toEqual(before);
  });

  test('of a queue that a newer version wrote are written, with what this version knows of them', async () => {
    const directory = closedProfile((outbox) => {
      const db = new SQLite(outbox);
      db.exec("ALTER TABLE edits ADD COLUMN of_later TEXT NOT NULL DEFAULT 'unknown'");
      db.pragma('user_version = 99');
      db.close();
    });
    const path = join(directory, 'outbox.db');
    const before = readFileSync(path);
    expect(startFailureMessage({ kind: 'fromTheFuture', path })).toContain('--export-pending');
    const file = join(temporaryDirectory(), 'edits.json');
    expect(await exportPending(directory, file)).toMatchObject({ isComplete: true });
    expect(idsIn(file)).toEqual(FILES.map((number) => anEdit(number).id));
    expect(readFileSync(path)).toEqual(before);
  });

  test.each([
    ['is empty', (outbox: string) => truncateSync(outbox, 0), /^Nothing of .*outbox\.db could be read/],
    ['is something else', (outbox: string) => writeFileSync(outbox, 'x'.repeat(9_000)), /^Nothing of .* could be read/],
  ] as const)('of a queue that %s cannot be written, and that is said', async (_, harm, sentence) => {
    const file = join(temporaryDirectory(), 'edits.json');
    const exported = await exportPending(closedProfile(harm), file);
    expect(exported).toEqual({ isComplete: false, sentence: expect.stringMatching(sentence) });
    expect(existsSync(file)).toBe(false);
  });

  test('replace no file, and where there is no queue that is said', async () => {
    const file = join(temporaryDirectory(), 'edits.json');
    writeFileSync(file, 'kept');
    const taken = await exportPending(closedProfile(), file);
    expect([taken.isComplete, taken.sentence, readFileSync(file, 'utf8')]).toEqual([
      false,
      `${file} is there already; choose another name.`,
      'kept',
    ]);
    const empty = temporaryDirectory();
    const none = await exportPending(empty, join(empty, 'edits.json'));
    expect(none.sentence).toBe(`There is no queue in ${empty}.`);
    const nowhere = await exportPending(closedProfile(), join(file, 'below', 'edits.json'));
    expect(nowhere.sentence).toContain('could not be written');
  });
});

test('a start on a damaged queue says the way out, and the way out works', async () => {
  const directory = closedProfile(overwrite);
  const file = join(temporaryDirectory(), 'edits.json');
  const words = ['electron/serve.ts', '--profile', directory, '--port', '0', '--no-open'];
  const started = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  started.stderr.on('data', (chunk) => (said += String(chunk)));
  // The page shows a screen meanwhile, so that the host stays.
  await vi.waitUntil(() => said.includes('start with --export-pending FILE'), { timeout: 50_000 });
  started.kill();
  await once(started, 'exit');
  const exported = spawnSync(process.execPath, [...words, '--export-pending', file], { encoding: 'utf8' });
  expect([exported.status, exported.stderr]).toEqual([1, expect.stringContaining(`written to ${file}`)]);
  expect(idsIn(file).length).toBeGreaterThan(200);
});

test('of a damaged copy, which can be made anew, no such thing is said', () => {
  expect(startFailureMessage({ kind: 'damaged', path: '/p/mirror.db', detail: 'x' })).not.toContain('--export-pending');
});
