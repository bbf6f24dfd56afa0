import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { projectedNames } from '../../../electron/database/mirror/projected-file.ts';
import { historyTable, type HistoryValue, undoTable } from '../../../electron/database/outbox/history-tables.ts';
import {
  connectionsTable,
  libraryLooksTable,
  preferencesTable,
  savedViewsTable,
} from '../../../electron/database/profile/profile-tables.ts';
import { signaturesTable } from '../../../electron/database/signatures/signatures-table.ts';
import { diskFailure } from '../../../electron/database/sqlite/errors.ts';
import { type SavedView, savedViewId } from '../../../src/domain/files/queries.ts';
import {
  aChange,
  aConnection,
  aFile,
  aFileQuery,
  aKeyQuery,
  connectionA,
  connectionB,
  fileOf,
  observed,
  uuid,
} from '../../support/builders.ts';
import { aMirror, anOutbox } from '../../support/database.ts';

test('connections are listed in the order they were added, changed in place, and removed', () => {
  const table = connectionsTable(anOutbox().db);
  const [a, b] = [aConnection(), aConnection({ id: connectionB, name: 'Home' })];
  for (const one of [a, b]) table.put(one);
  table.put({ ...a, paused: true });
  expect(table.list()).toEqual([{ ...a, paused: true }, b]);
  table.remove(a.id);
  expect([table.get(a.id), table.get(b.id)]).toEqual([null, b]);
});

test('a connection that is removed takes its undo history, the rest of an undo and the trace of a self-test along', () => {
  const { db } = anOutbox();
  const undo = undoTable(db, (stored) =>
    z.object({ undo: z.array(z.object({ title: z.string() })), redo: z.array(z.never()) }).parse(stored),
  );
  for (const id of [connectionA, connectionB]) {
    undo.set(id, { undo: [{ title: 'a step' }], redo: [] });
    undo.journal.add(id, 'a part');
    db.prepare("INSERT INTO self_tests (connection_id, self_test_json) VALUES (?, '{}')").run(id);
  }
  connectionsTable(db).remove(connectionA);
  const left = ['undo_steps', 'undo_runs', 'self_tests'].map((table) =>
    db.prepare(`SELECT connection_id FROM ${table}`).pluck().all(),
  );
  expect(left).toEqual([[connectionB], [connectionB], [connectionB]]);
  expect([undo.get(connectionA), undo.get(connectionB)]).toEqual([
    { undo: [], redo: [] },
    { undo: [{ title: 'a step' }], redo: [] },
  ]);
});

test('a removal that is refused half way leaves the connection and what lies beside it, to be removed again', () => {
  const { db } = anOutbox();
  const [table, views] = [connectionsTable(db), savedViewsTable(db)];
  const view: SavedView = { about: 'files', id: savedViewId.parse(uuid(1)), name: 'Drafts', query: aFileQuery() };
  table.put(aConnection());
  views.set(connectionA, [view]);
  db.exec("CREATE TEMP TRIGGER refuse BEFORE DELETE ON saved_views BEGIN SELECT RAISE(ABORT, 'no room'); END");
  expect(() => table.remove(connectionA)).toThrow('no room');
  expect([table.get(connectionA), views.list(connectionA)]).toEqual([aConnection(), [view]]);
  db.exec('DROP TRIGGER refuse');
  table.remove(connectionA);
  expect([table.get(connectionA), views.list(connectionA)]).toEqual([null, []]);
});

test('a connection is as it was last put, also when putting it came to nothing', () => {
  const { db, outbox } = anOutbox();
  const table = connectionsTable(db);
  const first = aConnection();
  table.put(first);
  const failing = (): void =>
    outbox.atomically(() => {
      table.put({ ...first, name: 'never' });
      expect(table.get(first.id)?.name).toBe('never');
      throw new Error('the disk is full');
    });
  expect(failing).toThrow('the disk is full');
  expect(table.get(first.id)).toEqual(first);
  table.put({ ...first, name: 'second' });
  expect(table.get(first.id)?.name).toBe('second');
});

test('saved views are kept in their order for each connection, and go with it', () => {
  const { db } = anOutbox();
  const [table, connections] = [savedViewsTable(db), connectionsTable(db)];
  const views: readonly SavedView[] = [
    { id: savedViewId.parse(uuid(2)), name: '😀', about: 'files', query: aFileQuery() },
    { id: savedViewId.parse(uuid(1)), name: 'k', about: 'keys', query: aKeyQuery({ power: 'delete' }) },
  ];
  table.set(connectionA, views);
  table.set(connectionB, views.slice(1));
  connections.remove(connectionB);
  expect([table.list(connectionA), table.list(connectionB)]).toEqual([views, []]);
  // As they were kept before there were views of keys.
  const { about: _, ...old } = views[0]!;
  db.prepare('UPDATE saved_views SET views_json = ?').run(JSON.stringify([old]));
  expect(table.list(connectionA)).toEqual(views.slice(0, 1));
});

