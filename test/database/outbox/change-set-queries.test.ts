import { expect, test } from 'vitest';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { recoverPendingEdits } from '../../../electron/database/outbox/recover-pending-edits.ts';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import { aChangeSet, anEdit, accountRefA, accountRefB, connectionA, connectionB } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';
import * as german from '../../../src/views/messages/title-messages.de.ts';
import * as english from '../../../src/views/messages/title-messages.ts';

const statuses = ['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded'] as const;

/** One change set for each status, of a file for each. */
function aQueueOfEach() {
  const { db, outbox } = anOutbox();
  const queries = changeQueries(db);
  statuses.forEach((status, number) => {
    outbox.enqueue(aChangeSet(number, { title: `Set ${status}`, edits: [anEdit(number, `file-${status}`)] }));
    outbox.update([{ editId: anEdit(number).id, field: 'name', status }]);
  });
  const titles = (tab: Parameters<typeof queries.listSets>[2]['tab'], search = '') =>
    queries.listSets(connectionA, accountRefA, { tab, search, from: 0, to: 10 }).rows.map((row) => row.title);
  return { db, outbox, queries, titles };
}

test('tabs list and count change sets by what their edits wait for; what is held is listed under Waiting as well', () => {
  const { queries, titles } = aQueueOfEach();
  expect({
    needsYou: titles('needsYou'),
    waiting: titles('waiting'),
    held: titles('held'),
    sent: titles('sent'),
    discarded: titles('discarded'),
  }).toEqual({
    needsYou: ['Set gone', 'Set refused', 'Set conflicted'],
    waiting: ['Set held', 'Set queued'],
    held: ['Set held'],
    sent: ['Set settled'],
    discarded: ['Set discarded'],
  });
  expect(queries.tabCounts(connectionA)).toEqual({
    needsYou: 3,
    waiting: 1,
    held: 1,
    sent: 1,
    discarded: 1,
    open: 5,
  });
  expect(queries.tabCounts(connectionB).waiting).toBe(0);
});

test('a search finds a set by the title that is shown, in the language that it is shown in', () => {
  const { db, outbox } = anOutbox();
  const stored = ['Rename aurora.png to dawn.png', 'Remove tier from 12 files', 'Undo: Set tier = gold on 1 file'];
  stored.forEach((title, number) =>
    outbox.enqueue(aChangeSet(number, { title, edits: [anEdit(number, `file-${number}`)] })),
  );
  const queries = changeQueries(db);
  const found = (search: string, language: 'en' | 'de') =>
    queries.listSets(connectionA, accountRefA, { tab: 'open', search, language, from: 0, to: 10 });
  const titles = (search: string, language: 'en' | 'de') => found(search, language).rows.map(({ title }) => title);
  expect(titles('in DAWN.png umbenannt', 'de')).toEqual([stored[0]]);
  expect(titles('zurückgenommen', 'de')).toEqual([stored[2]]);
  expect(titles('12 Dateien', 'de')).toEqual([stored[1]]);
  expect(found('umbenannt', 'de')).toMatchObject({ count: 1, groups: [{ sets: 1 }] });
  expect([titles('umbenannt', 'en'), titles('rename', 'de'), titles('rename', 'en')]).toEqual([[], [], [stored[0]]]);
});

test.each([
  ['Undo: Discard: Rename a to b', english, 'en'],
  ['Redo: Undo: Discard: Set tier = gold on 2 files', english, 'en'],
  ['Discard: the name of a.png', english, 'en'],
  ['Undo: Discard: Rename a to b', german, 'de'],
  ['Redo: Undo: Discard: Set tier = gold on 2 files', german, 'de'],
  ['Discard: the name of a.png', german, 'de'],
] as const)('a search finds "%s" by the whole title that is shown', (title, { titleMessages }, language) => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { title, edits: [anEdit(1)] }));
  const shown = titleMessages.shown(title);
  const page = { tab: 'open', search: shown, language, from: 0, to: 10 } as const;
  expect([shown, changeQueries(db).listSets(connectionA, accountRefA, page).count]).toEqual([shown, 1]);
});

