import { expect, test } from 'vitest';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { marksTable } from '../../../electron/database/mirror/marks-table.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { starsTable } from '../../../electron/database/profile/stars-table.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { MOST_STARS } from '../../../src/domain/files/file-marks.ts';
import {
  aConnection,
  aFile,
  aFileQuery,
  connectionA,
  connectionB,
  fileOf,
  observed,
  uuid,
} from '../../support/builders.ts';
import { aLibrary, anOutbox, aProfile, idsOf, noPause, temporaryDirectory } from '../../support/database.ts';

const key = (number: number) => {
  const { network, id } = fileOf(uuid(number));
  return { network, id };
};

test('some files of several are starred as a whole, and all of them lose their stars', () => {
  const table = starsTable(anOutbox().db);
  expect(table.toggle(connectionA, [key(1)])).toEqual({ isStarred: true });
  expect(table.toggle(connectionA, [key(1), key(2)])).toEqual({ isStarred: true });
  expect(table.list(connectionA)).toEqual([key(1), key(2)]);
  expect([table.has(connectionA, key(2)), table.has(connectionB, key(2))]).toEqual([true, false]);
  expect(table.toggle(connectionA, [key(1), key(2)])).toEqual({ isStarred: false });
  expect(table.list(connectionA)).toEqual([]);
});

test('the same id on two networks is two files', () => {
  const table = starsTable(anOutbox().db);
  table.toggle(connectionA, [key(1)]);
  expect(table.has(connectionA, { ...key(1), network: 'private' })).toBe(false);
});

test('a connection has at most so many stars: a press too far writes nothing', () => {
  const table = starsTable(anOutbox().db);
  const all = Array.from({ length: MOST_STARS }, (_, number) => key(number));
  expect(table.toggle(connectionA, all)).toEqual({ isStarred: true });
  expect(table.toggle(connectionA, [key(1), key(MOST_STARS)])).toBeNull();
  expect(table.toggle(connectionB, [key(MOST_STARS)])).toEqual({ isStarred: true });
  expect(table.count(connectionA)).toBe(MOST_STARS);
});

test('stars go with their connection, and no others do', () => {
  const { db } = anOutbox();
  const [table, connections] = [starsTable(db), connectionsTable(db)];
  connections.put(aConnection());
  for (const id of [connectionA, connectionB]) table.toggle(id, [key(1)]);
  connections.remove(connectionA);
  expect([table.count(connectionA), table.count(connectionB)]).toEqual([0, 1]);
});

test('a file that is listed again after it was gone has its star again', async () => {
  const { mirror, files, reader, put } = aLibrary(aFile({ id: uuid(1) }), aFile({ id: uuid(2) }));
  marksTable(mirror).set(connectionA, 'star', [key(1)], true);
  files.remove({ ...key(1), connectionId: connectionA });
  expect([await idsOf(reader, { mark: 'star' }), reader.counts(connectionA).starred]).toEqual([[], 0]);
  put(aFile({ id: uuid(1) }));
  expect([await idsOf(reader, { mark: 'star' }), reader.counts(connectionA).starred]).toEqual([[uuid(1)], 1]);
  const { viewId } = await reader.open(connectionA, aFileQuery());
  const rows = (await reader.window(viewId, 0, 2)) ?? [];
  expect(rows.filter(({ isStarred }) => isStarred).map(({ id }) => id)).toEqual([uuid(1)]);
});

test('a mirror that is emptied and copied anew, or behind the outbox, has the stars of the outbox at the next start', async () => {
  const directory = temporaryDirectory();
  const before = aProfile(directory);
  connectionsTable(before.outbox).put(aConnection());
  starsTable(before.outbox).toggle(connectionA, [key(1)]);
  marksTable(before.mirror).set(connectionA, 'star', [key(2)], true);
  filesTable(before.mirror).put(
    connectionA,
    [1, 2].map((number) => observed(aFile({ id: uuid(number) }))),
    { seenAtMs: 1, requestSeq: 1, scanId: null },
    () => [],
  );
  before.close();
  const { mirrorPath } = aProfile(directory);
  const reader = openReader(mirrorPath, noPause);
  expect(await idsOf(reader, { mark: 'star' })).toEqual([uuid(1)]);
  reader.close();
});
