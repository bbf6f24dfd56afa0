import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  backoffDelayMs,
  isFullScanDue,
  LONGEST_BACKOFF_MS,
  LONGEST_BACKOFF_WHILE_WATCHED_MS,
  retryAfterMs,
  type ScanFacts,
} from '../../../src/domain/service/schedule.ts';

describe('back-off', () => {
  test.each([
    [1, 0.5, 500],
    [2, 0.5, 1_000],
    [5, 0.999999, 16_000],
    [1, 0, 100],
    [100, 0.999999, LONGEST_BACKOFF_MS],
    [Number.MAX_SAFE_INTEGER, 0.5, LONGEST_BACKOFF_MS / 2],
  ])('after %d failures with the random %d waits %d ms', (attempt, random, delayMs) => {
    expect(backoffDelayMs(attempt, random)).toBe(delayMs);
  });

  test('stays within its bounds and grows with every failure until the ceiling', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), random, (attempt, random) => {
        const delayMs = backoffDelayMs(attempt, random, LONGEST_BACKOFF_WHILE_WATCHED_MS);
        expect(delayMs).toBeGreaterThanOrEqual(100);
        expect(delayMs).toBeLessThanOrEqual(LONGEST_BACKOFF_WHILE_WATCHED_MS);
        expect(backoffDelayMs(attempt + 1, random, LONGEST_BACKOFF_WHILE_WATCHED_MS)).toBeGreaterThanOrEqual(delayMs);
      }),
    );
  });
});

describe('Retry-After', () => {
  const date = 'Tue, 01 Sep 2026 10:00:00 GMT';

  test.each<[string | null, string | null, number | null]>([
    [null, date, null],
    ['60', null, 60_000],
    [' 2 ', null, 2_000],
    ['0', null, 1_000],
    ['99999999999', null, 3_600_000],
    ['9'.repeat(400), null, 3_600_000],
    ['Tue, 01 Sep 2026 10:00:30 GMT', date, 30_000],
    ['Tue, 01 Sep 2026 09:00:00 GMT', date, 1_000],
    ['Thu, 01 Jan 2099 00:00:00 GMT', date, 3_600_000],
    ['Tuesday, 01-Sep-26 10:00:30 GMT', date, 30_000],
    ['Tue, 01 Sep 2026 10:00:30 GMT', null, null],
    ['Tue, 01 Sep 2026 10:00:30 GMT', 'yesterday', null],
    ['-5', date, null],
    ['1.5', date, null],
    ['abc', date, null],
    ['abc 5', date, null],
    ['1e3', date, null],
    ['', date, null],
  ])('%j against the date %j: %j', (header, answerDate, waitMs) => {
    expect(retryAfterMs(header, answerDate)).toBe(waitMs);
  });

  test('is nothing or between a second and an hour, whatever the header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.date().map(String)), (header) => {
        const waitMs = retryAfterMs(header, date);
        expect(waitMs === null || (waitMs >= 1_000 && waitMs <= 3_600_000)).toBe(true);
      }),
    );
  });
});

const DAY_MS = 24 * 60 * 60_000;
const facts: ScanFacts = { filesInMirror: 1_000_000, fullAtMs: 10 * DAY_MS, nowMs: 10.5 * DAY_MS, isWanted: false };

test.each<[string, Partial<ScanFacts>, boolean]>([
  ['a large library was looked at half a day ago', {}, false],
  ['it is asked for', { isWanted: true }, true],
  ['none ever came to its end', { fullAtMs: null }, true],
  ['there are few files', { filesInMirror: 5_000 }, true],
  ['there are no longer few files', { filesInMirror: 5_001 }, false],
  ['a day has passed', { nowMs: 11 * DAY_MS }, true],
  ['a day has almost passed', { nowMs: 11 * DAY_MS - 1 }, false],
  ['the clock was set back', { nowMs: 9 * DAY_MS }, true],
])('every file is looked at or not when %s', (_when, given, isDue) => {
  expect(isFullScanDue({ ...facts, ...given })).toBe(isDue);
});
