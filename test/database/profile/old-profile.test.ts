import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { keyAlertsTable } from '../../../electron/database/keys/key-alerts-table.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { createdIndex } from '../../../electron/database/mirror/migrations/0004-created-index.ts';
import { mirrorSchema } from '../../../electron/database/mirror/open-mirror.ts';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { historyTable, undoTable } from '../../../electron/database/outbox/history-tables.ts';
import { outboxSchema } from '../../../electron/database/outbox/open-outbox.ts';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import {
  connectionsTable,
  preferencesTable,
  savedViewsTable,
  selfTestsTable,
} from '../../../electron/database/profile/profile-tables.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { fetchJobsTable } from '../../../electron/database/signatures/fetch-jobs-table.ts';
import { knownSignersTable } from '../../../electron/database/signatures/signatures-table.ts';
import { migrate, type Schema } from '../../../electron/database/sqlite/migrate.ts';
import { indexQueue } from '../../../electron/database/text-index/index-queue.ts';
import { connectionId, fileId } from '../../../src/domain/core/ids.ts';
import { started } from '../../ipc/running-core.ts';
import { accountRefA, aFileQuery } from '../../support/builders.ts';
import { aProfile, closedAfterwards, noPause, makeSortIndexes } from '../../support/database.ts';
import { anOldProfile, oldProfileOpenedAtMs } from '../../support/old-profile.ts';

const connectionOfIt = connectionId.parse('35fba29a-86c9-4f8e-b0f4-1e1621479332');
const accountOfIt = { origin: 'http://127.0.0.1:50505', account: '7a75b68a-b799-477c-a7ce-46ba176512cf' };
const publicFile = (id: string) => ({
  connectionId: connectionOfIt,
  network: 'public' as const,
  id: fileId.parse(id),
});

function opened() {
  const profile = aProfile(anOldProfile(), oldProfileOpenedAtMs);
  const reader = openReader(profile.mirrorPath, noPause);
  onTestFinished(() => reader.close());
  return { ...profile, reader };
}

/** Names of the files that a search finds, as they are shown. */
async function found(reader: ReturnType<typeof opened>['reader'], search: string): Promise<readonly unknown[]> {
  const { viewId } = await reader.open(connectionOfIt, aFileQuery({ search }));
  await reader.counted(viewId);
  return ((await reader.window(viewId, 0, 200)) ?? []).map(({ name, state }) => [name, state]);
}

test('a profile of the build before the first release opens, and nothing is wrong with it', () => {
  const { warnings, outbox, mirror } = opened();
  expect(warnings).toEqual([]);
  expect([outbox, mirror].map((db) => db.pragma('user_version', { simple: true }))).toEqual([21, 14]);
});

test('its edits are where they were, each with its status', () => {
  const { outbox } = opened();
  const edits = outboxTable(outbox);
  const queries = changeQueries(outbox);
  const statusesOf = (id: string) =>
    edits
      .keptEdits(publicFile(id))
      .flatMap(({ changes }) => changes.map(({ field, status, mine }) => [field, status, mine]));
  expect(statusesOf('9d87b780-a19a-4b38-b9ed-73f2826e6de5')).toEqual([
    ['name', 'settled', 'Settled by the old build.txt'],
  ]);
  expect(statusesOf('49a2e760-1a4b-4bd6-96a0-b60ac53f0b18')).toEqual([
    ['name', 'queued', 'Überraschung, still queued.txt'],
    ['key:waits', 'queued', 'yes'],
  ]);
  expect(statusesOf('be606076-f462-4d1e-938d-d04c513a3f95')).toEqual([['name', 'held', 'Held.txt']]);
  expect(statusesOf('c058a845-5dee-4408-a0d7-c1df42cfe08d')).toEqual([['name', 'conflicted', 'Renamed here.txt']]);
  expect(statusesOf('1e0b0da2-5f79-4a28-9da5-69807b71d70d')).toEqual([
    ['name', 'refused', 'A name that is longer than this service takes.txt'],
  ]);
  expect(statusesOf('7b46a465-bfbd-4c34-804a-b0a725d46a96')).toEqual([['name', 'gone', 'An edit of a gone file.txt']]);
  expect(queries.tabCounts(connectionOfIt)).toEqual({
    needsYou: 4,
    waiting: 1,
    held: 1,
    sent: 5,
    discarded: 1,
    open: 6,
  });
  expect(queries.conflicts(connectionOfIt, null).map(({ mine, server }) => [mine, server])).toEqual([
    ['Renamed here.txt', 'Renamed by somebody else.txt'],
  ]);
  expect(edits.sendableFiles(connectionOfIt, accountOfIt, oldProfileOpenedAtMs, 10).map(({ id }) => id)).toEqual([
    '49a2e760-1a4b-4bd6-96a0-b60ac53f0b18',
  ]);
});