test('a view that cannot be read takes no other one along, and a damaged list is an empty one', () => {
  const { db } = anOutbox();
  connectionsTable(db).put(aConnection({ id: connectionA }));
  const table = savedViewsTable(db);
  const sound: SavedView = { id: savedViewId.parse(uuid(1)), name: 'one', about: 'files', query: aFileQuery() };
  table.set(connectionA, [sound]);
  db.pragma('ignore_check_constraints = ON');
  const damage = db.prepare('UPDATE saved_views SET views_json = ?');
  damage.run(JSON.stringify([{ ...sound, name: 7 }, sound]));
  expect(table.list(connectionA)).toEqual([sound]);
  damage.run('[{"id":');
  expect(table.list(connectionA)).toEqual([]);
});

test('a damaged visit of the library is none', () => {
  const { db } = anOutbox();
  connectionsTable(db).put(aConnection({ id: connectionA }));
  db.pragma('ignore_check_constraints = ON');
  const damage = db.prepare('INSERT OR REPLACE INTO library_looks (connection_id, look_json) VALUES (?, ?)');
  for (const json of ['{"visi', '{}']) {
    damage.run(connectionA, json);
    expect(libraryLooksTable(db).get(connectionA)).toBeNull();
  }
});

test('preferences are kept whole', () => {
  const table = preferencesTable(anOutbox().db);
  expect(table.get()).toBeNull();
  table.set({ theme: 'dark' });
  table.set({ theme: 'light', more: [1] });
  expect(table.get()).toEqual({ theme: 'light', more: [1] });
});

test('values that gave way are listed newest first', () => {
  const table = historyTable(anOutbox().db);
  const past = (value: string | null, atMs: number): HistoryValue => ({
    field: 'key:env',
    value,
    source: 'mine',
    atMs,
    editId: null,
  });
  table.put(fileOf(), past('first', 2));
  table.put(fileOf(), past(null, 1));
  table.put(fileOf('other'), past('elsewhere', 3));
  expect(table.list(fileOf())).toEqual([past(null, 1), past('first', 2)]);
});

test('a signature is kept, also that there is none', () => {
  const table = signaturesTable(aMirror().db);
  expect(table.get(connectionA, 'public', 'cid')).toBeNull();
  table.put(connectionA, 'public', 'cid', { signature: null, fetchedAtMs: 1 });
  const unchecked = { checkedAtMs: null, address: null, date: null };
  const notSigned = { signature: null, fetchedAtMs: 1, status: 'notSigned' };
  expect(table.get(connectionA, 'public', 'cid')).toEqual({ ...notSigned, ...unchecked });
  table.put(connectionA, 'public', 'cid', { signature: '0xabc', fetchedAtMs: 2 });
  const malformed = { signature: '0xabc', fetchedAtMs: 2, status: 'malformed' };
  expect(table.get(connectionA, 'public', 'cid')).toEqual({ ...malformed, ...unchecked });
  expect(table.get(connectionB, 'public', 'cid')).toBeNull();
});

test('names are those that are shown', () => {
  const { db, files } = aMirror();
  files.put(connectionA, [observed(aFile())], { seenAtMs: 1, requestSeq: 1, scanId: null }, () => [
    aChange({ mine: 'dawn.png' }),
  ]);
  expect(projectedNames(db)(connectionA, [fileOf('nobody'), fileOf()])).toEqual([null, 'dawn.png']);
});

test('what a disk says is told apart from bugs', () => {
  const reason = (code: string) => diskFailure(new SQLite.SqliteError('words', code))?.reason;
  expect(
    ['SQLITE_FULL', 'SQLITE_READONLY_DBMOVED', 'SQLITE_IOERR_FSYNC', 'SQLITE_CANTOPEN', 'SQLITE_CONSTRAINT'].map(
      reason,
    ),
  ).toEqual(['diskFull', 'readOnly', 'diskError', 'diskError', undefined]);
  expect(diskFailure(new Error('SQLITE_FULL'))).toBeNull();
});

test('a full disk is told as such, and nothing of the edit stays', () => {
  const { db } = anOutbox();
  const pages = db.pragma('page_count', { simple: true });
  db.pragma(`max_page_count = ${Number(pages)}`);
  let caught: unknown;
  try {
    preferencesTable(db).set({ long: 'x'.repeat(1_000_000) });
  } catch (error) {
    caught = error;
  }
  expect(diskFailure(caught)?.reason).toBe('diskFull');
  expect(preferencesTable(db).get()).toBeNull();
});
