import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptSnapshots, nextSnapshotMs, SNAPSHOT_EVERY_MS } from '../../../src/domain/recovery/snapshot-plan.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const noonMs = Date.UTC(2026, 5, 15, 12);

test('three snapshots of today are kept, one of each other day, ten in all', () => {
  const today = [0, 1, 2, 3, 4].map((hours) => noonMs - hours * HOUR_MS);
  const before = Array.from({ length: 12 }, (_, day) => [
    noonMs - (day + 1) * DAY_MS,
    noonMs - (day + 1) * DAY_MS - HOUR_MS,
  ]);
  expect(keptSnapshots([...before.flat(), ...today], noonMs)).toEqual([
    ...today.slice(0, 3),
    ...before.slice(0, 7).map(([latest]) => latest),
  ]);
});

test('the first snapshot is due at once, and the next four hours after the last', () => {
  expect(nextSnapshotMs([], noonMs)).toBe(noonMs);
  expect(nextSnapshotMs([noonMs - DAY_MS, noonMs - HOUR_MS], noonMs)).toBe(noonMs - HOUR_MS + SNAPSHOT_EVERY_MS);
});

test('a snapshot from the future, as after a clock that was set back, keeps no other from being made', () => {
  expect(nextSnapshotMs([noonMs + DAY_MS], noonMs)).toBe(noonMs);
});

test('snapshots of a clock that was ahead take only the places that those up to now leave', () => {
  const ahead = Array.from({ length: 12 }, (_, day) => noonMs + (365 - day) * DAY_MS);
  expect(keptSnapshots([...ahead, noonMs], noonMs)).toEqual([...ahead.slice(0, 9), noonMs]);
  const days = Array.from({ length: 12 }, (_, day) => noonMs - day * DAY_MS);
  expect(keptSnapshots([...ahead, ...days], noonMs)).toEqual(days.slice(0, 10));
});

test('snapshots of later today leave three places of today to those up to now', () => {
  const later = [3, 2, 1].map((hours) => noonMs + hours * HOUR_MS);
  const earlier = [0, 1].map((hours) => noonMs - hours * HOUR_MS);
  expect(keptSnapshots([...later, ...earlier], noonMs)).toEqual([noonMs + 3 * HOUR_MS, ...earlier]);
});

test('the newest snapshot is kept, never more than ten, and keeping twice changes nothing', () => {
  const times = fc.uniqueArray(fc.integer({ min: noonMs - 40 * DAY_MS, max: noonMs }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, (madeAtMs) => {
      const kept = keptSnapshots(madeAtMs, noonMs);
      expect(kept[0]).toBe(Math.max(...madeAtMs));
      expect(kept.length).toBeLessThanOrEqual(10);
      expect(keptSnapshots(kept, noonMs)).toEqual(kept);
    }),
  );
});
