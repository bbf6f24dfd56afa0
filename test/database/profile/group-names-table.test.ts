import { expect, test } from 'vitest';
import { groupNamesTable } from '../../../electron/database/profile/group-names-table.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { MOST_GROUP_NAMES } from '../../../src/domain/files/group-names.ts';
import { aConnection, connectionA, connectionB } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

test('a group has the last name that it was given, and an empty one takes it away', () => {
  const table = groupNamesTable(anOutbox().db);
  table.put(connectionA, { group: 'g', name: 'Ember Court' });
  table.put(connectionA, { group: 'g', name: 'Night Orchard' });
  expect([table.list(connectionA), table.list(connectionB)]).toEqual([[{ group: 'g', name: 'Night Orchard' }], []]);
  table.put(connectionA, { group: 'g', name: '' });
  expect(table.list(connectionA)).toEqual([]);
});

test('a connection has at most so many names: one too many is not kept, and a known group is still renamed', () => {
  const table = groupNamesTable(anOutbox().db);
  for (let at = 0; at < MOST_GROUP_NAMES; at++) table.put(connectionA, { group: `g${at}`, name: 'x' });
  expect(table.put(connectionA, { group: 'one more', name: 'x' })).toBe(false);
  expect(table.put(connectionA, { group: 'g0', name: 'y' })).toBe(true);
  expect(table.count(connectionA)).toBe(MOST_GROUP_NAMES);
});

test('names go with their connection, and no others do', () => {
  const { db } = anOutbox();
  const [table, connections] = [groupNamesTable(db), connectionsTable(db)];
  connections.put(aConnection());
  for (const id of [connectionA, connectionB]) table.put(id, { group: 'g', name: 'x' });
  connections.remove(connectionA);
  expect([table.count(connectionA), table.count(connectionB)]).toEqual([0, 1]);
});