test('the open tab groups unfinished sets by their most urgent edit, and ends with the sets that were sent last', () => {
  const { db, outbox } = anOutbox();
  const statusOf = (number: number, status: ChangeStatus) =>
    ({ editId: anEdit(number).id, field: 'name', status }) as const;
  outbox.enqueue(aChangeSet(1, { title: 'partly refused', edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
  outbox.enqueue(aChangeSet(2, { title: 'waiting, partly held', edits: [anEdit(3, 'c'), anEdit(4, 'd')] }));
  outbox.enqueue(aChangeSet(3, { title: 'held', edits: [anEdit(5, 'e')] }));
  for (let number = 6; number <= 12; number++) {
    outbox.enqueue(aChangeSet(number, { title: `sent ${number}`, edits: [anEdit(number, `s${number}`)] }));
    outbox.update([statusOf(number, 'settled')]);
  }
  outbox.update([statusOf(1, 'refused'), statusOf(4, 'held'), statusOf(5, 'held')]);
  const page = { tab: 'open', search: '', from: 0, to: 100 } as const;
  const { rows, count, groups } = changeQueries(db).listSets(connectionA, accountRefA, page);
  expect(rows.map(({ title }) => title)).toEqual([
    ...['partly refused', 'held', 'waiting, partly held'],
    ...['sent 12', 'sent 11', 'sent 10', 'sent 9', 'sent 8'],
  ]);
  expect(count).toBe(8);
  expect(groups).toEqual([
    { group: 'needsYou', sets: 1 },
    { group: 'held', sets: 1 },
    { group: 'waiting', sets: 1 },
    { group: 'sent', sets: 5 },
  ]);
});

test('a set is sent only when nothing of it is open any more', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'settled' }]);
  const counts = () => changeQueries(db).tabCounts(connectionA);
  expect(counts()).toMatchObject({ waiting: 1, sent: 0, open: 1 });
  outbox.update([{ editId: anEdit(2).id, field: 'name', status: 'held' }]);
  expect(counts()).toMatchObject({ waiting: 0, held: 1, open: 1 });
  outbox.update([{ editId: anEdit(2).id, field: 'name', status: 'discarded' }]);
  expect(counts()).toMatchObject({ waiting: 0, sent: 1, discarded: 1, open: 0 });
});

test('files are counted once each, by the most urgent of their edits', () => {
  const { outbox, queries } = aQueueOfEach();
  outbox.enqueue(aChangeSet(20, { edits: [anEdit(20, 'file-conflicted'), anEdit(21, 'file-held')] }));
  outbox.enqueue(aChangeSet(21, { accountRef: accountRefB, edits: [anEdit(22, 'elsewhere')] }));
  expect(queries.fileCounts(connectionA, accountRefA)).toEqual({
    waiting: 2,
    needsYou: 1,
    refused: 1,
    held: 0,
    gone: 1,
    parked: 1,
  });
});

test('a row counts files and fields', () => {
  const { db, outbox } = anOutbox();
  const fields = [{}, { field: 'key:env', base: null, mine: 'prod' }] as const;
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a', ...fields), anEdit(2, 'b'), anEdit(3, 'b')] }));
  outbox.update([{ editId: anEdit(3).id, field: 'name', status: 'held' }]);
  const row = {
    id: aChangeSet(1).id,
    title: 'Rename aurora.png',
    note: null,
    createdAtMs: aChangeSet(1).createdAtMs,
    files: 2,
    queued: 3,
    held: 1,
    conflicted: 0,
    refused: 0,
    gone: 0,
    settled: 0,
    discarded: 0,
    parked: false,
  };
  const queries = changeQueries(db);
  expect(queries.set(aChangeSet(1).id, accountRefA)).toEqual(row);
  expect(queries.set(aChangeSet(1).id, accountRefB)).toEqual({ ...row, parked: true });
  expect(queries.set(aChangeSet(2).id, accountRefA)).toBeNull();
});

test('sets of another account are parked only while something of them waits', () => {
  const { queries } = aQueueOfEach();
  const parked = (tab: 'waiting' | 'needsYou' | 'sent' | 'discarded', of = accountRefB) =>
    queries.listSets(connectionA, of, { tab, search: '', from: 0, to: 9 }).rows.map((row) => row.parked);
  expect([parked('waiting'), parked('needsYou')]).toEqual([
    [true, true],
    [true, true, true],
  ]);
  expect([parked('sent'), parked('discarded')]).toEqual([[false], [false]]);
  expect(parked('waiting', { ...accountRefA, origin: 'https://other.test' })).toEqual([true, true]);
  expect(parked('waiting', accountRefA)).toEqual([false, false]);
});

test.each([
  ['QUEUED', ['Set queued']],
  ['  queued ', ['Set queued']],
  ['file-que', ['Set queued']],
  ['DAWN-0', ['Set queued']],
  ['aurora', ['Set held', 'Set queued']],
  ['%', []],
  // Every edit of a name is one of the field `name`, and every one of metadata of a field that begins with `key:`.
  ['name', []],
])('a search for %j looks at title, values and ids', (search, found) => {
  expect(aQueueOfEach().titles('waiting', search)).toEqual(found);
});

