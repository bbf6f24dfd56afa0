import { expect, onTestFinished, test } from 'vitest';
import {
  daysOf,
  edgeOf,
  laterMonth,
  monthAt,
  monthlyAmounts,
  monthsIn,
  monthWindow,
} from '../../../src/domain/library/months.ts';

const nowMs = Date.UTC(2026, 10, 23, 12);
const one = { files: 1, sizeBytes: 10 };

function inZone(zone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
}

test('months are counted across years, and end with their last day', () => {
  expect([laterMonth('2026-01', -1), laterMonth('2026-11', 14), monthAt(nowMs)]).toEqual([
    '2025-12',
    '2028-01',
    '2026-11',
  ]);
  expect(['2024-02', '2026-02', '2026-12'].map((month) => daysOf(month).to)).toEqual([
    '2024-02-29',
    '2026-02-28',
    '2026-12-31',
  ]);
});

test('a window is the latest two years with files, without months to come', () => {
  inZone('UTC');
  expect(monthWindow([], nowMs)).toBeNull();
  expect(monthWindow(['2031-01'], nowMs)).toBeNull();
  expect(monthWindow(['2015-01', '2026-10'], nowMs)).toEqual({ first: '2024-12', last: '2026-11' });
  expect(monthWindow(['2019-03', '2019-05'], nowMs)).toEqual({ first: '2019-02', last: '2019-06' });
  expect(monthsIn({ first: '2025-11', last: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
});

test('the hours between the beginnings of a month move to the month that they are of here', () => {
  inZone('Asia/Tokyo');
  expect(edgeOf('2026-02')).toEqual({ from: '2026-01-31T15:00:00', before: '2026-02', isEarlierHere: true });
  const inUtc = [{ month: '2026-01', files: 3, sizeBytes: 30 }];
  const window = { first: '2026-01', last: '2026-02' };
  expect(monthlyAmounts(inUtc, new Map([['2026-02', one]]), window).rows).toEqual([
    { month: '2026-01', files: 2, sizeBytes: 20 },
    { month: '2026-02', files: 1, sizeBytes: 10 },
  ]);
  inZone('America/New_York');
  expect(edgeOf('2026-02')).toEqual({ from: '2026-02', before: '2026-02-01T05:00:00', isEarlierHere: false });
  expect(monthlyAmounts(inUtc, new Map([['2026-01', one]]), window)).toEqual({
    rows: [{ month: '2026-01', files: 2, sizeBytes: 20 }],
    earlier: one,
  });
  inZone('UTC');
  expect(edgeOf('2026-02')).toBeNull();
});

test('what was added before the window is summed up, and a chart begins with its first month of files and ends with its last', () => {
  inZone('UTC');
  const inUtc = [
    { month: '2020-01', ...one },
    { month: '2026-02', ...one },
  ];
  expect(monthlyAmounts(inUtc, new Map(), { first: '2026-01', last: '2026-03' })).toEqual({
    rows: [{ month: '2026-02', ...one }],
    earlier: one,
  });
});
