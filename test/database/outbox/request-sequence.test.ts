import { expect, test } from 'vitest';
import { outboxTable } from '../../../electron/database/outbox/outbox-table.ts';
import { requestSequence, skipRequests } from '../../../electron/database/outbox/request-sequence.ts';
import { connectionB, fileOf } from '../../support/builders.ts';
import { anOutbox, aProfile, temporaryDirectory } from '../../support/database.ts';

/** More than two reservations hold. */
const MANY = 600;

test('requests are counted up over restarts, and whoever asks', () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  const seqs = [outboxTable(first.outbox), outboxTable(first.outbox)].map((outbox) => outbox.nextRequestSeq());
  first.close();
  seqs.push(outboxTable(aProfile(directory).outbox).nextRequestSeq());
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  expect(new Set(seqs).size).toBe(3);
});

test('numbers follow each other over the end of a reservation, and none is given out again after a restart', () => {
  const directory = temporaryDirectory();
  const first = aProfile(directory);
  const next = requestSequence(first.outbox);
  const seqs = Array.from({ length: MANY }, next);
  expect(seqs).toEqual(Array.from({ length: MANY }, (_, at) => seqs[0]! + at));
  first.close();
  expect(requestSequence(aProfile(directory).outbox)()).toBeGreaterThan(seqs.at(-1)!);
});

test('a number taken in a transaction that fails is not followed by smaller ones', () => {
  const { outbox } = anOutbox();
  const seqs: number[] = [];
  const take = (): void => void seqs.push(outbox.nextRequestSeq());
  const fails = () =>
    outbox.atomically(() => {
      take();
      throw new Error('no');
    });
  expect(fails).toThrow('no');
  seqs.length = 0;
  for (let number = 0; number < MANY; number++) take();
  expect(seqs).toEqual(Array.from({ length: MANY }, (_, at) => seqs[0]! + at));
});

test('numbers that a loss may have given out are skipped at once', () => {
  const { db, outbox } = anOutbox();
  const before = outbox.nextRequestSeq();
  skipRequests(db);
  expect(outbox.nextRequestSeq()).toBeGreaterThan(before + 100_000);
});

test('a settled record is kept until the mirror has it', () => {
  const { outbox } = anOutbox();
  outbox.settle(fileOf(), '{"a":1}', { requestSeq: 4, settledAtMs: 40 });
  outbox.settle(fileOf(), '{"a":2}', { requestSeq: 5, settledAtMs: 50 });
  outbox.settle(fileOf(), '{"late":1}', { requestSeq: 3, settledAtMs: 60 });
  expect(outbox.unmirrored()).toEqual([{ ...fileOf(), raw: '{"a":2}', requestSeq: 5, seenAtMs: 50 }]);
  outbox.markMirrored(fileOf(), 4);
  expect(outbox.unmirrored()).toHaveLength(1);
  outbox.markMirrored(fileOf(), 5);
  expect([outbox.unmirrored(), outbox.settled(fileOf())]).toEqual([[], { requestSeq: 5, settledAtMs: 50 }]);
});

test('what is settled is said of its own file alone', () => {
  const { outbox } = anOutbox();
  outbox.settle(fileOf('a'), '{}', { requestSeq: 4, settledAtMs: 40 });
  outbox.settle(fileOf('b'), '{}', { requestSeq: 2, settledAtMs: 50 });
  const others = [fileOf('c'), fileOf('a', 'private'), fileOf('a', 'public', connectionB)];
  for (const other of others) outbox.markMirrored(other, 9);
  expect(others.map(outbox.settled)).toEqual([null, null, null]);
  expect(outbox.unmirrored().map(({ id }) => id)).toEqual(['b', 'a']);
});