test('its undo history and its displaced values are there', () => {
  const { outbox, mirror } = opened();
  const undo = undoTable(outbox, (stored) =>
    z
      .object({ undo: z.array(z.object({ title: z.string() })), redo: z.array(z.object({ title: z.string() })) })
      .parse(stored),
  );
  expect(undo.get(connectionOfIt).undo.at(-1)?.title).toMatch(/^Discard: Rename .* to Discarded\.txt$/);
  const file = publicFile('239be6ef-b11d-456b-8436-7342ec700d0c');
  const displaced = historyTable(outbox).list(file);
  expect(displaced.map(({ source, value }) => [source, value])).toEqual([['server', 'Theirs gave way.txt']]);
  const observed = filesTable(mirror).observedValues(file);
  expect(observed.map(({ value }) => value)).toEqual(['Theirs gave way.txt', 'minutes archive catalogue 3039.mp4']);
  const left = outbox.prepare("SELECT count(*) FROM field_history WHERE source = 'observed'").pluck().get();
  expect(left).toBe(0);
});

test('its delayed checks are due for the account that they were made for, and for no other', () => {
  const { outbox } = opened();
  const { dueChecks, nextCheckMs } = outboxTable(outbox);
  expect(dueChecks(connectionOfIt, accountOfIt, Number.MAX_SAFE_INTEGER)).toHaveLength(2);
  expect(nextCheckMs(connectionOfIt, accountOfIt)).toBeGreaterThan(0);
  expect(dueChecks(connectionOfIt, accountRefA, Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('its connection, preferences, saved views, known signers, key alerts and self-test are there', () => {
  const { outbox } = opened();
  expect(connectionsTable(outbox).list()).toMatchObject([
    { id: connectionOfIt, name: 'Practice of spring', paused: true, checkEveryMinutes: 7 },
  ]);
  expect(preferencesTable(outbox).get()).toMatchObject({ theme: 'dark', letterKeys: false, keyAlertDays: 30 });
  expect(savedViewsTable(outbox).list(connectionOfIt)).toMatchObject([
    { name: 'Spring', about: 'files', query: { search: 'settled' } },
    { name: 'Images', about: 'files', query: { type: 'image/*' } },
  ]);
  expect(knownSignersTable(outbox).list()).toHaveLength(3);
  expect(keyAlertsTable(outbox).list(connectionOfIt)).toMatchObject([
    { kind: 'share', name: 'Limited to 25 calls', uses: 21, limit: 25, dismissed: false },
  ]);
  expect(selfTestsTable(outbox).get(connectionOfIt)).toMatchObject({ key: 'pinfold-self-test-d2936633' });
});

test('its files are listed, counted and found, while a text index of this version is built', async () => {
  const { mirror, reader } = opened();
  expect(indexQueue(mirror).isBehind()).toBe(true);
  expect(reader.counts(connectionOfIt)).toMatchObject({ all: 48, public: 32, private: 16, edited: 6 });
  expect(await found(reader, 'uberraschung')).toEqual([['Überraschung, still queued.txt', 'waiting']]);
  expect(await found(reader, 'settled by')).toEqual([['Settled by the old build.txt', 'onServer']]);
  expect(await found(reader, 'somebody else')).toEqual([]);
  expect(await found(reader, '')).toHaveLength(48);
});

test('its API keys and signatures are there, and so is the fetch job that was under way', () => {
  const { mirror, reader } = opened();
  expect(reader.keyCounts(connectionOfIt)).toEqual({ all: 12, active: 6, limited: 1, exhausted: 4, revoked: 1 });
  expect(reader.signatureCounts(connectionOfIt)).toMatchObject({
    all: 24,
    statuses: { notSigned: 12, valid: 9, noMatch: 3 },
  });
  const jobs = fetchJobsTable(mirror);
  expect([jobs.get(connectionOfIt)?.total, jobs.next(connectionOfIt, 10).length]).toEqual([6, 6]);
});

test('the core starts over it and answers with what the old build answered', async () => {
  const { get } = await started({ profileDirectory: anOldProfile() });
  const input = { connectionId: connectionOfIt };
  expect(await get('undo.state', input)).toEqual({
    undo: 'Discard: Rename rehearsal_3277.json to Discarded.txt',
    undoId: '11 1284b626-52fd-4eaf-9964-89647cf71398',
    redo: null,
  });
  const { rows } = await get('changes.list', { ...input, tab: 'waiting', search: 'überr', from: 0, to: 10 });
  expect(rows.map(({ title, queued }) => [title, queued])).toEqual([
    ['Set waits = yes and 1 more on reçu œuvre 942.png', 2],
  ]);
});

/** Definitions of a file, without how they are laid out and without what SQLite keeps for itself. */
function definitionsIn(db: Database): readonly unknown[] {
  const laidOutAlike = (sql: string): string =>
    sql
      .replaceAll(/--.*$/gm, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([(),]) ?/g, '$1');
  return db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY type, name")
    .raw()
    .all()
    .map((row) => z.tuple([z.string(), z.string(), z.string().transform(laidOutAlike).nullable()]).parse(row));
}

/** Columns as SQLite reads them. */
const columnsIn = (db: Database): readonly unknown[] =>
  db
    .prepare(
      `SELECT one.name, info.* FROM sqlite_schema AS one, pragma_table_xinfo(one.name) AS info
       WHERE one.type = 'table' AND one.name NOT LIKE 'search!_index%' ESCAPE '!' ORDER BY one.name, info.cid`,
    )
    .all();

const firstOf = (schema: Schema): Schema => ({ ...schema, migrations: [schema.migrations[0]] });

test.each([
  ['outbox.db', (db: Database) => migrate(db, firstOf(outboxSchema))],
  // Indexes for sorting are made after the first copy, and the old build made the one by creation with them.
  ['mirror.db', (db: Database) => (migrate(db, firstOf(mirrorSchema)), makeSortIndexes(db), db.exec(createdIndex.up))],
])('%s has the schema that the first migration makes', (name, make) => {
  const fresh = closedAfterwards(new SQLite(':memory:'));
  make(fresh);
  const old = closedAfterwards(new SQLite(join(anOldProfile(), name), { readonly: true }));
  expect(definitionsIn(old)).toEqual(definitionsIn(fresh));
  expect(columnsIn(old)).toEqual(columnsIn(fresh));
});

test('its outbox and its mirror get the schemas of fresh ones', () => {
  const { outbox, mirror } = opened();
  const fresh = (schema: Schema): Database => {
    const db = closedAfterwards(new SQLite(':memory:'));
    migrate(db, schema);
    return db;
  };
  const [freshOutbox, freshMirror] = [fresh(outboxSchema), fresh(mirrorSchema)];
  makeSortIndexes(freshMirror);
  expect([definitionsIn(outbox), columnsIn(outbox)]).toEqual([definitionsIn(freshOutbox), columnsIn(freshOutbox)]);
  expect([definitionsIn(mirror), columnsIn(mirror)]).toEqual([definitionsIn(freshMirror), columnsIn(freshMirror)]);
});
