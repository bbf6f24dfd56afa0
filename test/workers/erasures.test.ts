import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { outboxTable } from '../../electron/database/outbox/outbox-table.ts';
import type { OpenProfile } from '../../electron/database/profile/open-profile.ts';
import { connectionsTable, savedViewsTable } from '../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../electron/database/profile/stars-table.ts';
import { recoveryActions } from '../../electron/database/recovery/recovery-actions.ts';
import { snapshotsOf } from '../../electron/database/recovery/snapshots.ts';
import { composeActivity } from '../../electron/workers/writer/compose-activity.ts';
import { composeErasures } from '../../electron/workers/writer/compose-erasures.ts';
import { fileId } from '../../src/domain/core/ids.ts';
import { type SavedView, savedViewId } from '../../src/domain/files/queries.ts';
import { aChangeSet, aConnection, aFileQuery, anEdit, connectionA, uuid } from '../support/builders.ts';
import { aProfile, closedAfterwards, openedAtMs, temporaryDirectory } from '../support/database.ts';
import { tablesOf } from '../support/sync-world.ts';

const name = `outbox.db.snapshot-${openedAtMs}`;
const view: SavedView = { id: savedViewId.parse(uuid(7)), name: 'mine', about: 'files', query: aFileQuery() };
const discard = { editId: anEdit(1).id, field: 'name', status: 'discarded' } as const;

/** A connection with a view, a star and an edit that waits, and a snapshot of it after `more`. */
function withSnapshot(more: (profile: OpenProfile) => void = () => undefined) {
  const directory = temporaryDirectory();
  const path = join(directory, 'outbox.db');
  const before = aProfile(directory);
  connectionsTable(before.outbox).put(aConnection());
  savedViewsTable(before.outbox).set(connectionA, [view]);
  starsTable(before.outbox).toggle(connectionA, [{ network: 'public', id: fileId.parse(uuid(1)) }]);
  outboxTable(before.outbox).enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1))] }));
  more(before);
  before.close();
  copyFileSync(path, join(directory, name));
  return { directory, path, profile: aProfile(directory) };
}

const unexpected = (error: unknown): never => {
  throw error;
};

function erasuresOf({ directory, path, profile }: ReturnType<typeof withSnapshot>) {
  const nothing = (): void => undefined;
  const tables = tablesOf(profile.outbox, profile.mirror);
  const { log } = composeActivity({ profile, files: tables.files, announce: nothing, report: unexpected });
  const listeners = { erased: nothing, wordsErased: nothing, eraseFromSnapshots: snapshotsOf(path).erase };
  return composeErasures({ profile, profileDirectory: directory }, { tables, activity: log, ...listeners });
}

/** Signs out as the connections do, with the erasure of the copy. */
function signOut(world: ReturnType<typeof withSnapshot>): void {
  const { ports } = erasuresOf(world);
  ports.eraseLocalWords(connectionA);
  ports.eraseCopy(connectionA);
}

function restored({ directory, path, profile }: ReturnType<typeof withSnapshot>) {
  profile.close();
  expect(recoveryActions(path, () => openedAtMs + 1).restore(name)).toBe(true);
  const { outbox } = aProfile(directory);
  return {
    connections: connectionsTable(outbox).list().length,
    views: savedViewsTable(outbox).list(connectionA),
    stars: starsTable(outbox).count(connectionA),
    status: outboxTable(outbox).edit(anEdit(1).id)?.changes[0]?.status,
  };
}

test('signing out while an edit waits leaves its connection in the snapshots, without what was typed and not saved', () => {
  const world = withSnapshot();
  signOut(world);
  expect(restored(world)).toEqual({ connections: 1, views: [view], stars: 0, status: 'held' });
});

test('an edit that waits in a snapshot keeps its connection there, though it was discarded since', () => {
  const world = withSnapshot();
  outboxTable(world.profile.outbox).update([discard]);
  signOut(world);
  expect(restored(world)).toEqual({ connections: 1, views: [view], stars: 0, status: 'held' });
});

test('a snapshot from before the edit that waits now keeps its connection too', () => {
  const world = withSnapshot(({ outbox }) => outboxTable(outbox).update([discard]));
  outboxTable(world.profile.outbox).enqueue(aChangeSet(2, { edits: [anEdit(2, uuid(2))] }));
  signOut(world);
  expect(restored(world)).toMatchObject({ connections: 1, views: [view], stars: 0 });
});

test('without an edit that waits, here or there, the connection goes from the snapshots too', () => {
  const world = withSnapshot(({ outbox }) => {
    outboxTable(outbox).update([discard]);
    outbox.exec(`
      INSERT INTO undo_steps VALUES (1, '${connectionA}', 'undo', '{}');
      INSERT INTO undo_runs VALUES ('${connectionA}', 1, '{}');
      INSERT INTO self_tests VALUES ('${connectionA}', '{}');
    `);
  });
  signOut(world);
  const snapshot = closedAfterwards(new SQLite(join(world.directory, name)));
  const rows = (table: string) => snapshot.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(['undo_steps', 'undo_runs', 'self_tests'].map(rows)).toEqual([0, 0, 0]);
  expect(restored(world)).toMatchObject({ connections: 0, views: [], stars: 0, status: 'discarded' });
});

test('what was typed and marked and a full disk kept goes with the rest that is owed, from the snapshots too', () => {
  const world = withSnapshot();
  const { mirror } = world.profile;
  const { ports, context } = erasuresOf(world);
  context.note(connectionA);
  mirror.pragma('query_only = ON');
  expect(() => ports.eraseLocalWords(connectionA)).toThrow('readonly');
  mirror.pragma('query_only = OFF');
  context.finish();
  expect(mirror.prepare('SELECT count(*) FROM file_marks').pluck().get()).toBe(0);
  expect(restored(world)).toEqual({ connections: 1, views: [view], stars: 0, status: 'held' });
});

test('what listens to erasures is told of which mirror, at once, also when the disk takes no more', () => {
  const { directory, profile } = withSnapshot();
  const told: unknown[] = [];
  const nothing = (): void => undefined;
  const tables = tablesOf(profile.outbox, profile.mirror);
  const { log } = composeActivity({ profile, files: tables.files, announce: nothing, report: unexpected });
  const erased = (id: unknown): void => void told.push(id);
  const listeners = { erased, wordsErased: nothing, eraseFromSnapshots: nothing };
  const { ports } = composeErasures({ profile, profileDirectory: directory }, { tables, activity: log, ...listeners });
  ports.emptyCopy(connectionA);
  ports.eraseCopy(connectionA);
  profile.mirror.pragma('query_only = ON');
  expect(() => ports.emptyCopy(connectionA)).toThrow('readonly');
  profile.mirror.pragma('query_only = OFF');
  expect(told).toEqual([connectionA, connectionA, connectionA]);
});
