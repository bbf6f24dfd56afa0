import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Forecast, forecastOf, idleSinceMs, type UsageRun } from '../../../src/domain/keys/key-usage.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As checks every so often find them: [hours since the first check, uses]. */
const runsOf = (limit: number | null, ...points: readonly (readonly [number, number])[]): readonly UsageRun[] =>
  points.map(([hours, uses]) => ({ fromMs: hours * HOUR_MS, toMs: hours * HOUR_MS, uses, limit }));

const keyAt = (uses: number, maxUses: number | null, revoked = false) => ({ uses, maxUses, revoked });

const steady = (days: number, perDay: number, limit: number): readonly UsageRun[] =>
  runsOf(limit, ...Array.from({ length: days * 4 + 1 }, (_, step) => [step * 6, (step * perDay) / 4] as const));

function running(forecast: Forecast) {
  if (forecast.kind !== 'runsOut') throw new Error(`No forecast but ${forecast.kind}`);
  return forecast;
}

describe('a forecast', () => {
  test('of an even pace is close to it, with both bounds', () => {
    const { aboutMs, fromMs, toMs, usesPerDay } = running(forecastOf(keyAt(400, 640), steady(10, 40, 640)));
    expect([aboutMs / DAY_MS, usesPerDay]).toEqual([16, 40]);
    expect(fromMs / DAY_MS).toBeGreaterThan(14);
    expect(toMs! / DAY_MS).toBeLessThan(18);
  });

  test('of use in bursts is wider than that of the same number of uses evenly', () => {
    const jumps = [3, 12, 13, 30];
    const bursts = steady(10, 20, 500).map((run, check) => ({
      ...run,
      uses: check + 40 * jumps.filter((jump) => jump <= check).length,
    }));
    const even = running(forecastOf(keyAt(200, 500), steady(10, 20, 500)));
    const wide = running(forecastOf(keyAt(200, 500), bursts));
    expect(wide.fromMs).toBeLessThan(even.fromMs);
    expect(wide.toMs ?? Infinity).toBeGreaterThan(even.toMs ?? Infinity);
  });

  test.each([
    ['nothing was seen', [], 0, 'notEnoughData'],
    ['there is one sample', [[0, 5]], 5, 'notEnoughData'],
    [
      'the time was too short',
      [
        [0, 5],
        [0.2, 8],
        [0.4, 11],
      ],
      11,
      'notEnoughData',
    ],
    [
      'two uses were seen in a month',
      [
        [0, 5],
        [300, 6],
        [600, 7],
      ],
      7,
      'notEnoughData',
    ],
    [
      'it was not used for two days',
      [
        [0, 5],
        [48, 5],
      ],
      5,
      'quiet',
    ],
  ] as const)('when %s is %s', (_why, points, uses, kind) => {
    expect(forecastOf(keyAt(uses, 100), runsOf(100, ...points)).kind).toBe(kind);
  });

  test('of a key that rests says since when it does, also where that is longer ago than the pace is looked for', () => {
    const runs = [...runsOf(100, [0, 4], [6, 5]), { fromMs: 6 * HOUR_MS, toMs: 80 * DAY_MS, uses: 5, limit: 200 }];
    expect(forecastOf(keyAt(5, 200), runs)).toEqual({ kind: 'quiet', observedMs: 80 * DAY_MS - 6 * HOUR_MS });
  });

  test.each([
    ['a billion uses at one a day', 20, 1, 1_000_000_000],
    ['as many uses as a number holds', 20, 40, Number.MAX_SAFE_INTEGER],
  ])('of %s names no day: the calendar of a computer ends before', (_what, days, perDay, limit) => {
    const runs = steady(days, perDay, limit);
    expect(forecastOf(keyAt(days * perDay, limit), runs)).toEqual({
      ...{ kind: 'farAway', usesPerDay: perDay, observedMs: days * DAY_MS },
    });
  });

  test('names a day for as long as a person may wait for it', () => {
    const soon = running(forecastOf(keyAt(300, 360_000), steady(30, 10, 360_000)));
    expect(soon.aboutMs / DAY_MS / 365).toBeCloseTo(98.6, 0);
    expect(forecastOf(keyAt(300, 370_000), steady(30, 10, 370_000)).kind).toBe('farAway');
  });

  test('is none for a key that is unlimited, revoked or used up', () => {
    const runs = steady(10, 40, 400);
    expect(
      [keyAt(400, 0), keyAt(400, -1), keyAt(300, 900, true), keyAt(400, 400)].map((key) => forecastOf(key, runs).kind),
    ).toEqual(['unlimited', 'unlimited', 'over', 'over']);
  });

  test('forgets what was before a reset, and says so until enough was seen again', () => {
    const before = steady(10, 40, 500);
    const after = [0, 1, 2, 3].map((step) => ({
      fromMs: (10 + step / 2) * DAY_MS,
      toMs: (10 + step / 2) * DAY_MS,
      uses: step * 5,
      limit: 500,
    }));
    expect(forecastOf(keyAt(0, 500), [...before, ...after.slice(0, 1)]).kind).toBe('notEnoughData');
    const { usesPerDay } = running(forecastOf(keyAt(15, 500), [...before, ...after]));
    expect(usesPerDay).toBe(10);
  });

  test('of a key whose limit was raised keeps the pace and reckons with the new limit', () => {
    const runs = steady(10, 40, 410);
    const raised = [...runs, { ...runs.at(-1)!, limit: 800 }];
    const soon = running(forecastOf(keyAt(400, 410), runs));
    const later = running(forecastOf(keyAt(400, 800), raised));
    expect([(soon.aboutMs - 10 * DAY_MS) / DAY_MS, (later.aboutMs - 10 * DAY_MS) / DAY_MS]).toEqual([0.25, 10]);
    expect(later.usesPerDay).toBe(soon.usesPerDay);
  });

  test('goes by the last month', () => {
    const slow = steady(60, 4, 10_000);
    const quick = steady(31, 20, 10_000).slice(1);
    const later = quick.map((run) => {
      const atMs = run.fromMs + 60 * DAY_MS;
      return { ...run, fromMs: atMs, toMs: atMs, uses: run.uses + 240 };
    });
    expect(running(forecastOf(keyAt(860, 10_000), [...slow, ...later])).usesPerDay).toBeCloseTo(20, 0);
  });

  test('always has its likely time between its bounds, and never earlier for a higher limit', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 0, max: 60 })), {
      minLength: 3,
      maxLength: 60,
    });
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 0, max: 5_000 }), (steps, left, more) => {
        let [hours, uses] = [0, 0];
        const runs = steps.flatMap(([wait, used]) => runsOf(9, [(hours += wait), (uses += used)]));
        const forecast = forecastOf(keyAt(uses, uses + left), runs);
        if (forecast.kind !== 'runsOut') return;
        const endMs = runs.at(-1)!.toMs;
        expect(forecast.fromMs).toBeGreaterThanOrEqual(endMs);
        expect(forecast.fromMs).toBeLessThanOrEqual(forecast.aboutMs);
        expect(forecast.toMs ?? Infinity).toBeGreaterThanOrEqual(forecast.aboutMs);
        const higher = running(forecastOf(keyAt(uses, uses + left + more), runs));
        expect(higher.aboutMs).toBeGreaterThanOrEqual(forecast.aboutMs);
        expect(higher.fromMs).toBeGreaterThanOrEqual(forecast.fromMs);
      }),
      { numRuns: 500 },
    );
  });

  test('holds the true end nine times out of ten when uses come by chance', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const wait = (): number => (-Math.log(1 - random()) * DAY_MS) / 30;
    const stories = Array.from({ length: 2_000 }, () => {
      const times: number[] = [];
      for (let atMs = wait(); times.length < 600; atMs += wait()) times.push(atMs);
      const runs = Array.from({ length: 41 }, (_, check) => {
        const atMs = check * 6 * HOUR_MS;
        return { fromMs: atMs, toMs: atMs, uses: times.filter((time) => time <= atMs).length, limit: 600 };
      });
      const { fromMs, toMs } = running(forecastOf(keyAt(runs.at(-1)!.uses, 600), runs));
      return times[599]! >= fromMs && times[599]! <= (toMs ?? Infinity);
    });
    const share = stories.filter(Boolean).length / stories.length;
    expect(share).toBeGreaterThan(0.88);
    expect(share).toBeLessThan(0.97);
  });
});

test('a key was idle since its count was first seen, a limited one never used since it was made, others nobody knows', () => {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const since = (uses: number | null, maxUses: number | null, hasFallen = false, created: string | null = createdAt) =>
    idleSinceMs({ uses, maxUses, createdAt: created }, 50, hasFallen);
  expect([since(3, null), since(3, 9), since(0, 9), since(0, 9, true), since(0, null, true)]).toEqual([
    50,
    50,
    Date.parse(createdAt),
    50,
    50,
  ]);
  expect([since(0, null), since(0, -1), since(null, 9), since(0, 9, false, 'once')]).toEqual([null, null, null, 50]);
});
