import { describe, expect, test } from 'vitest';
import type { OutboxTable } from '../../../electron/database/outbox/outbox.ts';
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
import { attemptsContract } from './attempts-contract.ts';
import { editedFilesContract } from './edited-files-contract.ts';
import { transactionsContract } from './transactions-contract.ts';

type Make = () => OutboxTable;

const move = (number: number, status: ChangeStatus, field: Field = 'name') => ({
  editId: anEdit(number).id,
  field,
  status,
});
const idsOf = (edits: readonly { readonly id: string }[]): readonly string[] => edits.map(({ id }) => id);

/** What every queue does, on a disk or in memory. */
export function outboxContract(make: Make): void {
  describe('edits', () => editsContract(make));
  describe('what may be sent', () => sendingContract(make));
  describe('attempts and what is known of files', () => attemptsContract(make));
  describe('edited files', () => editedFilesContract(make));
  describe('a unit of work', () => transactionsContract(make));
}

function editsContract(make: Make): void {
  test('come back as they were queued, in the order of the queue', () => {
    const outbox = make();
    const odd = {
      field: 'key:__proto__',
      base: '\ud800',
      mine: null,
      status: 'conflicted',
      server: '',
      serverSeenAtMs: 5,
    };
    const set = aChangeSet(1, { edits: [anEdit(1, uuid(1), {}, odd as object), anEdit(2, uuid(2))] });
    outbox.enqueue(set);
    const of = { editId: anEdit(1).id, seq: 1, settlement: null };
    expect(outbox.edit(anEdit(1).id)).toEqual({
      id: anEdit(1).id,
      seq: 1,
      changeSetId: set.id,
      connectionId: connectionA,
      accountRef: accountRefA,
      network: 'public',
      fileId: uuid(1),
      createdAtMs: set.createdAtMs,
      changes: [
        { ...of, ...anEdit(1).changes[0] },
        { ...of, ...odd },
      ],
      refusal: null,
    });
    expect([outbox.edit(anEdit(2).id)?.seq, outbox.edit(anEdit(9).id)]).toEqual([2, null]);
  });

  test('that are there already are left alone', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    outbox.update([move(1, 'settled')]);
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2)] }));
    expect(outbox.editIdsOfSet(aChangeSet(1).id)).toEqual([anEdit(1).id, anEdit(2).id]);
    expect(outbox.edit(anEdit(1).id)?.changes[0]?.status).toBe('settled');
    expect(outbox.edit(anEdit(2).id)?.seq).toBe(2);
  });

  test('of a file are open as long as one field is', () => {
    const outbox = make();
    const fields = [{}, { field: 'key:a', base: null, mine: 'x' }] as const;
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields), anEdit(2), anEdit(3, 'other')] }));
    expect(idsOf(outbox.openEdits(fileOf()))).toEqual([anEdit(1).id, anEdit(2).id]);
    outbox.update([move(1, 'settled'), move(2, 'discarded')]);
    expect(idsOf(outbox.openEdits(fileOf()))).toEqual([anEdit(1).id]);
    expect(outbox.openEdits(fileOf())[0]?.changes.map(({ status }) => status)).toEqual(['settled', 'queued']);
    expect(outbox.openEdits(fileOf(uuid(1), 'private'))).toEqual([]);
    expect(outbox.openEdits(fileOf(uuid(1), 'public', connectionB))).toEqual([]);
  });

  test('of a file are kept when they are over', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(2), anEdit(1), anEdit(3, 'other')] }));
    outbox.enqueue(aChangeSet(2, { edits: [anEdit(4)], accountRef: accountRefB }));
    outbox.update([move(2, 'settled'), move(1, 'discarded')]);
    expect(outbox.keptEdits(fileOf()).map(({ seq }) => seq)).toEqual([1, 2, 4]);
    expect(outbox.keptEdits(fileOf())[1]).toEqual(outbox.edit(anEdit(1).id));
    expect(outbox.keptEdits(fileOf(uuid(1), 'private'))).toEqual([]);
    expect(outbox.keptEdits(fileOf(uuid(1), 'public', connectionB))).toEqual([]);
  });

  test('of a change set are read by windows', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [1, 2, 3, 4].map((number) => anEdit(number, uuid(number))) }));
    const { id } = aChangeSet(1);
    expect(idsOf(outbox.editsOfSet(id, 1, 3))).toEqual([anEdit(2).id, anEdit(3).id]);
    expect([outbox.editsOfSet(id, 4, 9), outbox.editsOfSet(id, 3, 1)]).toEqual([[], []]);
    expect([outbox.editsOfSet(aChangeSet(2).id, 0, 9), outbox.editIdsOfSet(aChangeSet(2).id)]).toEqual([[], []]);
  });

  test('change in what an update names and nothing else; null is a value, nothing said is not', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    outbox.update([{ ...move(1, 'conflicted'), server: 'theirs', serverSeenAtMs: 9, settlement: 'applied' }]);
    outbox.update([{ editId: anEdit(1).id, field: 'name', base: null, settlement: null }]);
    expect(outbox.edit(anEdit(1).id)?.changes).toEqual([
      {
        ...anEdit(1).changes[0],
        editId: anEdit(1).id,
        seq: 1,
        base: null,
        status: 'conflicted',
        settlement: null,
        server: 'theirs',
        serverSeenAtMs: 9,
      },
    ]);
  });

  test('that are not there cannot be changed or refused', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    expect(() => outbox.update([move(7, 'held')])).toThrow('No name in edit');
    expect(() => outbox.update([move(1, 'settled'), move(1, 'held', 'key:a')])).toThrow('No key:a in edit');
    expect(outbox.edit(anEdit(1).id)?.changes[0]?.status).toBe('queued');
    expect(() => outbox.setRefusal(anEdit(7).id, null)).toThrow('No edit');
  });

  test('keep a refusal until it is taken back', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    const refusal = { status: null, message: 'no', requestId: 'r', atMs: 7 };
    outbox.setRefusal(anEdit(1).id, refusal);
    expect(outbox.edit(anEdit(1).id)?.refusal).toEqual(refusal);
    outbox.setRefusal(anEdit(1).id, null);
    expect(outbox.edit(anEdit(1).id)?.refusal).toBeNull();
  });
}

