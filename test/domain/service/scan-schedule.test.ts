import { expect, test } from 'vitest';
import { isFullScanDue, type ScanFacts } from '../../../src/domain/service/scan-schedule.ts';

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
