import SQLite, { type Database } from 'better-sqlite3';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { deleteMirror } from '../../../electron/database/mirror/delete-mirror.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { keysTable } from '../../../electron/database/keys/keys-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { fetchJobsTable } from '../../../electron/database/signatures/fetch-jobs-table.ts';
import { signaturesTable } from '../../../electron/database/signatures/signatures-table.ts';
import type { ConnectionId } from '../../../src/domain/core/ids.ts';
import {
  aFile,
  aFileQuery,
  aKey,
  connectionA,
  connectionB,
  observed,
  observedKey,
  uuid,
} from '../../support/builders.ts';
import { aProfile, closedAfterwards, idsOf, indexingOf, noPause, temporaryDirectory } from '../../support/database.ts';

const seen = { seenAtMs: 1, requestSeq: 1, scanId: null };
const secrets = ['QUAGMIRE', 'quagmire', 'ZEPPELIN', 'zeppelin', 'XYLOPHON', 'signed-by-owl'];

const aCursor = {
  ...{ job: 'files:public', position: '1000', done: 1_000 },
  ...{ startedAtMs: 1, startedRequestSeq: 1, fruitlessPages: 0 },
};

/** A profile with two connections whose files, keys and signatures hold words that are found nowhere else. */
function twoCopies() {
  const directory = temporaryDirectory();
  const { mirror } = aProfile(directory);
  const [files, keys, signatures] = [filesTable(mirror), keysTable(mirror), signaturesTable(mirror)];
  const index = indexingOf(mirror);
  const fill = (id: ConnectionId, word: string): void => {
    const many = Array.from({ length: 300 }, (_, at) =>
      observed(aFile({ id: uuid(at + 1), name: `${word} ${at}`, keyvalues: [[`${word}-key`, `${word}-${at}`]] })),
    );
    files.put(id, many, seen, () => []);
    index.all();
  };
  fill(connectionA, 'QUAGMIRE');
  fill(connectionB, 'harmless');
  files.put(connectionA, [observed(aFile({ id: uuid(9_000), groupId: 'ZEPPELIN' }))], seen, () => []);
  keys.put(connectionA, [observedKey(aKey({ name: 'XYLOPHON' }))], { seenAtMs: 1, scanId: 'p' });
  signatures.put(connectionA, 'public', 'bafk', { signature: 'signed-by-owl', fetchedAtMs: 1 });
  for (const id of [connectionA, connectionB]) {
    const jobs = fetchJobsTable(mirror);
    jobs.begin(id, { startedAtMs: 1, onlyMissing: false, selection: null });
    jobs.add(id, [{ network: 'public', cid: 'bafy-wanted' }]);
    // A scan that went on in the middle of a list would leave the new copy half empty.
    files.setCursor(id, 'files:public', { ...aCursor, scanId: id });
  }
  const onDisk = (): string =>
    ['mirror.db', 'mirror.db-wal', 'search.db', 'search.db-wal']
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join('');
  const reader = openReader(join(directory, 'mirror.db'), noPause);
  onTestFinished(() => reader.close());
  const wipe = (): void => {
    files.wipe(connectionA);
    keys.wipe(connectionA);
  };
  return { directory, mirror, index, wipe, onDisk, reader };
}

test('what is erased is found neither in the file nor in its log', () => {
  const { mirror, wipe, onDisk } = twoCopies();
  expect(secrets.filter((word) => onDisk().includes(word))).toContain('QUAGMIRE');
  deleteMirror(mirror, wipe);
  expect(secrets.filter((word) => onDisk().includes(word))).toEqual([]);
  expect(mirror.pragma('secure_delete', { simple: true })).toBe(0);
});

test('a damaged mirror that was set aside goes with the one that took its place', () => {
  const { directory, mirror, wipe, onDisk } = twoCopies();
  const aside = join(directory, 'mirror.db.damaged-1');
  for (const ending of ['', '-wal']) writeFileSync(aside + ending, onDisk(), 'latin1');
  writeFileSync(join(directory, 'mirror.db.mine'), 'a file of the person');
  deleteMirror(mirror, wipe);
  expect(readdirSync(directory).filter((name) => name.startsWith('mirror.db.'))).toEqual(['mirror.db.mine']);
});

test('erasing one copy leaves the others, which can be searched at once and once the index is built again', async () => {
  const { directory, mirror, index, wipe, reader } = twoCopies();
  deleteMirror(mirror, wipe);
  const found = async () => {
    const { count } = await reader.open(connectionB, aFileQuery({ search: '"harmless 29"' }));
    return count;
  };
  expect(await found()).toBe(11);
  index.all();
  expect(await found()).toBe(11);
  expect(await idsOf(reader, {})).toEqual([]);
  const search = closedAfterwards(new SQLite(join(directory, 'search.db')));
  search.exec(`INSERT INTO search_index (search_index) VALUES ('integrity-check')`);
});

/** How many rows every table has of a connection, or of files that are gone. */
function rowsOf(mirror: Database, id: ConnectionId): Readonly<Record<string, number>> {
  const tables = mirror.prepare<[], string>(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'",
  );
  const hasColumn = (table: string, column: string): boolean =>
    mirror.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column) !== undefined;
  const count = (sql: string, ...words: readonly string[]): number =>
    mirror
      .prepare<string[], number>(`SELECT count(*) FROM ${sql}`)
      .pluck()
      .get(...words) ?? 0;
  const ofCopy = '(SELECT number FROM copies WHERE connection_id = ?)';
  return Object.fromEntries(
    tables
      .pluck()
      .all()
      .flatMap((table): [string, number][] => {
        if (hasColumn(table, 'copy')) return [[table, count(`${table} WHERE copy IN ${ofCopy}`, id)]];
        if (table === 'row_changes' || table === 'index_notes' || !hasColumn(table, 'row_id')) return [];
        return [
          [
            `orphans of ${table}`,
            count(`${table} WHERE row_id NOT IN (SELECT row_id FROM files UNION SELECT row_id FROM api_keys)`),
          ],
        ];
      }),
  );
}

test('no table keeps a row of an erased copy, and every one keeps those of the other', () => {
  const { mirror, wipe } = twoCopies();
  const before = rowsOf(mirror, connectionA);
  const others = rowsOf(mirror, connectionB);
  expect(before).toMatchObject({
    files: 301,
    api_keys: 1,
    signatures: 1,
    signature_jobs: 1,
    signature_wants: 1,
    listing_cursors: 1,
  });
  deleteMirror(mirror, wipe);
  expect(rowsOf(mirror, connectionA)).toEqual(Object.fromEntries(Object.keys(before).map((table) => [table, 0])));
  expect(rowsOf(mirror, connectionB)).toEqual(others);
});
