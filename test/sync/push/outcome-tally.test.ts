import { expect, test } from 'vitest';
import { OutcomeTally } from '../../../electron/sync/push/outcome-tally.ts';
import { noOutcomes } from '../../../src/domain/edits/replay.ts';

const sent = { outcome: 'onServer', isSettled: true, isCombined: false, hasGivenWay: false } as const;

test('a file that is counted again changes its place, and is counted once', () => {
  const tally = new OutcomeTally();
  tally.set(7, { ...sent, isSettled: false, outcome: 'refused' });
  tally.set(7, { ...sent, isCombined: true, outcome: 'combined' });
  expect(tally.counts).toEqual({ ...noOutcomes, combined: 1 });
  expect(tally.get(7)).toEqual({ ...sent, isCombined: true, outcome: 'combined' });
  tally.set(7, { ...sent, outcome: null });
  expect(tally.counts).toEqual(noOutcomes);
  expect([...tally.numbers()]).toEqual([]);
});

test('a hundred thousand files are kept apart', () => {
  const tally = new OutcomeTally();
  for (let number = 1; number <= 100_000; number++) {
    tally.set(number, { ...sent, outcome: number % 2 === 0 ? 'onServer' : 'gone' });
  }
  expect(tally.counts).toEqual({ ...noOutcomes, onServer: 50_000, gone: 50_000 });
  expect([1, 2, 99_999, 100_000].map((number) => tally.get(number).outcome)).toEqual([
    ...['gone', 'onServer', 'gone', 'onServer'],
  ]);
  expect(tally.get(100_001).outcome).toBeNull();
});

test('the tape has the files in the order in which they first had an outcome, each as it stands now', () => {
  const tally = new OutcomeTally();
  tally.set(9, { ...sent, outcome: 'refused' });
  tally.set(2, sent);
  tally.set(5, { ...sent, outcome: 'needsYou' });
  tally.set(9, { ...sent, isCombined: true, outcome: 'combined' });
  tally.set(2, { ...sent, outcome: null });
  expect(tally.tape()).toBe('cn');
});
