import { expect, test } from 'vitest';
import { parkedEdits } from '../../../electron/database/outbox/parked-edits.ts';
import { changeQueries } from '../../../electron/database/outbox/change-set-queries.ts';
import { rowChecksums } from '../../../electron/database/outbox/row-checksums.ts';
import { prune } from '../../../electron/database/outbox/retention.ts';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { accountRefA, accountRefB, aChangeSet, anEdit, connectionA } from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const byPerson = { reason: 'person', atMs: 5 } as const;

test('a large change set is adopted slice by slice, and is parked until its last file is', () => {
  const FILES = 3_000;
  const { db, outbox } = anOutbox();
  const parked = parkedEdits(db);
  const queries = changeQueries(db);
  const edits = Array.from({ length: FILES }, (_, at) => anEdit(at, `file-${at}`));
  outbox.enqueue(aChangeSet(1, { edits }));
  const files = parked.filesOf(connectionA, accountRefA);
  const isParked = () => queries.set(aChangeSet(1).id, accountRefB)?.parked;
  const started = performance.now();
  const seen = new Set<boolean | undefined>();
  for (let from = 0; from < FILES; from += 100) {
    seen.add(isParked());
    parked.adopt(files.slice(from, from + 100), accountRefB, byPerson);
  }
  console.info(`adoption of ${FILES} edits: ${Math.round(performance.now() - started)} ms`);
  expect([[...seen], isParked()]).toEqual([[true], false]);
  expect(parked.accounts(connectionA, accountRefB)).toEqual([]);
  expect(queries.fileCounts(connectionA, accountRefB)).toMatchObject({ waiting: FILES, parked: 0 });
  expect(outbox.sendableFiles(connectionA, accountRefB, 0, 5)).toHaveLength(5);
  expect(rowChecksums(db)).toEqual([]);
});

test.each([
  ['change', 'UPDATE edit_changes SET mine_json = \'"flipped"\' WHERE edit_seq = 1'],
  ['edit', 'UPDATE edits SET created_at_ms = created_at_ms + 1 WHERE seq = 1'],
  ['change set', "UPDATE change_sets SET title = 'flipped'"],
])('an altered %s keeps its checksum, so that it is still told of', (_row, alter) => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1'), anEdit(2, 'f2')] }));
  db.exec(alter);
  const before = rowChecksums(db);
  const parked = parkedEdits(db);
  parked.adopt(parked.filesOf(connectionA, accountRefA), accountRefB, byPerson);
  expect([before, rowChecksums(db)]).toEqual([before, before]);
  expect(before).toHaveLength(1);
});

test('statuses are counted anew where a file had edits of both accounts', () => {
  const { db, outbox } = anOutbox();
  const queries = changeQueries(db);
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1')] }));
  outbox.enqueue(aChangeSet(2, { edits: [anEdit(2, 'f1')], accountRef: accountRefB }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'held' }]);
  const parked = parkedEdits(db);
  parked.adopt(parked.filesOf(connectionA, accountRefA), accountRefB, byPerson);
  expect(queries.fileCounts(connectionA, accountRefB)).toMatchObject({ waiting: 1, held: 0, parked: 0 });
  outbox.update([{ editId: anEdit(2).id, field: 'name', status: 'discarded' }]);
  expect(queries.fileCounts(connectionA, accountRefB)).toMatchObject({ waiting: 0, held: 1, parked: 0 });
  expect(outbox.openEdits({ connectionId: connectionA, network: 'public', id: anEdit(1, 'f1').fileId })).toHaveLength(
    1,
  );
});

test('a delayed check and an attempt without an answer come along with their file', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1')] }));
  const of = { connectionId: connectionA, network: 'public' as const, id: anEdit(1, 'f1').fileId };
  const editIds = [anEdit(1).id];
  const attempt = { ...of, accountRef: accountRefA, editIds, writes: [], body: '{}', readRaw: null, requestSeq: 1 };
  outbox.beginAttempt({ ...attempt, attemptId: 'one', startedAtMs: 1 });
  outbox.scheduleCheck(of, accountRefA, 10);
  outbox.scheduleCheck(of, accountRefB, 5);
  const parked = parkedEdits(db);
  parked.adopt(parked.filesOf(connectionA, accountRefA), accountRefB, byPerson);
  expect(outbox.unresolvedAttempt(of)).toMatchObject({ attemptId: 'one', accountRef: accountRefB });
  expect([outbox.nextCheckMs(connectionA, accountRefA), outbox.nextCheckMs(connectionA, accountRefB)]).toEqual([
    null,
    10,
  ]);
});

test('the note of an adoption goes with its edit', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1')] }));
  const parked = parkedEdits(db);
  parked.adopt(parked.fileOfEdit(anEdit(1).id, accountRefB), accountRefB, byPerson);
  expect(parked.adoptionsOf(anEdit(1).id)).toEqual([{ reason: 'person', atMs: 5, from: accountRefA }]);
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'discarded' }]);
  expect([1, 40, 41].map((day) => prune(db, day * DAY_MS))).toEqual([0, 0, 1]);
  expect(parked.adoptionsOf(anEdit(1).id)).toEqual([]);
});

test('a file that has been adopted is not adopted from the same account again', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1')] }));
  const parked = parkedEdits(db);
  const files = parked.filesOf(connectionA, accountRefA);
  for (const atMs of [5, 6]) parked.adopt(files, accountRefB, { reason: 'person', atMs });
  expect(parked.adoptionsOf(anEdit(1).id)).toEqual([{ reason: 'person', atMs: 5, from: accountRefA }]);
  expect(outbox.edit(anEdit(1).id)?.accountRef).toEqual(accountRefB);
});

test('an adoption logs the edits that wait, and not those that are over', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'f1'), anEdit(2, 'f1')] }));
  outbox.update([{ editId: anEdit(1).id, field: 'name', status: 'settled', settlement: 'applied' }]);
  const parked = parkedEdits(db);
  parked.adopt(parked.filesOf(connectionA, accountRefA), accountRefB, byPerson);
  expect([1, 2].map((number) => parked.adoptionsOf(anEdit(number).id).length)).toEqual([0, 1]);
  expect(outbox.edit(anEdit(1).id)?.accountRef).toEqual(accountRefB);
});
