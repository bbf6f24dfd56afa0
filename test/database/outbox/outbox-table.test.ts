import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import type { Field } from '../../../src/domain/files/field.ts';
import {
  aChangeSet,
  anEdit,
  accountRefA,
  accountRefB,
  connectionA,
  connectionB,
  fileOf,
  uuid,
} from '../../support/builders.ts';
import { fileEdits } from '../../../electron/database/outbox/outbox-table.ts';
import { anOutbox } from '../../support/database.ts';

const move = (number: number, status: ChangeStatus, field: Field = 'name') => ({
  editId: anEdit(number).id,
  field,
  status,
});

test('an edit comes back as it was queued', () => {
  const { outbox } = anOutbox();
  const fields = [
    { field: 'name', base: null, mine: 'a\0b\u0007é' },
    { field: 'key:__proto__', base: '\ud800', mine: null, status: 'conflicted', server: 'x', serverSeenAtMs: 5 },
  ] as const;
  const changeSet = aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields)] });
  outbox.enqueue(changeSet);
  const of = { editId: anEdit(1).id, seq: 1, settlement: null };
  expect(outbox.edit(anEdit(1).id)).toEqual({
    id: anEdit(1).id,
    seq: 1,
    changeSetId: changeSet.id,
    connectionId: connectionA,
    accountRef: accountRefA,
    network: 'public',
    fileId: uuid(1),
    createdAtMs: changeSet.createdAtMs,
    changes: [
      { ...of, status: 'queued', server: null, serverSeenAtMs: null, ...fields[0] },
      { ...of, ...fields[1] },
    ],
    refusal: null,
  });
});

test('an edit that is there already is left alone', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  outbox.update([move(1, 'settled')]);
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
  expect(outbox.editIdsOfSet(aChangeSet(1).id)).toEqual([anEdit(1).id, anEdit(2).id]);
  expect(outbox.edit(anEdit(1).id)?.changes[0]?.status).toBe('settled');
  expect(outbox.edit(anEdit(2).id)?.seq).toBe(2);
});

test('a change set is queued whole or not at all', () => {
  const { outbox } = anOutbox();
  const broken = { ...anEdit(2), network: 'nowhere' as 'public' };
  expect(() => outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), broken] }))).toThrow();
  expect(outbox.edit(anEdit(1).id)).toBeNull();
  outbox.enqueue(aChangeSet(2));
  expect(outbox.edit(anEdit(2).id)?.seq).toBe(1);
});

test('open edits of a file come in the order of the queue, closed ones do not', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2), anEdit(3), anEdit(4, 'other')] }));
  outbox.update([move(2, 'discarded')]);
  expect(outbox.openEdits(fileOf()).map((edit) => edit.id)).toEqual([anEdit(1).id, anEdit(3).id]);
  expect(outbox.openEdits(fileOf(uuid(1), 'private'))).toEqual([]);
  expect(outbox.openEdits(fileOf(uuid(1), 'public', connectionB))).toEqual([]);
});

test('an update changes what it names and nothing else', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  outbox.update([{ ...move(1, 'conflicted'), server: 'theirs', serverSeenAtMs: 9 }]);
  outbox.update([{ editId: anEdit(1).id, field: 'name', base: null, mine: 'by hand' }]);
  expect(outbox.edit(anEdit(1).id)?.changes).toEqual([
    {
      editId: anEdit(1).id,
      seq: 1,
      field: 'name',
      base: null,
      mine: 'by hand',
      status: 'conflicted',
      settlement: null,
      server: 'theirs',
      serverSeenAtMs: 9,
    },
  ]);
  expect(() => outbox.update([move(7, 'held')])).toThrow('No name in edit');
});

test('an update takes values away where it says so, and leaves those that it does not name', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  const of = { editId: anEdit(1).id, field: 'name' } as const;
  const change = () => outbox.edit(anEdit(1).id)?.changes[0];
  const whole = {
    base: 'seen',
    mine: 'wanted',
    status: 'settled',
    settlement: 'savedAs',
    server: 'theirs',
    serverSeenAtMs: 9,
  } as const;
  outbox.update([{ ...of, ...whole }]);
  expect(change()).toEqual({ ...of, seq: 1, ...whole });
  outbox.update([of]);
  expect(change()).toEqual({ ...of, seq: 1, ...whole });
  const none = { base: null, mine: null, settlement: null, server: null, serverSeenAtMs: null };
  outbox.update([{ ...of, ...none }]);
  expect(change()).toEqual({ ...of, seq: 1, status: 'settled', ...none });
});

test('edits of a set come page by page, and none where a page ends before it begins', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [1, 2, 3].map((number) => anEdit(number)) }));
  const page = (from: number, to: number) => outbox.editsOfSet(aChangeSet(1).id, from, to).map(({ seq }) => seq);
  expect([page(0, 2), page(2, 9), page(2, 1)]).toEqual([[1, 2], [3], []]);
});

test('all edits of a file are kept, over or not, and the newest are told first where only some are wanted', () => {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2), anEdit(3), anEdit(4, 'other')] }));
  outbox.update([move(2, 'discarded')]);
  expect(outbox.keptEdits(fileOf()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(fileEdits(db)(fileOf(), 2)).toEqual([anEdit(3).id, anEdit(2).id]);
});

test('what the service said about an edit that is not there is not kept', () => {
  expect(() => anOutbox().outbox.setRefusal(anEdit(7).id, null)).toThrow('No edit');
});

