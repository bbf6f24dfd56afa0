import type { Database } from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Bitmap } from '../../../electron/database/facet-index/bitmap.ts';
import { termText } from '../../../electron/database/facet-index/facet-terms.ts';
import type { FilesTable } from '../../../electron/database/mirror/mirror.ts';
import { aChange, aFile, connectionA, connectionB, fileOf, observed, uuid } from '../../support/builders.ts';
import { backfillFacetIndex } from '../../support/backfill-facet-index.ts';
import { aMirror, indexingOf } from '../../support/database.ts';
import type { FieldChange } from '../../../src/domain/edits/edit.ts';
import type { FileRecord } from '../../../src/domain/files/file.ts';
import { unseen } from '../../support/unseen.ts';

const seen = { seenAtMs: 5, requestSeq: 1, scanId: null };
const noChanges = (): readonly FieldChange[] => [];

const put = (files: FilesTable, ...records: readonly FileRecord[]): number =>
  files.put(
    connectionA,
    records.map((record) => observed(record)),
    seen,
    noChanges,
  );

test('a record comes back as the service said it, and so does its text', () => {
  const { files } = aMirror();
  const record = aFile({
    name: 'a\0b\u0007\u202e\ud800',
    keyvalues: [
      ['__proto__', 'x'],
      ['constructor', ''],
    ],
  });
  const raw = '{"name": "as it came",  "x": 1e3}';
  files.put(connectionA, [observed(record, raw)], seen, noChanges);
  expect(files.get(fileOf())).toEqual({ record, raw, seenAtMs: 5, requestSeq: 1 });
  expect(files.get(fileOf(uuid(1), 'private'))).toBeNull();
  expect(files.get(fileOf(uuid(1), 'public', connectionB))).toBeNull();
});

test('an unchanged record is only marked as seen', () => {
  const { files } = aMirror();
  expect([put(files, aFile()), put(files, aFile())]).toEqual([1, 0]);
  const asked: unknown[] = [];
  files.put(connectionA, [observed(aFile())], { seenAtMs: 9, requestSeq: 3, scanId: 'p' }, (key) => {
    asked.push(key);
    return [];
  });
  expect(asked).toEqual([]);
  expect(files.get(fileOf())).toMatchObject({ seenAtMs: 9, requestSeq: 3 });
});

test('what is shown is the record with the open edits replayed', () => {
  const { db, files } = aMirror();
  const changes = [aChange({ mine: 'dawn.png' }), aChange({ field: 'key:env', base: 'prod', mine: null })];
  files.put(connectionA, [observed(aFile())], seen, () => changes);
  expect(shown(db)).toEqual([{ shown_name: 'dawn.png', state: 3, open_changes: 2, metadata: 0 }]);
  expect(files.get(fileOf())?.record).toEqual(aFile());
  files.project(fileOf(), []);
  expect(shown(db)).toEqual([{ shown_name: 'aurora.png', state: 5, open_changes: 0, metadata: 1 }]);
  files.project(fileOf('not-in-the-copy'), changes);
});

test('a pass of a listing finds the files it did not meet', async () => {
  const { files } = aMirror();
  const meet = (ids: readonly string[], requestSeq: number, scanId: string | null) =>
    files.put(
      connectionA,
      ids.map((id) => observed(aFile({ id }))),
      { seenAtMs: 1, requestSeq, scanId },
      noChanges,
    );
  meet(['a', 'b', 'c'], 1, 'first');
  files.put(connectionA, [observed(aFile({ id: 'z', network: 'private' }))], { ...seen, scanId: 'first' }, noChanges);
  meet(['a'], 11, 'second');
  meet(['b'], 12, null);
  meet(['new'], 13, null);
  expect(await unseen(files, 'public', 'second', 10)).toEqual([{ network: 'public', id: 'c' }]);
  expect(await unseen(files, 'public', 'never-begun', 1)).toEqual([]);
});

