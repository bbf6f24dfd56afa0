import { expect, test } from 'vitest';
import { editFinding, gapsIn, largestOf, monthFinding, mostFiles } from '../../../src/domain/library/findings.ts';

const row = (files: number, sizeBytes: number) => ({ files, sizeBytes });
const month = (text: string, sizeBytes: number) => ({ month: text, files: 1, sizeBytes });

test('the largest part is told in bytes and in files, and never as more than all', () => {
  const [small, large] = [row(90, 10), row(10, 30)];
  expect(largestOf([small, large], row(100, 40))).toEqual({ row: large, ofBytes: 0.75, ofFiles: 0.1 });
  expect(largestOf([large], row(5, 20))).toEqual({ row: large, ofBytes: 1, ofFiles: 1 });
  expect(largestOf([row(3, 0)], row(3, 0))).toBeNull();
  expect([mostFiles([small, large]), mostFiles([])]).toEqual([small, null]);
});

test('a month is a record, usual, quiet, the first or none', () => {
  const before = [month('2026-01', 10), month('2026-02', 20)];
  const now = (sizeBytes: number) => monthFinding([...before, month('2026-03', sizeBytes)], '2026-03');
  expect(now(41)).toMatchObject({ kind: 'record', times: 2 });
  expect(now(40)).toMatchObject({ kind: 'record', times: 1 });
  expect(now(20)).toMatchObject({ kind: 'usual', most: { month: '2026-02' } });
  expect(monthFinding(before, '2026-05')).toMatchObject({ kind: 'quiet', latest: { month: '2026-02' } });
  expect(monthFinding([month('2026-03', 0)], '2026-03')).toMatchObject({ kind: 'first' });
  expect(monthFinding([{ month: '2026-03', files: 0, sizeBytes: 0 }], '2026-03')).toEqual({ kind: 'none' });
});

test('a gap is in a key that most files have, and a rare key is none', () => {
  const rows = [
    { key: 'whole', files: 100 },
    { key: 'nearly', files: 97 },
    { key: 'most', files: 60 },
    { key: 'half', files: 50 },
    { key: 'beyond', files: 120 },
  ];
  expect(gapsIn({ rows, otherKeys: 0 }, 100)).toEqual([
    { key: 'nearly', missing: 3 },
    { key: 'most', missing: 40 },
  ]);
});

test('today is the biggest day only where no day before has as many', () => {
  const days = (...counts: number[]) => counts.map((count, place) => ({ day: `2026-01-0${place + 1}`, count }));
  expect(editFinding(days(3, 1, 4), days(0, 2, 1))).toEqual({
    ...{ sent: 8, elsewhere: 3, today: 4, isTodayMost: true },
    most: { day: '2026-01-03', count: 4 },
  });
  expect(editFinding(days(4, 4), [])).toMatchObject({ isTodayMost: false, most: { day: '2026-01-01' } });
  expect(editFinding(days(0, 0), [])).toMatchObject({ most: null, today: 0, isTodayMost: false });
});
