import { expect, test } from 'vitest';
import { fileNotesTable } from '../../../electron/database/profile/file-notes-table.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { openReader } from '../../../electron/database/read-only-database.ts';
import { filesTable } from '../../../electron/database/mirror/files-table.ts';
import { LONGEST_FILE_NOTE, MOST_FILE_NOTES } from '../../../src/domain/files/file-marks.ts';
import { aConnection, aFile, connectionA, connectionB, fileOf, observed, uuid } from '../../support/builders.ts';
import { anOutbox, aProfile, idsOf, noPause, temporaryDirectory } from '../../support/database.ts';

const key = (number: number) => {
  const { network, id } = fileOf(uuid(number));
  return { network, id };
};

test('a file has one note, an empty one is none, and another network has another file', () => {
  const table = fileNotesTable(anOutbox().db);
  for (const note of ['first', 'second 😀\nline']) table.put(connectionA, key(1), note);
  expect([table.get(connectionA, key(1)), table.list(connectionA)]).toEqual(['second 😀\nline', [key(1)]]);
  expect([table.get(connectionA, { ...key(1), network: 'private' }), table.get(connectionB, key(1))]).toEqual([
    null,
    null,
  ]);
  table.put(connectionA, key(1), '');
  expect([table.get(connectionA, key(1)), table.count(connectionA)]).toEqual([null, 0]);
});

test('a connection has at most so many notes; one more is refused, and one that is there is kept anew', () => {
  const { db } = anOutbox();
  const table = fileNotesTable(db);
  db.transaction(() => {
    for (let number = 1; number <= MOST_FILE_NOTES; number++) table.put(connectionA, key(number), 'x');
  })();
  const longest = 'y'.repeat(LONGEST_FILE_NOTE);
  expect([table.put(connectionA, key(0), 'x'), table.put(connectionA, key(1), longest)]).toEqual([false, true]);
  expect([table.get(connectionA, key(0)), table.get(connectionA, key(1))]).toEqual([null, longest]);
});

test('notes go with their connection, and no others do', () => {
  const { db } = anOutbox();
  const [table, connections] = [fileNotesTable(db), connectionsTable(db)];
  connections.put(aConnection());
  for (const id of [connectionA, connectionB]) table.put(id, key(1), 'x');
  connections.remove(connectionA);
  expect([table.count(connectionA), table.count(connectionB)]).toEqual([0, 1]);
});

test('a mirror that is behind the outbox marks the files with a note at the next start', async () => {
  const directory = temporaryDirectory();
  const before = aProfile(directory);
  connectionsTable(before.outbox).put(aConnection());
  fileNotesTable(before.outbox).put(connectionA, key(1), 'x');
  filesTable(before.mirror).put(
    connectionA,
    [1, 2].map((number) => observed(aFile({ id: uuid(number) }))),
    { seenAtMs: 1, requestSeq: 1, scanId: null },
    () => [],
  );
  before.close();
  const reader = openReader(aProfile(directory).mirrorPath, noPause);
  expect(await idsOf(reader, { mark: 'note' })).toEqual([uuid(1)]);
  reader.close();
});
