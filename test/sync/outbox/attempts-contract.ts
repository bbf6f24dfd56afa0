import { expect, test } from 'vitest';
import type { AttemptEnd, OutboxTable } from '../../../electron/database/outbox/outbox.ts';
import { VERIFY_AFTER_MS } from '../../../src/domain/edits/late-landings.ts';
import {
  aChangeSet,
  anAttempt,
  anEdit,
  accountRefA,
  accountRefB,
  connectionA,
  connectionB,
  fileOf,
  uuid,
} from '../../support/builders.ts';

const ended = (given: Partial<AttemptEnd> = {}): AttemptEnd => ({
  endedAtMs: 9_000,
  outcome: 'in words',
  isResolved: true,
  requestId: null,
  answeredRaw: null,
  ...given,
});

/** A queue in which edit 1 and edit 2 of one file wait. */
function queued(make: () => OutboxTable): OutboxTable {
  const outbox = make();
  outbox.enqueue(aChangeSet(1, { edits: [anEdit(1), anEdit(2, uuid(1), { field: 'key:a' }), anEdit(3, uuid(2))] }));
  return outbox;
}

export function attemptsContract(make: () => OutboxTable): void {
  test('an attempt is as it was begun until it ends, and then as it ended', () => {
    const outbox = queued(make);
    const overruled = { base: null, server: 'theirs' };
    const writes = [{ field: 'name' as const, value: 'mine', overruled }, ...anAttempt(1).writes];
    const begun = anAttempt(1, { readRaw: '{"id":1}', editIds: [anEdit(1).id, anEdit(2).id], writes });
    outbox.beginAttempt(begun);
    const open = {
      ...begun,
      endedAtMs: null,
      outcome: null,
      isResolved: false,
      wasNotApplied: false,
      wasAnswered: false,
      requestId: null,
      lastEditSeq: 3,
    };
    expect(outbox.attemptsSince(fileOf(), 0)).toEqual([open]);
    outbox.endAttempt('attempt-1', ended({ requestId: 'r', answeredRaw: '{}' }));
    const over = {
      ...open,
      endedAtMs: 9_000,
      outcome: 'in words',
      isResolved: true,
      wasAnswered: true,
      requestId: 'r',
    };
    expect(outbox.attemptsSince(fileOf(), 0)).toEqual([over]);
    expect(() => outbox.endAttempt('attempt-7', ended())).toThrow('No attempt');
  });

  test('no two attempts of one file are under way at once, and files do not wait for each other', () => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1));
    expect(() => outbox.beginAttempt(anAttempt(2))).toThrow();
    outbox.beginAttempt(anAttempt(3, { ...fileOf(uuid(2)), editIds: [anEdit(3).id] }));
    outbox.beginAttempt(anAttempt(4, fileOf(uuid(1), 'private')));
    outbox.endAttempt('attempt-1', ended());
    outbox.beginAttempt(anAttempt(5));
    expect(outbox.attemptsSince(fileOf(), 0).map(({ attemptId }) => attemptId)).toEqual(['attempt-5', 'attempt-1']);
  });

  test('attempts are told newest first, by file since a time and by edit', () => {
    const outbox = queued(make);
    for (const number of [1, 2, 3]) {
      outbox.beginAttempt(anAttempt(number, { editIds: [anEdit(1).id, ...(number === 2 ? [anEdit(2).id] : [])] }));
      outbox.endAttempt(`attempt-${number}`, ended());
    }
    const idsOf = (attempts: ReturnType<OutboxTable['attemptsSince']>) => attempts.map(({ attemptId }) => attemptId);
    expect(idsOf(outbox.attemptsSince(fileOf(), 1_002))).toEqual(['attempt-3', 'attempt-2']);
    expect(idsOf(outbox.attemptsOfEdit(anEdit(1).id))).toEqual(['attempt-3', 'attempt-2', 'attempt-1']);
    expect(idsOf(outbox.attemptsOfEdit(anEdit(2).id))).toEqual(['attempt-2']);
    expect(outbox.attemptsOfEdit(anEdit(3).id)).toEqual([]);
    expect(outbox.attemptsSince(fileOf(uuid(1), 'public', connectionB), 0)).toEqual([]);
  });

  test('an attempt tells the newest edit of the whole queue when it was stored', () => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1, { editIds: [anEdit(1).id] }));
    outbox.endAttempt('attempt-1', ended());
    outbox.enqueue(aChangeSet(2, { edits: [anEdit(4, uuid(3))] }));
    outbox.beginAttempt(anAttempt(2, { editIds: [anEdit(1).id] }));
    expect(outbox.attemptsSince(fileOf(), 0).map(({ lastEditSeq }) => lastEditSeq)).toEqual([4, 3]);
  });

  test('the latest attempt whose effect is not known is remembered until it is', () => {
    const outbox = queued(make);
    expect(outbox.unresolvedAttempt(fileOf())).toBeNull();
    for (const number of [1, 2]) {
      outbox.beginAttempt(anAttempt(number));
      expect(outbox.unresolvedAttempt(fileOf())?.attemptId).toBe(`attempt-${number}`);
      outbox.endAttempt(`attempt-${number}`, ended({ isResolved: false }));
    }
    expect(outbox.unresolvedAttempt(fileOf())?.attemptId).toBe('attempt-2');
    outbox.resolveAttempts(fileOf(uuid(2)));
    expect(outbox.unresolvedAttempt(fileOf())).not.toBeNull();
    outbox.resolveAttempts(fileOf());
    expect(outbox.unresolvedAttempt(fileOf())).toBeNull();
    expect(outbox.attemptsSince(fileOf(), 0).map(({ isResolved }) => isResolved)).toEqual([true, true]);
  });

  test.each<[string, Partial<AttemptEnd>, boolean]>([
    ['that was refused is known to have changed nothing', {}, true],
    ['that was answered is not', { answeredRaw: '{}' }, false],
    ['that got no answer is not, also when it can no longer land', { isResolved: false }, false],
  ])('an attempt %s', (_what, end, expected) => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1));
    outbox.endAttempt('attempt-1', ended(end));
    outbox.resolveAttempts(fileOf());
    expect(outbox.attemptsSince(fileOf(), 0)).toMatchObject([{ isResolved: true, wasNotApplied: expected }]);
  });

  test.each([
    [
      'that stays unresolved counts as begun at its end where it took longer than any request may',
      false,
      60_001,
      60_001,
    ],
    ['that stays unresolved and took no longer counts from its start', false, 60_000, 0],
    ['whose effect is known counts from its start', true, 60_001, 0],
  ])('an attempt %s', (_what, isResolved, endedAtMs, begunAtMs) => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1, { startedAtMs: 0 }));
    outbox.endAttempt('attempt-1', ended({ isResolved, endedAtMs }));
    expect(outbox.attemptsSince(fileOf(), 0)).toMatchObject([{ startedAtMs: begunAtMs, endedAtMs }]);
  });

  test('an attempt a crash left without an end gets one, and stays unresolved', () => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1));
    outbox.endAttempt('attempt-1', ended());
    outbox.beginAttempt(anAttempt(2));
    outbox.resolveAttempts(fileOf());
    outbox.endAbandonedAttempts(70);
    const [last, first] = outbox.attemptsSince(fileOf(), 0);
    expect(last).toMatchObject({ endedAtMs: 70, isResolved: false, outcome: expect.any(String), wasAnswered: false });
    expect(first).toMatchObject({ endedAtMs: 9_000, isResolved: true, outcome: 'in words' });
    outbox.beginAttempt(anAttempt(3));
  });

  test('a file whose attempt a crash left without an end is looked at once more, and no other', () => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1, fileOf(uuid(2))));
    outbox.endAttempt('attempt-1', ended());
    outbox.beginAttempt(anAttempt(2));
    outbox.endAbandonedAttempts(70);
    outbox.endAbandonedAttempts(90);
    expect(outbox.dueChecks(connectionA, accountRefA, 70 + VERIFY_AFTER_MS - 1)).toEqual([]);
    expect(outbox.dueChecks(connectionA, accountRefA, 70 + VERIFY_AFTER_MS)).toEqual([
      { network: fileOf().network, id: fileOf().id },
    ]);
  });

  test('what lies ahead of a clock that was set back is brought near, and nothing else', () => {
    const outbox = queued(make);
    outbox.beginAttempt(anAttempt(1, { startedAtMs: 500 }));
    outbox.endAttempt('attempt-1', ended());
    outbox.resolveAttempts(fileOf());
    outbox.beginAttempt(anAttempt(2, { startedAtMs: 600 }));
    outbox.setRetryState(fileOf('a'), { notBeforeMs: 900, failures: 3 });
    outbox.setRetryState(fileOf('b'), { notBeforeMs: 150, failures: 1 });
    outbox.scheduleCheck(fileOf('c'), accountRefA, 800);
    outbox.capTimes(100, 200, 300);
    expect(outbox.attemptsSince(fileOf(), 0).map(({ startedAtMs }) => startedAtMs)).toEqual([100, 500]);
    expect(outbox.retryState(fileOf('a'))).toEqual({ notBeforeMs: 200, failures: 3 });
    expect(outbox.retryState(fileOf('b'))).toEqual({ notBeforeMs: 150, failures: 1 });
    expect(outbox.nextCheckMs(connectionA, accountRefA)).toBe(300);
  });

  test('a file is looked at once more at the later of the times that were asked for', () => {
    const outbox = make();
    outbox.scheduleCheck(fileOf('a'), accountRefA, 50.5);
    outbox.scheduleCheck(fileOf('a'), accountRefA, 40);
    outbox.scheduleCheck(fileOf('b'), accountRefA, 45);
    const due = (nowMs: number) => outbox.dueChecks(connectionA, accountRefA, nowMs).map(({ id }) => id);
    expect([due(44), due(45), due(50), due(51)]).toEqual([[], ['b'], ['b'], ['b', 'a']]);
    expect(outbox.dueChecks(connectionA, accountRefA, 45)).toEqual([{ network: 'public', id: 'b' }]);
    expect([outbox.nextCheckMs(connectionA, accountRefA), outbox.nextCheckMs(connectionB, accountRefA)]).toEqual([
      45,
      null,
    ]);
    outbox.clearCheck(fileOf('b'), accountRefA, 44);
    expect(outbox.nextCheckMs(connectionA, accountRefA)).toBe(45);
    outbox.clearCheck(fileOf('b'), accountRefA, 45);
    expect([outbox.nextCheckMs(connectionA, accountRefA), due(99)]).toEqual([51, ['a']]);
    outbox.clearCheck(fileOf('z'), accountRefA, 99);
  });

  test('looks of other accounts are theirs', () => {
    const outbox = make();
    outbox.scheduleCheck(fileOf(), accountRefB, 10);
    outbox.scheduleCheck(fileOf(), accountRefA, 20);
    const next = () => [accountRefA, accountRefB].map((accountRef) => outbox.nextCheckMs(connectionA, accountRef));
    expect([next(), outbox.dueChecks(connectionA, accountRefA, 15)]).toEqual([[20, 10], []]);
    outbox.clearCheck(fileOf(), accountRefA, 99);
    expect(next()).toEqual([null, 10]);
  });

  test('looks of other connections are theirs', () => {
    const outbox = make();
    outbox.scheduleCheck(fileOf(uuid(1), 'public', connectionB), accountRefA, 10);
    expect([outbox.nextCheckMs(connectionA, accountRefA), outbox.dueChecks(connectionA, accountRefA, 99)]).toEqual([
      null,
      [],
    ]);
    outbox.clearCheck(fileOf(), accountRefA, 99);
    expect(outbox.nextCheckMs(connectionB, accountRefA)).toBe(10);
  });

  test('requests are counted up', () => {
    const outbox = make();
    const seqs = Array.from({ length: 600 }, () => outbox.nextRequestSeq());
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  });

  test('a settled record is kept until the copy has it, the latest request’s', () => {
    const outbox = make();
    expect(outbox.settled(fileOf())).toBeNull();
    outbox.settle(fileOf('b'), '{"b":1}', { requestSeq: 6, settledAtMs: 60 });
    outbox.settle(fileOf(), '{"a":1}', { requestSeq: 4, settledAtMs: 40 });
    outbox.settle(fileOf(), '{"a":2}', { requestSeq: 5, settledAtMs: 50 });
    outbox.settle(fileOf(), '{"late":1}', { requestSeq: 3, settledAtMs: 70 });
    expect(outbox.settled(fileOf())).toEqual({ requestSeq: 5, settledAtMs: 50 });
    expect(outbox.unmirrored()).toEqual([
      { ...fileOf(), raw: '{"a":2}', requestSeq: 5, seenAtMs: 50 },
      { ...fileOf('b'), raw: '{"b":1}', requestSeq: 6, seenAtMs: 60 },
    ]);
    outbox.markMirrored(fileOf(), 4);
    expect(outbox.unmirrored()).toHaveLength(2);
    outbox.markMirrored(fileOf(), 7);
    expect(outbox.unmirrored().map(({ id }) => id)).toEqual(['b']);
    expect(outbox.settled(fileOf())).toEqual({ requestSeq: 5, settledAtMs: 50 });
    outbox.settle(fileOf(), '{"a":3}', { requestSeq: 8, settledAtMs: 80 });
    expect(outbox.unmirrored().map(({ requestSeq }) => requestSeq)).toEqual([6, 8]);
  });
}
