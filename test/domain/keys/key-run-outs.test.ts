import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/domain/core/durations.ts';
import { conditionOf, type KeyRow, useLimit } from '../../../src/domain/keys/api-key.ts';
import type { Forecast } from '../../../src/domain/keys/key-usage.ts';
import { canRunOut, endingSoon, runOutsOf } from '../../../src/domain/keys/key-run-outs.ts';
import { aKey } from '../../support/builders.ts';

const row = (given: Parameters<typeof aKey>[0], over: Partial<KeyRow> = {}): KeyRow => {
  const key = aKey(given);
  return {
    ...{ key, condition: conditionOf(key), limit: useLimit(key) },
    ...{ seenAtMs: 0, missingSinceMs: null, idleSinceMs: null },
    ...over,
  };
};
const end = (aboutMs: number): Forecast => ({
  ...({ kind: 'runsOut', aboutMs, fromMs: aboutMs - 1, toMs: null } as const),
  ...{ usesPerDay: 1, observedMs: 1 },
});

test('only a listed key with uses left can run out', () => {
  const limited = { maxUses: 10, uses: 1 };
  expect(canRunOut(row(limited))).toBe(true);
  expect(canRunOut(row(limited, { missingSinceMs: 5 }))).toBe(false);
  expect(canRunOut(row({ maxUses: 10, uses: 10 }))).toBe(false);
  expect(canRunOut(row({ maxUses: null, uses: 1 }))).toBe(false);
  expect(canRunOut(row({ ...limited, revoked: true }))).toBe(false);
});

test('keys are used up, newest first, or end, soonest first, and those without an end are neither', () => {
  const spent = { maxUses: 1, uses: 1 };
  const keys = [
    row({ ...spent, id: 'old' }, { idleSinceMs: 5 }),
    row({ ...spent, id: 'new' }, { idleSinceMs: 9 }),
    row({ ...spent, id: 'unknown' }),
    row({ ...spent, id: 'gone' }, { idleSinceMs: 9, missingSinceMs: 9 }),
  ];
  const forecasts = [
    { key: aKey({ id: 'later' }), forecast: end(90) },
    { key: aKey({ id: 'quiet' }), forecast: { kind: 'quiet', observedMs: 1 } as const },
    { key: aKey({ id: 'soon' }), forecast: end(50) },
  ];
  const { usedUp, ending, ...numbers } = runOutsOf(keys, forecasts);
  expect(usedUp.map(({ id, atMs }) => [id, atMs])).toEqual([
    ['new', 9],
    ['old', 5],
    ['unknown', null],
  ]);
  expect(ending.map(({ id, aboutMs }) => [id, aboutMs])).toEqual([
    ['soon', 50],
    ['later', 90],
  ]);
  expect(numbers).toEqual({ usedUpKeys: 3, endsMs: [50, 90] });
});

test('of 10,000 keys the nearest are named, and all are counted', () => {
  const forecasts = Array.from({ length: 10_000 }, (_, place) => ({
    key: aKey({ id: `k${place}` }),
    forecast: end(10_000 - place),
  }));
  const { ending, endsMs } = runOutsOf([], forecasts);
  expect([ending.length, ending[0]?.id, endsMs.length, endsMs[0]]).toEqual([25, 'k9999', 10_000, 1]);
});

test('of keys that end soon all are counted, also those that have no name here', () => {
  const days = Array.from({ length: 40 }, (_, place) => place - 2);
  const forecasts = days.map((day) => ({ key: aKey({ id: `k${day}` }), forecast: end(day * DAY_MS) }));
  expect(endingSoon(runOutsOf([], forecasts), 0)).toBe(32);
});
