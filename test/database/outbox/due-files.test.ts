import { expect, test } from 'vitest';
import { fileRetryOf, nextRetry } from '../../../electron/database/outbox/due-files.ts';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import type { LastFailure } from '../../../src/domain/service/remote-failure.ts';
import {
  accountRefA,
  accountRefB,
  aChangeSet,
  anAttempt,
  anEdit,
  connectionA,
  connectionB,
  fileOf,
} from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';

const lastFailure: LastFailure = { kind: 'answered', status: 500, words: 'Internal error' };

/** Edits of the files a, b and c, which wait. */
function threeFiles() {
  const { db, outbox } = anOutbox();
  outbox.enqueue(aChangeSet(1, { edits: ['a', 'b', 'c'].map((file, at) => anEdit(at + 1, file)) }));
  const move = (number: number, status: ChangeStatus): void =>
    outbox.update([{ editId: anEdit(number).id, field: 'name', status }]);
  const fail = (file: string, notBeforeMs: number, failures = 1): void =>
    outbox.setRetryState(fileOf(file), { notBeforeMs, failures, lastFailure });
  return { db, outbox, move, fail, next: nextRetry(db) };
}

test('how a file failed last is kept with its backoff, until it fails for another reason or does not', () => {
  const { outbox, fail } = threeFiles();
  fail('a', 50, 3);
  expect(outbox.retryState(fileOf('a'))).toEqual({ notBeforeMs: 50, failures: 3, lastFailure });
  outbox.setRetryState(fileOf('a'), { notBeforeMs: 60, failures: 4 });
  expect(outbox.retryState(fileOf('a'))).toEqual({ notBeforeMs: 60, failures: 4 });
  expect(Object.keys(outbox.retryState(fileOf('a')))).not.toContain('lastFailure');
});

test('the wait that is told is that of the file that is tried next among those that failed', () => {
  const { fail, move, next } = threeFiles();
  const told = () => next(connectionA, accountRefA);
  expect(told()).toBeNull();
  fail('b', 300, 2);
  fail('c', 200, 1);
  expect(told()).toEqual({ failures: 1, retryAtMs: 200, lastFailure });
  move(3, 'held');
  expect(told()).toEqual({ failures: 2, retryAtMs: 300, lastFailure });
  expect([next(connectionA, accountRefB), next(connectionB, accountRefA)]).toEqual([null, null]);
});

test('a file that waits without a failure has none to tell', () => {
  const { outbox, next } = threeFiles();
  outbox.setRetryState(fileOf('a'), { notBeforeMs: 50, failures: 0 });
  expect(next(connectionA, accountRefA)).toBeNull();
  expect(fileRetryOf(outbox.retryState(fileOf('a')))).toBeNull();
  expect(fileRetryOf({ notBeforeMs: 50, failures: 2, lastFailure })).toEqual({
    failures: 2,
    retryAtMs: 50,
    lastFailure,
  });
});

test('the next retry lies ahead, and is that of a file that can be sent then', () => {
  const { outbox, fail, move } = threeFiles();
  fail('a', 100);
  fail('b', 200);
  fail('c', 300);
  move(2, 'refused');
  const next = (nowMs: number) => outbox.nextRetryMs(connectionA, accountRefA, nowMs);
  expect([next(99), next(100), next(300)]).toEqual([100, 300, null]);
  expect(outbox.nextRetryMs(connectionA, accountRefB, 0)).toBeNull();
});

test('a clock that was set back leaves no file waiting for the time that it showed', () => {
  const { outbox, fail } = threeFiles();
  fail('a', 5_000);
  fail('b', 150);
  outbox.scheduleCheck(fileOf('a'), accountRefA, 5_000);
  outbox.scheduleCheck(fileOf('b'), accountRefA, 150);
  outbox.beginAttempt(anAttempt(1, { ...fileOf('a'), startedAtMs: 5_000 }));
  outbox.beginAttempt(anAttempt(2, { ...fileOf('b'), startedAtMs: 50 }));
  outbox.capTimes(100, 200, 200);
  const waits = ['a', 'b'].map((file) => outbox.retryState(fileOf(file)).notBeforeMs);
  expect(waits).toEqual([200, 150]);
  expect(outbox.dueChecks(connectionA, accountRefA, 199).map(({ id }) => id)).toEqual(['b']);
  expect(outbox.dueChecks(connectionA, accountRefA, 200).map(({ id }) => id)).toEqual(['b', 'a']);
  const starts = ['a', 'b'].map((file) => outbox.unresolvedAttempt(fileOf(file))?.startedAtMs);
  expect(starts).toEqual([100, 50]);
});