function sendingContract(make: Make): void {
  const ids = (outbox: OutboxTable, nowMs = 0, accountRef = accountRefA, limit = 10) =>
    outbox.sendableFiles(connectionA, accountRef, nowMs, limit).map(({ id }) => id);

  test('comes oldest waiting edit first, and only under its own account', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'b'), anEdit(2, 'a'), anEdit(3, 'b')] }));
    outbox.enqueue(aChangeSet(2, { accountRef: accountRefB, edits: [anEdit(4, 'c'), anEdit(5, 'a')] }));
    expect([ids(outbox), ids(outbox, 0, accountRefB), ids(outbox, 0, accountRefA, 1)]).toEqual([
      ['b', 'a'],
      ['c', 'a'],
      ['b'],
    ]);
    expect(outbox.sendableFiles(connectionB, accountRefA, 0, 10)).toEqual([]);
    outbox.update([move(1, 'held')]);
    expect(ids(outbox)).toEqual(['a', 'b']);
    outbox.update([move(1, 'queued')]);
    expect(ids(outbox)).toEqual(['b', 'a']);
    outbox.update([move(1, 'settled'), move(3, 'discarded')]);
    expect(ids(outbox)).toEqual(['a']);
  });

  test.each(['refused', 'gone'] as const)('is nothing of a file with a %s edit of this account', (status) => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2, uuid(1), { field: 'key:a' })] }));
    outbox.enqueue(aChangeSet(2, { accountRef: accountRefB, edits: [anEdit(3)] }));
    outbox.update([move(1, status)]);
    expect([ids(outbox), ids(outbox, 0, accountRefB)]).toEqual([[], [uuid(1)]]);
  });

  test('is nothing of a field behind its conflict, and the other fields', () => {
    const outbox = make();
    const fields = [{}, { field: 'key:a', base: null, mine: 'x' }] as const;
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, uuid(1), ...fields), anEdit(2)] }));
    outbox.update([move(1, 'conflicted')]);
    expect(ids(outbox)).toEqual([uuid(1)]);
    outbox.update([move(1, 'settled', 'key:a')]);
    expect(ids(outbox)).toEqual([]);
  });

  test('waits for its gate, in whole milliseconds', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b')] }));
    outbox.setRetryState(fileOf('a'), { notBeforeMs: 99.5, failures: 2 });
    outbox.setRetryState(fileOf('z'), { notBeforeMs: 50, failures: 1 });
    expect([ids(outbox, 99), ids(outbox, 100)]).toEqual([['b'], ['a', 'b']]);
    expect([outbox.retryState(fileOf('a')), outbox.retryState(fileOf('b'))]).toEqual([
      { notBeforeMs: 100, failures: 2 },
      { notBeforeMs: 0, failures: 0 },
    ]);
    outbox.setRetryState(fileOf('a'), null);
    expect([outbox.retryState(fileOf('a')), ids(outbox)]).toEqual([{ notBeforeMs: 0, failures: 0 }, ['a', 'b']]);
  });

  test('is called for when the next gate of something sendable opens', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { edits: [anEdit(1, 'a'), anEdit(2, 'b'), anEdit(3, 'c')] }));
    const next = (nowMs: number, accountRef = accountRefA) => outbox.nextRetryMs(connectionA, accountRef, nowMs);
    expect(next(0)).toBeNull();
    for (const [file, notBeforeMs] of [
      ['a', 30],
      ['b', 20],
      ['c', 10],
      ['z', 5],
    ] as const) {
      outbox.setRetryState(fileOf(file), { notBeforeMs, failures: 1 });
    }
    outbox.update([move(3, 'held')]);
    expect([next(0), next(20), next(30), next(0, accountRefB)]).toEqual([20, 30, null, null]);
  });

  test('is tried at once when all gates are opened, and failures are not forgotten', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1));
    const other = fileOf(uuid(1), 'public', connectionB);
    for (const of of [fileOf(), other]) outbox.setRetryState(of, { notBeforeMs: 50, failures: 3 });
    outbox.resetBackoff(connectionA);
    expect([ids(outbox), outbox.nextRetryMs(connectionA, accountRefA, 0)]).toEqual([[uuid(1)], null]);
    expect([outbox.retryState(fileOf()), outbox.retryState(other)]).toEqual([
      { notBeforeMs: 0, failures: 3 },
      { notBeforeMs: 50, failures: 3 },
    ]);
  });

  test('and what waits otherwise are all files with open changes, of any account, in the order of their names', () => {
    const outbox = make();
    outbox.enqueue(aChangeSet(1, { accountRef: accountRefB, edits: [anEdit(3, 'b'), anEdit(4, 'c')] }));
    const secret = { ...anEdit(6, 'b'), network: 'private' as const };
    outbox.enqueue(aChangeSet(2, { edits: [anEdit(1, 'b'), anEdit(2, 'a'), anEdit(5, 'd'), secret] }));
    outbox.update([move(5, 'settled'), move(2, 'held')]);
    expect(outbox.filesWithOpenChanges(connectionA)).toEqual([
      { network: 'private', id: 'b' },
      { network: 'public', id: 'a' },
      { network: 'public', id: 'b' },
      { network: 'public', id: 'c' },
    ]);
    expect(outbox.filesWithOpenChanges(connectionB)).toEqual([]);
    const some = ['public', 'private'].flatMap((network) => [
      { network: network as 'public', id: 'b' },
      { network: network as 'public', id: "d' OR 1" },
    ]);
    expect(outbox.filesWithOpenChanges(connectionA, some)).toEqual([
      { network: 'private', id: 'b' },
      { network: 'public', id: 'b' },
    ]);
    expect(outbox.filesWithOpenChanges(connectionA, [])).toEqual([]);
  });
}
