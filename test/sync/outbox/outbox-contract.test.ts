import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { OutboxTable } from '../../../electron/database/outbox/outbox.ts';
import type { ChangeStatus } from '../../../src/domain/edits/edit.ts';
import { MemoryOutbox } from '../../simulation/memory-outbox-table.ts';
import {
  aChangeSet,
  anAttempt,
  anEdit,
  accountRefA,
  accountRefB,
  connectionA,
  fileOf,
} from '../../support/builders.ts';
import { anOutbox } from '../../support/database.ts';
import { outboxContract } from './outbox-contract.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('the queue in outbox.db', () => outboxContract(() => anOutbox().outbox));
describe('the queue of simulations', () => outboxContract(() => new MemoryOutbox()));

const FILES = ['a', 'b', 'c'] as const;
const statuses: readonly ChangeStatus[] = ['queued', 'held', 'conflicted', 'refused', 'gone', 'settled', 'discarded'];
type Act = (outbox: OutboxTable, file: string, number: number, status: ChangeStatus) => unknown;

/** What anybody may do to a queue; what throws on one has to throw on the other. */
const acts: readonly Act[] = [
  (outbox, file, number, status) => outbox.enqueue(aChangeSet(number, { edits: [anEdit(number, file, { status })] })),
  (outbox, file, number) =>
    outbox.enqueue(aChangeSet(number, { accountRef: accountRefB, edits: [anEdit(number, file, { field: 'key:a' })] })),
  (outbox, _, number, status) => outbox.update([{ editId: anEdit(number).id, field: 'name', status }]),
  (outbox, file, number) => outbox.setRetryState(fileOf(file), { notBeforeMs: number * 10, failures: number }),
  (outbox) => outbox.resetBackoff(connectionA),
  (outbox, file, number) => outbox.beginAttempt(anAttempt(number, { ...fileOf(file), editIds: [] })),
  (outbox, _, number, status) =>
    outbox.endAttempt(`attempt-${number}`, {
      endedAtMs: number,
      outcome: status,
      isResolved: status === 'settled',
      requestId: null,
      answeredRaw: null,
    }),
  (outbox, file) => outbox.resolveAttempts(fileOf(file)),
  (outbox, _, number) => outbox.endAbandonedAttempts(number),
  (outbox, _, number) => outbox.capTimes(number, number * 6, number * 6),
  (outbox, file, number) => outbox.scheduleCheck(fileOf(file), accountRefA, number * 7),
  (outbox, file, number) => outbox.scheduleCheck(fileOf(file), accountRefB, number * 5),
  (outbox, file, number) => outbox.clearCheck(fileOf(file), accountRefA, number * 7),
  (outbox, file, number) => outbox.settle(fileOf(file), `${number}`, { requestSeq: number, settledAtMs: number }),
  (outbox, file, number) => outbox.markMirrored(fileOf(file), number),
  (outbox, file, number) =>
    outbox.atomically(() => {
      outbox.scheduleCheck(fileOf(file), accountRefA, 999);
      outbox.setRetryState(fileOf(file), null);
      if (number % 2 === 0) throw new Error('given up');
    }),
];

const everything = (outbox: OutboxTable, nowMs: number) => ({
  sendable: [accountRefA, accountRefB].map((accountRef) => outbox.sendableFiles(connectionA, accountRef, nowMs, 9)),
  gates: [accountRefA, accountRefB].map((accountRef) => outbox.nextRetryMs(connectionA, accountRef, nowMs)),
  open: outbox.filesWithOpenChanges(connectionA),
  unmirrored: outbox.unmirrored(),
  nextCheckMs: [accountRefA, accountRefB].map((accountRef) => outbox.nextCheckMs(connectionA, accountRef)),
  due: outbox.dueChecks(connectionA, accountRefA, nowMs).toSorted((a, b) => a.id.localeCompare(b.id)),
  files: FILES.map((file) => ({
    edits: outbox.openEdits(fileOf(file)),
    kept: outbox.keptEdits(fileOf(file)),
    gate: outbox.retryState(fileOf(file)),
    attempts: outbox.attemptsSince(fileOf(file), 0),
    unresolved: outbox.unresolvedAttempt(fileOf(file)),
    settled: outbox.settled(fileOf(file)),
  })),
});

const outcome = (act: () => unknown): 'done' | 'thrown' => {
  try {
    act();
    return 'done';
  } catch {
    return 'thrown';
  }
};

test('both say the same after anything anybody does to them', () => {
  const step = fc.tuple(fc.nat(acts.length - 1), fc.constantFrom(...FILES), fc.nat(6), fc.constantFrom(...statuses));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), fc.nat(70), (steps, nowMs) => {
      const { db, outbox } = anOutbox();
      const memory = new MemoryOutbox();
      for (const [at, file, number, status] of steps) {
        const act = acts[at]!;
        const [real, fake] = [outbox, memory].map((one) => outcome(() => act(one, file, number, status)));
        expect(fake).toBe(real);
      }
      expect(everything(memory, nowMs)).toEqual(everything(outbox, nowMs));
      db.close();
    }),
    { numRuns: 300 },
  );
});