test('a file met by a pass and then read by itself counts as met', async () => {
  const { files } = aMirror();
  const meet = (requestSeq: number, scanId: string | null) =>
    files.put(connectionA, [observed(aFile())], { seenAtMs: 1, requestSeq, scanId }, noChanges);
  meet(1, 'pass');
  meet(2, null);
  expect(await unseen(files, 'public', 'pass', 100)).toEqual([]);
});

test('wiping one copy leaves the other whole', () => {
  const { db, files } = aMirror();
  put(files, aFile(), aFile({ id: 'b' }));
  files.put(connectionB, [observed(aFile())], seen, noChanges);
  const index = indexingOf(db);
  index.all();
  files.setCursor(connectionA, 'files', aCursor);
  files.wipe(connectionA);
  index.all();
  expect(files.get(fileOf())).toBeNull();
  expect(files.cursor(connectionA, 'files')).toBeNull();
  expect(files.get(fileOf(uuid(1), 'public', connectionB))).not.toBeNull();
  expect(rowCounts(db)).toEqual(new Set([1]));
  files.wipe(connectionB);
  index.all();
  expect(rowCounts(db)).toEqual(new Set([0]));
  put(files, aFile());
  index.all(1);
  expect(rowCounts(db)).toEqual(new Set([1]));
});

test('cursors and the time of the last full check survive, each for its connection', () => {
  const { files } = aMirror();
  files.setCursor(connectionA, 'files', aCursor);
  files.setCaughtUp(connectionA, 77);
  expect([files.cursor(connectionA, 'files'), files.caughtUpAtMs(connectionA)]).toEqual([aCursor, 77]);
  expect([files.cursor(connectionB, 'files'), files.caughtUpAtMs(connectionB)]).toEqual([null, null]);
  files.setCursor(connectionA, 'files', null);
  expect(files.cursor(connectionA, 'files')).toBeNull();
});

test('a failed batch leaves no trace', () => {
  const { db, files } = aMirror();
  const fails = () =>
    files.atomically(() => {
      put(files, aFile());
      throw new Error('no');
    });
  expect(fails).toThrow('no');
  expect(rowCounts(db)).toEqual(new Set([0]));
  expect(db.prepare('SELECT count(*) FROM row_sets').pluck().get()).toBe(0);
});

test('counters and sets are what counting anew gives, whatever was put, replayed or removed', () => {
  const maybe = (...values: readonly string[]) => fc.constantFrom(null, ...values);
  const text = fc.constantFrom('', 'x', '__proto__', '\ud800', '\ufffd', '\0', "it's", '😀', 'y'.repeat(300));
  const step = fc.record({
    verb: fc.constantFrom('put', 'put', 'put', 'project', 'remove', 'index'),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    network: fc.constantFrom('public', 'private'),
    mimeType: maybe('image/png', 'text/plain', 'a\nb', '\ud800'),
    groupId: maybe('g1', 'g2'),
    sizeBytes: fc.option(fc.integer({ min: 0, max: 2 ** 40 })),
    createdAt: maybe('2026-01-01T00:00:00Z', '', 'x'),
    name: maybe('x', 'y'),
    keyvalues: fc.uniqueArray(fc.tuple(text, text), { maxLength: 3, selector: ([key]) => key }),
    edited: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const { db, files } = aMirror();
      const index = indexingOf(db);
      for (const { verb, id, network, edited, ...rest } of steps) {
        const of = fileOf(id, network);
        const changes = edited ? [aChange({ mine: `mine of ${id}` })] : [];
        if (verb === 'put') files.put(connectionA, [observed(aFile({ id, network, ...rest }))], seen, () => changes);
        if (verb === 'project') files.project(of, changes);
        if (verb === 'remove') files.remove(of);
        if (verb === 'index') index.slice(2);
      }
      const kept = setsKept(db);
      db.exec('DELETE FROM row_sets; DELETE FROM row_set_blocks; UPDATE copies SET size_bytes = 0');
      backfillFacetIndex(db);
      expect(kept).toEqual(setsKept(db));
      expect([kept.counts, kept.orphans]).toEqual([countsAnew(db), 0]);
      expect(kept.rows.every(([, rows], place) => rows.length === kept.counts[place]?.[3])).toBe(true);
      index.all(3);
      expect(rowCounts(db).size).toBe(1);
    }),
    { numRuns: 100 },
  );
});

