import { expect, test } from 'vitest';
import { draftsTable } from '../../../electron/database/profile/drafts-table.ts';
import { connectionsTable } from '../../../electron/database/profile/profile-tables.ts';
import { type Draft, MOST_DRAFTS } from '../../../src/domain/edits/draft.ts';
import { aConnection, connectionA, connectionB, fileOf, uuid } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const of = (number: number) => ({ ...fileOf(uuid(number)), connectionId: connectionA });
const keyOf = ({ network, id }: ReturnType<typeof of>) => ({ network, id });
const named = (text: string): Draft => ({ part: 'name', base: 'a.png', text });
const lines: Draft = {
  part: 'metadata',
  lines: [{ key: '__proto__', value: 'half \ud83d', base: null, isRemoved: false }],
  pasted: 'b=2',
};

test('each part of a file has one draft, the latest typing first', () => {
  const table = draftsTable(anOutbox().db);
  table.keep(of(1), named('b'), 10);
  table.keep(of(1), lines, 20);
  table.keep(of(2), named('c'), 30);
  table.keep(of(1), named('bb'), 40);
  expect(table.list(connectionA)).toEqual([
    { key: keyOf(of(1)), typedAtMs: 40, draft: named('bb') },
    { key: keyOf(of(2)), typedAtMs: 30, draft: named('c') },
    { key: keyOf(of(1)), typedAtMs: 20, draft: lines },
  ]);
  expect([table.discard(of(1), 'name'), table.discard(of(1), 'name')]).toEqual([true, false]);
  expect(table.list(connectionA).map(({ draft }) => draft)).toEqual([named('c'), lines]);
});

test('a connection has at most so many; one more is refused, and one that is there is kept anew', () => {
  const table = draftsTable(anOutbox().db);
  for (let number = 1; number <= MOST_DRAFTS; number++) expect(table.keep(of(number), named('x'), number)).toBe(true);
  expect([table.keep(of(MOST_DRAFTS + 1), named('x'), 0), table.keep(of(1), named('again'), 999)]).toEqual([
    false,
    true,
  ]);
  expect([table.list(connectionA).length, table.list(connectionA)[0]?.draft]).toEqual([MOST_DRAFTS, named('again')]);
});

test('drafts go with their connection, and no others do', () => {
  const { db } = anOutbox();
  const [table, connections] = [draftsTable(db), connectionsTable(db)];
  connections.put(aConnection());
  table.keep(of(1), named('x'), 1);
  table.keep({ ...of(1), connectionId: connectionB }, named('y'), 1);
  connections.remove(connectionA);
  expect([table.list(connectionA), table.list(connectionB).length]).toEqual([[], 1]);
});