test('a search finds a metadata key by its name, and not by what stands before it in the queue', () => {
  const { db, outbox } = anOutbox();
  const { listSets } = changeQueries(db);
  const tier = { ...anEdit(1).changes[0]!, field: 'key:tier' as const };
  outbox.enqueue(aChangeSet(1, { title: 'Set it', edits: [{ ...anEdit(1), changes: [tier] }] }));
  const count = (search: string) => listSets(connectionA, accountRefA, { tab: 'open', search, from: 0, to: 10 }).count;
  expect([count('tier'), count('key'), count('y:t')]).toEqual([1, 0, 0]);
});

test('a tab of waiting sets is in the order of their making, whether they are held or not', () => {
  const { db, outbox } = anOutbox();
  for (const number of [1, 2, 3]) outbox.enqueue(aChangeSet(number, { title: `Set ${number}` }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'held' }]);
  const page = { tab: 'waiting', search: '', from: 0, to: 10 } as const;
  const { rows, groups } = changeQueries(db).listSets(connectionA, accountRefA, page);
  expect([rows.map(({ title }) => title), groups]).toEqual([['Set 3', 'Set 2', 'Set 1'], []]);
});

test('long lists come in pages, newest first', () => {
  const { db, outbox } = anOutbox();
  for (let number = 0; number < 5; number += 1) outbox.enqueue(aChangeSet(number, { title: `Set ${number}` }));
  const page = changeQueries(db).listSets(connectionA, accountRefA, { tab: 'waiting', search: '', from: 1, to: 3 });
  expect([page.count, page.rows.map((row) => row.title)]).toEqual([5, ['Set 3', 'Set 2']]);
  const backwards = changeQueries(db).listSets(connectionA, accountRefA, { tab: 'open', search: ' ', from: 3, to: 1 });
  expect([backwards.count, backwards.rows]).toEqual([5, []]);
});

test('a conflict is one field with every edit that waits for it', () => {
  const { db, outbox } = anOutbox();
  const edits = [anEdit(1, 'a', { base: 'old', mine: 'one' }), anEdit(2, 'a', { base: 'one', mine: 'two' })] as const;
  outbox.enqueue(aChangeSet(1, { edits: [edits[0]] }));
  outbox.enqueue(aChangeSet(2, { edits: [edits[1], anEdit(3, 'b')] }));
  const conflicted = (number: number) => ({
    editId: anEdit(number).id,
    field: 'name' as const,
    status: 'conflicted' as ChangeStatus,
    server: 'theirs',
    serverSeenAtMs: number,
  });
  outbox.update([conflicted(1), conflicted(2), conflicted(3)]);
  const ofA = {
    key: { network: 'public', id: 'a' },
    field: 'name',
    base: 'old',
    mine: 'two',
    server: 'theirs',
    serverSeenAtMs: 2,
    editIds: [anEdit(1).id, anEdit(2).id],
  };
  const queries = changeQueries(db);
  expect(queries.conflicts(connectionA, aChangeSet(1).id)).toEqual([ofA]);
  expect(queries.conflicts(connectionA, null).map((one) => one.key.id)).toEqual(['a', 'b']);
  expect(queries.conflicts(connectionB, null)).toEqual([]);
});

test('everything open can be taken out of the app', () => {
  const { db } = aQueueOfEach();
  const { edits, unreadable } = recoverPendingEdits(db);
  expect([edits.map((edit) => edit.fileId), unreadable]).toEqual([
    ['file-queued', 'file-held', 'file-conflicted', 'file-refused', 'file-gone'],
    [],
  ]);
});

test('a file counts once in its change set, however many parts of it change the file', () => {
  const { db, outbox } = anOutbox();
  const [first, again] = [anEdit(1, 'file-1'), anEdit(4, 'file-1')];
  outbox.enqueue(aChangeSet(1, { edits: [first, anEdit(2, 'file-2')] }));
  outbox.enqueue(aChangeSet(2, { edits: [anEdit(3, 'file-1')] }));
  outbox.enqueue(aChangeSet(1, { edits: [first, again, anEdit(5, 'file-5'), anEdit(6, 'file-5')] }));
  const filesOf = (number: number) => changeQueries(db).set(aChangeSet(number).id, accountRefA)?.files;
  expect([filesOf(1), filesOf(2)]).toEqual([3, 1]);
});
