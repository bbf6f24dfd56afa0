import { expect, test } from 'vitest';
import type { ApiKey } from '../../../src/domain/keys/api-key.ts';
import { alertChange, type KeyAlertKind } from '../../../src/domain/keys/key-alert.ts';
import { forecastOf, type UsageRun } from '../../../src/domain/keys/key-usage.ts';
import { aKey } from '../../support/builders.ts';

const DAY_MS = 86_400_000;

/** Checked once a day, with so many uses each time; what is raised was raised by the check of the day before. */
function change(
  counts: readonly number[],
  maxUses: number,
  raised: readonly KeyAlertKind[] = [],
  over: Partial<ApiKey> = {},
) {
  const runs = counts.map((uses, day): UsageRun => ({
    fromMs: day * DAY_MS,
    toMs: day * DAY_MS,
    uses,
    limit: maxUses,
  }));
  const key = aKey({ uses: counts.at(-1) ?? null, maxUses, ...over });
  const nowMs = (counts.length - 1) * DAY_MS;
  const present = raised.map((kind) => ({ kind, raisedAtMs: nowMs - DAY_MS, uses: counts.at(-2) ?? 0 }));
  return alertChange({ key, runs, forecast: forecastOf(key, runs) }, present, { nowMs, horizonDays: 7 });
}

const nothing = { raise: [], clear: [] };

test('80 % is told once', () => {
  expect(change([10, 79], 100)).toEqual(nothing);
  expect(change([10, 79, 80], 100).raise).toContain('share');
  expect(change([10, 79, 80, 85], 100, ['share', 'forecast'])).toEqual(nothing);
});

test('a key that was beyond 80 % when it was first seen is no news', () => {
  expect(change([90], 100)).toEqual(nothing);
  expect(change([90, 90, 100], 100)).toEqual(nothing);
});

test('a reset and a raised limit arm it again', () => {
  expect(change([10, 85, 3], 100, ['share', 'forecast'])).toEqual({ raise: [], clear: ['share', 'forecast'] });
  expect(change([10, 10, 85], 300, ['share']).clear).toEqual(['share']);
  expect(change([10, 85, 3, 82], 100).raise).toContain('share');
});

test('a reset arms the forecast again when the count fell after the alert, not when it fell before', () => {
  expect(change([90, 3, 4, 3], 100, ['forecast']).clear).toEqual(['forecast']);
  expect(change([90, 3, 3, 4], 100, ['forecast']).clear).toEqual([]);
  expect(change([90, 3], 100, ['forecast']).clear).toEqual(['forecast']);
});

test('the forecast is told when it comes within the time that was chosen, and not again while it wavers', () => {
  const even = [0, 10, 20, 30, 40, 50];
  expect(change(even, 130)).toEqual(nothing);
  expect(change(even, 120).raise).toEqual(['forecast']);
  expect(change(even, 120, ['forecast'])).toEqual(nothing);
  expect(change(even, 130, ['forecast'])).toEqual(nothing);
  expect(change(even, 140, ['forecast']).clear).toEqual(['forecast']);
});

test('keys of one upload, and keys that are revoked, are not watched', () => {
  expect(change([0, 1], 1)).toEqual(nothing);
  expect(change([0, 4], 4)).toEqual(nothing);
  expect(change([0, 90], 100, ['share'], { revoked: true })).toEqual({ raise: [], clear: ['share'] });
});

test('a key that was used up between two checks is told as well', () => {
  expect(change([10, 100], 100)).toEqual({ raise: ['share'], clear: [] });
});
