import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { draftsTable } from '../../../electron/database/profile/drafts-table.ts';
import { fileNotesTable } from '../../../electron/database/profile/file-notes-table.ts';
import { connectionsTable, savedViewsTable } from '../../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import { openProfile } from '../../../electron/database/profile/open-profile.ts';
import { carryOver } from '../../../electron/database/recovery/carry-over.ts';
import { recoveryActions } from '../../../electron/database/recovery/recovery-actions.ts';
import { type SavedView, savedViewId } from '../../../src/domain/files/queries.ts';
import { knownSignersTable } from '../../../electron/database/signatures/signatures-table.ts';
import { aConnection, aFileQuery, connectionA, fileOf, uuid } from '../../support/builders.ts';
import { numberOf } from '../../../electron/database/sqlite/column-parsers.ts';
import { anOutbox, aProfile, openedAtMs } from '../../support/database.ts';
import { closedProfile, damage } from './damaged-queue.ts';

const key = (number: number) => ({ network: 'public' as const, id: fileOf(uuid(number)).id });

/** A profile with a star (of file 1), two notes, two drafts and a connection, whose outbox was then written over. */
function altered(sql: string): string {
  const directory = closedProfile(({ outbox }) => {
    for (const number of [1, 2]) {
      fileNotesTable(outbox).put(connectionA, key(number), `note ${number}`);
      draftsTable(outbox).keep(fileOf(uuid(number)), { part: 'name', base: 'a', text: 'b' }, number);
    }
  });
  const db = new SQLite(join(directory, 'outbox.db'));
  expect(db.prepare(sql).run().changes).toBe(1);
  db.close();
  return directory;
}

const startFresh = (directory: string): void =>
  recoveryActions(join(directory, 'outbox.db'), () => openedAtMs).startFresh();

test('a star or a note under an id that no file has is one too few, and no reason against a start', () => {
  const ofStar = aProfile(altered(`UPDATE stars SET file_id = '/'`));
  expect(starsTable(ofStar.outbox).list(connectionA)).toEqual([]);
  const ofNote = aProfile(altered(`UPDATE file_notes SET file_id = '/' WHERE file_id = '${uuid(1)}'`));
  expect(fileNotesTable(ofNote.outbox).list(connectionA)).toEqual([key(2)]);
  expect(ofNote.mirror.prepare(`SELECT file_id FROM file_marks WHERE mark = 'note'`).pluck().all()).toEqual([uuid(2)]);
});

test('a draft that something else has written over hides no other draft', () => {
  const { outbox } = aProfile(altered(`UPDATE drafts SET draft_json = '{"part":"nbme"}' WHERE file_id = '${uuid(1)}'`));
  expect(
    draftsTable(outbox)
      .list(connectionA)
      .map((one) => one.key),
  ).toEqual([key(2)]);
});

test('a connection whose id is none leads to the recovery, and a fresh queue has it under the id that it names itself', () => {
  const directory = altered(`UPDATE connections SET id = 'none'`);
  expect(openProfile(directory, openedAtMs)).toMatchObject({
    ok: false,
    failure: { kind: 'damaged', path: join(directory, 'outbox.db') },
  });
  startFresh(directory);
  const connections = connectionsTable(aProfile(directory).outbox);
  expect([connections.ids(), connections.list(), connections.get(connectionA)]).toEqual([
    [connectionA],
    [aConnection()],
    aConnection(),
  ]);
});

test.each([
  ['star', `UPDATE stars SET file_id = '/'`, 'stars'],
  ['note', `UPDATE file_notes SET file_id = '/' WHERE file_id = '${uuid(1)}'`, 'file_notes'],
  ['draft', `UPDATE drafts SET draft_json = '{"part":"nbme"}' WHERE file_id = '${uuid(1)}'`, 'drafts'],
  ['draft of no file', `UPDATE drafts SET file_id = '/' WHERE file_id = '${uuid(1)}'`, 'drafts'],
  ['signer', `INSERT INTO known_signers VALUES ('0x', 'owl', 1)`, 'known_signers'],
])('a damaged %s does not follow into a fresh queue', (_what, sql, table) => {
  const directory = altered(sql);
  const rowsOf = (): unknown => {
    const db = new SQLite(join(directory, 'outbox.db'), { readonly: true });
    const rows = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    db.close();
    return rows;
  };
  const before = Number(rowsOf());
  startFresh(directory);
  expect(rowsOf()).toBe(before - 1);
  expect(knownSignersTable(aProfile(directory).outbox).list()).toEqual([]);
});

test('a disk that is full while a fresh queue is made is told, and no row is left behind without a word', () => {
  const directory = altered(`UPDATE drafts SET draft_json = json_set(draft_json, '$.text', printf('%.*c', 60000, 'x'))
    WHERE file_id = '${uuid(1)}'`);
  const { db } = anOutbox();
  db.pragma(`max_page_count = ${numberOf(db.pragma('page_count', { simple: true })) + 2}`);
  expect(() => carryOver(join(directory, 'outbox.db'), db)).toThrow('full');
});

test('a fresh queue keeps each saved view that can be read: a damaged one stays behind alone', () => {
  const sound: SavedView = { id: savedViewId.parse(uuid(1)), name: 'one', about: 'files', query: aFileQuery() };
  const directory = closedProfile(({ outbox }) => {
    savedViewsTable(outbox).set(connectionA, [sound]);
    const views = JSON.stringify([{ ...sound, name: 7 }, sound]);
    outbox.prepare('UPDATE saved_views SET views_json = ?').run(views);
  });
  damage(directory);
  recoveryActions(join(directory, 'outbox.db'), () => openedAtMs).startFresh();
  const { outbox } = aProfile(directory);
  expect(outbox.prepare('SELECT json_array_length(views_json) FROM saved_views').pluck().all()).toEqual([1]);
  expect(savedViewsTable(outbox).list(connectionA)).toEqual([sound]);
});