const aCursor = {
  job: 'files',
  scanId: 'p',
  position: null,
  done: 3,
  startedAtMs: 1,
  startedRequestSeq: 2,
  fruitlessPages: 1,
};

const shown = (db: Database): unknown[] =>
  db
    .prepare(
      `SELECT shown_name, state, open_changes, (SELECT count(*) FROM metadata AS m WHERE m.row_id = files.row_id)
       AS metadata FROM files`,
    )
    .all();

/** Of tables that have a row for each file. */
const rowCounts = (db: Database): Set<unknown> =>
  new Set(
    ['files', 'records', 'sightings', 'search_texts', 'search_index'].map((table) =>
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ),
  );

/** Every set with its rows, and the sizes of the copies. */
function setsKept(db: Database) {
  const sets = z
    .array(z.tuple([z.string(), z.string(), z.string(), z.number(), z.string().nullable(), z.number()]))
    .parse(db.prepare('SELECT field, key, value, count, folded, number FROM row_sets').raw().all());
  const select = db.prepare<[number], Buffer>('SELECT rows FROM row_set_blocks WHERE number = ?').pluck();
  // No test here has as many rows as a block.
  const rowsOf = (number: number): readonly number[] => {
    const mask = new Bitmap(1);
    for (const rows of select.all(number)) mask.addBlock(0, rows);
    return number < 0 ? [-number] : mask.rowIds();
  };
  const orphans = 'SELECT count(*) FROM row_set_blocks WHERE number NOT IN (SELECT number FROM row_sets)';
  return {
    rows: sets.map(([, , , , folded, number]) => [folded, rowsOf(number)] as const),
    counts: sets.map(([field, key, value, count]) => [field, key, value, count]),
    orphans: db.prepare(orphans).pluck().get(),
    sizeBytes: db.prepare('SELECT size_bytes FROM copies').pluck().all(),
  };
}

/** By SQL alone, of what can be counted without knowing how sets are named. */
function countsAnew(db: Database): unknown {
  const long = (column: string) =>
    `CASE WHEN length(replace(${column}, char(0), '.')) > 100 THEN '${long64k}' ELSE ${column} END`;
  return db
    .prepare(
      /* sql */ `
      SELECT field, key, value, count FROM (
        SELECT 'family' AS field, '' AS key, substr(mime_type, 1, instr(mime_type, '/') - 1) AS value, count(*) AS count
          FROM files WHERE instr(mime_type, '/') > 1 GROUP BY value
        UNION ALL SELECT 'group', '', group_id, count(*) FROM files WHERE group_id IS NOT NULL GROUP BY group_id
        UNION ALL SELECT 'key', '', ${long('key')} AS name, count(*) FROM metadata GROUP BY name
        UNION ALL SELECT 'month', '', substr(created_at, 1, 7) AS month, count(*) FROM files
          WHERE created_at IS NOT NULL GROUP BY month
        UNION ALL SELECT 'network', '', network, count(*) FROM files GROUP BY network
        UNION ALL SELECT field, key, value, count FROM row_sets WHERE field = 'sizeStep'
        UNION ALL SELECT 'state', '', 'waiting', count(*) FROM files WHERE open_changes > 0
        UNION ALL SELECT 'type', '', mime_type, count(*) FROM files WHERE mime_type IS NOT NULL GROUP BY mime_type
        UNION ALL SELECT 'value', ${long('key')} AS name, ${long('value')} AS said, count(*) FROM metadata
          GROUP BY name, said
      ) WHERE count > 0 ORDER BY field, key, value
    `,
    )
    .raw()
    .all();
}

const long64k = termText('y'.repeat(300));