test('a refusal is kept in the words of the service and can be taken back', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1));
  const refusal = { status: 400, message: 'no', requestId: null, atMs: 7 };
  outbox.setRefusal(anEdit(1).id, refusal);
  expect(outbox.edit(anEdit(1).id)?.refusal).toEqual(refusal);
  outbox.setRefusal(anEdit(1).id, null);
  expect(outbox.edit(anEdit(1).id)?.refusal).toBeNull();
});

test('sendable files come oldest edit first, and only under their own account', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'b'), anEdit(2, 'a'), anEdit(3, 'b')] }));
  outbox.enqueue(aChangeSet(2, { accountRef: accountRefB, edits: [anEdit(4, 'c')] }));
  const ids = (accountRef = accountRefA, limit = 10) =>
    outbox.sendableFiles(connectionA, accountRef, 0, limit).map((key) => key.id);
  expect([ids(), ids(accountRefB), ids(accountRefA, 1)]).toEqual([['b', 'a'], ['c'], ['b']]);
  outbox.update([move(1, 'settled')]);
  expect(ids()).toEqual(['a', 'b']);
  outbox.update([move(1, 'queued')]);
  expect(ids()).toEqual(['b', 'a']);
});

test.each(['refused', 'gone'] as const)('a file with a %s change is not sent', (status) => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
  outbox.update([move(1, status)]);
  expect(outbox.sendableFiles(connectionA, accountRefA, 0, 10)).toEqual([]);
});

test('a conflict holds back its own field and no other', () => {
  const { outbox } = anOutbox();
  const fields = [{}, { field: 'key:env', base: null, mine: 'prod' }] as const;
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields), anEdit(2)] }));
  outbox.update([move(1, 'conflicted')]);
  expect(outbox.sendableFiles(connectionA, accountRefA, 0, 10)).toHaveLength(1);
  outbox.update([move(1, 'settled', 'key:env')]);
  expect(outbox.sendableFiles(connectionA, accountRefA, 0, 10)).toEqual([]);
});

test('a closed gate keeps its file back until its time', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
  outbox.setRetryState(fileOf('a'), { notBeforeMs: 99.5, failures: 2 });
  outbox.setRetryState(fileOf('z'), { notBeforeMs: 50, failures: 1 });
  const ids = (nowMs: number) => outbox.sendableFiles(connectionA, accountRefA, nowMs, 10).map((key) => key.id);
  expect([ids(99), ids(100)]).toEqual([['b'], ['a', 'b']]);
  expect(outbox.nextRetryMs(connectionA, accountRefA, 0)).toBe(100);
  expect([outbox.retryState(fileOf('a')), outbox.retryState(fileOf('b'))]).toEqual([
    { notBeforeMs: 100, failures: 2 },
    { notBeforeMs: 0, failures: 0 },
  ]);
  outbox.resetBackoff(connectionA);
  expect([ids(0), outbox.nextRetryMs(connectionA, accountRefA, 0)]).toEqual([['a', 'b'], null]);
  outbox.setRetryState(fileOf('a'), null);
  expect(outbox.retryState(fileOf('a'))).toEqual({ notBeforeMs: 0, failures: 0 });
});

test('files with open changes are found in any account', () => {
  const { outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
  outbox.enqueue(aChangeSet(2, { accountRef: accountRefB, edits: [anEdit(3, 'a'), anEdit(4, 'c')] }));
  outbox.update([move(2, 'settled')]);
  expect(outbox.filesWithOpenChanges(connectionA).map((key) => key.id)).toEqual(['a', 'c']);
});

test('what is counted along is what counting anew gives, whatever happens to the edits', () => {
  const statuses = fc.constantFrom<ChangeStatus>(
    'queued',
    'held',
    'conflicted',
    'refused',
    'gone',
    'settled',
    'discarded',
  );
  const step = fc.tuple(fc.integer({ min: 0, max: 11 }), statuses);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { db, outbox } = anOutbox();
      const edits = Array.from({ length: 12 }, (_, number) => anEdit(number, `file-${number % 5}`));
      outbox.enqueue(aChangeSet(1, { edits: edits.slice(0, 7) }));
      outbox.enqueue(aChangeSet(2, { edits: edits.slice(7) }));
      outbox.update(steps.map(([number, status]) => move(number, status)));
      const counted = db.prepare(/* sql */ `
        SELECT sum(queued) AS queued, sum(held) AS held, sum(conflicted) AS conflicted, sum(settled) AS settled
        FROM change_sets`);
      const anew = db.prepare(/* sql */ `
        SELECT sum(status = 'queued') AS queued, sum(status = 'held') AS held, sum(status = 'conflicted') AS conflicted,
          sum(status = 'settled') AS settled FROM edit_changes`);
      expect(counted.get()).toEqual(anew.get());
      const wanted = edits
        .map((edit) => outbox.edit(edit.id)!)
        .filter((edit) => edit.changes[0]!.status === 'queued')
        .filter((edit) =>
          outbox.openEdits(fileOf(edit.fileId)).every((one) => !/refused|gone|conflicted/.test(one.changes[0]!.status)),
        );
      const order = [...new Set(wanted.toSorted((a, b) => a.seq - b.seq).map((edit) => edit.fileId))];
      expect(outbox.sendableFiles(connectionA, accountRefA, 0, 100).map((key) => key.id)).toEqual(order);
    }),
    { numRuns: 60 },
  );
});
