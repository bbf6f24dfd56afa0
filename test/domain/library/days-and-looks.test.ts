import { expect, onTestFinished, test } from 'vitest';
import { countedByDay, lastDays } from '../../../src/domain/library/days.ts';
import { lookedAt, SAME_VISIT_MS } from '../../../src/domain/library/look.ts';

test('days are those of this computer, also where clocks change', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/Berlin';
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  const days = lastDays(Date.UTC(2026, 2, 30, 12), 3);
  expect(days.map(({ day, fromMs, beforeMs }) => [day, (beforeMs - fromMs) / 3_600_000])).toEqual([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-03-30', 24],
  ]);
  const late = Date.UTC(2026, 2, 28, 22, 59);
  expect(countedByDay(days, [late, late + 60_000, 0]).map(({ count }) => count)).toEqual([1, 1, 0]);
});

test('a return within half an hour goes on with the same visit, a later one begins the next', () => {
  const first = lookedAt(null, 1_000);
  expect(first).toEqual({ sinceMs: null, lookedAtMs: 1_000 });
  const soon = lookedAt(first, 2_000);
  expect(soon).toEqual({ sinceMs: null, lookedAtMs: 2_000 });
  const later = lookedAt(soon, 2_000 + SAME_VISIT_MS);
  expect(later).toEqual({ sinceMs: 2_000, lookedAtMs: 2_000 + SAME_VISIT_MS });
  expect(lookedAt(later, later.lookedAtMs + 1)).toEqual({ sinceMs: 2_000, lookedAtMs: later.lookedAtMs + 1 });
});

test('a clock that was put back keeps the time since which news count', () => {
  expect(lookedAt({ sinceMs: 5, lookedAtMs: 10_000 }, 9_000)).toEqual({ sinceMs: 5, lookedAtMs: 10_000 });
});

test('looks of a clock that was far ahead hold no news back once it is put right', () => {
  const ahead = 1_000_000_000;
  const right = lookedAt({ sinceMs: ahead, lookedAtMs: ahead + SAME_VISIT_MS }, 5_000);
  expect(right).toEqual({ sinceMs: 5_000, lookedAtMs: 5_000 });
  expect(lookedAt(right, 5_000 + SAME_VISIT_MS).sinceMs).toBe(5_000);
  expect(lookedAt({ sinceMs: 5, lookedAtMs: ahead }, 9_000)).toEqual({ sinceMs: 5, lookedAtMs: 9_000 });
  expect(lookedAt({ sinceMs: null, lookedAtMs: ahead }, 9_000)).toEqual({ sinceMs: null, lookedAtMs: 9_000 });
});
