import { expect, test } from 'vitest';
import { type Forecast, forecastOf } from '../../src/domain/keys/key-usage.ts';
import {
  durationMessage,
  forecastMessage,
  forecastReasonMessage,
  usageTimelineMessage,
} from '../../src/views/keys/alerts/forecast-messages.ts';
import { forecastMessages as germanForecasts } from '../../src/views/keys/alerts/forecast-messages.de.ts';
import { keyAlertMessages } from '../../src/views/keys/audit/audit-messages.ts';
import { linePoints, place, stepPoints, usageChart } from '../../src/views/keys/inspector/usage-chart.ts';
import { keysMessages as germanKeys } from '../../src/views/keys/keys-messages.de.ts';
import { keysMessages, permissionsMessage } from '../../src/views/keys/keys-messages.ts';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const nowMs = new Date(2026, 5, 15, 12).getTime();

const running = (about: number, from: number, to: number | null): Forecast => ({
  ...{ kind: 'runsOut', aboutMs: nowMs + about, fromMs: nowMs + from, toMs: to === null ? null : nowMs + to },
  ...{ usesPerDay: 14.2, observedMs: 12 * DAY_MS },
});

test.each<[Forecast, string | null]>([
  [running(6 * DAY_MS, 4 * DAY_MS, 9 * DAY_MS), 'about 6 days left (4 to 9)'],
  [running(6 * DAY_MS, 4 * DAY_MS, null), 'about 6 days left (4 or more)'],
  [running(30 * HOUR_MS, 10 * HOUR_MS, 80 * HOUR_MS), 'about 30 hours left (10 to 80)'],
  [running(40 * 60_000, -HOUR_MS, 3 * HOUR_MS), 'about 40 minutes left (0 to 180)'],
  [running(100 * DAY_MS, 80 * DAY_MS, 150 * DAY_MS), 'about 3 months left (3 to 5)'],
  [running(-1, -HOUR_MS, HOUR_MS), 'may run out any time now'],
  [{ kind: 'quiet', observedMs: 3 * DAY_MS }, 'no use seen for 3 days'],
  [{ kind: 'farAway', usesPerDay: 1, observedMs: 3 * DAY_MS }, 'lasts for more than 100 years'],
  [{ kind: 'notEnoughData', observedMs: 0, usesSeen: 0 }, 'not enough data for a forecast'],
  [{ kind: 'unlimited' }, null],
  [{ kind: 'over' }, null],
])('a forecast in a line: %j', (forecast, line) => {
  expect(forecastMessage(forecast, nowMs)).toBe(line);
});

test('a forecast says what it stands on', () => {
  expect(forecastReasonMessage(running(6 * DAY_MS, 4 * DAY_MS, 9 * DAY_MS), nowMs)).toBe(
    '14 uses a day, seen over 12 days. If that goes on, nine times out of ten its end is 19 Jun to 24 Jun.',
  );
  expect(forecastReasonMessage({ kind: 'notEnoughData', observedMs: 5 * DAY_MS, usesSeen: 1 }, nowMs)).toContain(
    'watched this key for 5 days and seen 1 use.',
  );
  expect(forecastReasonMessage({ kind: 'farAway', usesPerDay: 1 / 7, observedMs: 5 * DAY_MS }, nowMs)).toBe(
    '1 use a week, seen over 5 days. If that goes on, it lasts for more than 100 years.',
  );
  expect(durationMessage(90_000)).toBe('2 minutes');
});

test('uses that one check found are no pace, and nobody reads that ten of them are fewer than three', () => {
  const runs = [
    { fromMs: 0, toMs: 0, uses: 0, limit: 50 },
    { fromMs: 2 * HOUR_MS, toMs: 4 * HOUR_MS, uses: 10, limit: 50 },
  ];
  expect(forecastReasonMessage(forecastOf({ uses: 10, maxUses: 50, revoked: false }, runs), nowMs)).toBe(
    'Pinfold has watched this key for 4 hours and seen 10 uses, all at one check. ' +
      'A forecast needs uses that two checks or more have found.',
  );
});

test('a German date has its own full stop, and the sentence around it ends in one', () => {
  const { end, reason } = germanForecasts;
  for (const dates of [end('5. Dez.', '12. Dez.'), end('5. Dez.', null)])
    expect(reason.runsOut('3 Nutzungen am Tag', '12 Tage', dates)).toMatch(/[^.]\.$/);
});

test('uses that the service does not tell are not called none', () => {
  for (const { uses } of [keysMessages, germanKeys]) {
    expect(uses(null, 60)).toMatch(/^\? \w+ 60$/);
    expect(uses(0, 60)).toMatch(/^0 \w+ 60$/);
    expect(uses(null, null)).toMatch(/^\?, \w+$/);
  }
});

test('the key of this app says what its number counts: no column stands above it', () => {
  const told = [keysMessages, germanKeys].map(({ usesInWords }) =>
    (
      [
        [0, null],
        [1, null],
        [22, 25],
        [0, 1],
        [null, 25],
        [null, null],
      ] as const
    ).map(([used, limit]) => usesInWords(used, limit)),
  );
  expect(told).toEqual([
    ['0 uses, no limit', '1 use, no limit', '22 of 25 uses', '0 of 1 use', '? of 25 uses', 'uses unknown, no limit'],
    [
      ...['0 Nutzungen, ohne Grenze', '1 Nutzung, ohne Grenze', '22 von 25 Nutzungen'],
      ...['0 von 1 Nutzung', '? von 25 Nutzungen', 'Nutzungen unbekannt, ohne Grenze'],
    ],
  ]);
});

test('one use is one use', () => {
  const weekly: Forecast = { kind: 'farAway', usesPerDay: 1 / 7, observedMs: 30 * DAY_MS };
  expect(forecastReasonMessage(weekly, nowMs)).toMatch(/^1 use a week,/);
  expect([keyAlertMessages.forecast(4, 5, null), keyAlertMessages.forecast(3, 5, null)]).toEqual([
    'had 1 use left',
    'had 2 uses left',
  ]);
  expect([germanForecasts.perWeek(1), germanForecasts.perWeek(1.5)]).toEqual([
    '1 Nutzung in der Woche',
    '1.5 Nutzungen in der Woche',
  ]);
});

test('the drawing is told in words, resets included', () => {
  const at = (day: number, uses: number) => ({
    fromMs: nowMs + day * DAY_MS,
    toMs: nowMs + day * DAY_MS,
    uses,
    limit: 50,
  });
  expect(usageTimelineMessage([at(-9, 10), at(-5, 40), at(-4, 0), at(0, 12)], 50, nowMs)).toBe(
    'Uses over time: 10 (6 Jun 12:00), 12 (today 12:00), reset once; limit 50.',
  );
  expect(usageTimelineMessage([], null, nowMs)).toBe('No sample of its uses yet.');
});

test('what a key may do reads as a sentence', () => {
  expect([
    permissionsMessage('{"admin":true}'),
    permissionsMessage('{"resources":["org:files:read","org:files:write"]}'),
    permissionsMessage('{}'),
  ]).toEqual(['do everything (admin)', 'change files and read files', 'do nothing: no scope is granted']);
});

test('a line goes through what was found, a limit by steps, and both stay inside their frame', () => {
  const [bounds, frame] = [
    { fromMs: 0, toMs: 100, top: 10 },
    { width: 200, height: 50 },
  ];
  expect(place({ atMs: 50, value: 5 }, bounds, frame)).toEqual([100, 25]);
  const levels = [
    { fromMs: 0, toMs: 20, value: 0 },
    { fromMs: 60, toMs: 60, value: 10 },
  ];
  expect(linePoints(levels, bounds, frame)).toBe('0,50 40,50 120,0 120,0');
  expect(stepPoints(levels, bounds, frame)).toBe('0,50 120,50 120,0 200,0');
});

test('a forecast is drawn to the limit, and no further than half as long again as was watched', () => {
  const runs = [0, 5, 10].map((day) => ({ fromMs: day * DAY_MS, toMs: day * DAY_MS, uses: day * 4, limit: 100 }));
  const forecast = { kind: 'runsOut', aboutMs: 25 * DAY_MS, fromMs: 20 * DAY_MS, toMs: null } as const;
  const chart = usageChart(
    runs,
    100,
    { ...forecast, usesPerDay: 4, observedMs: 10 * DAY_MS },
    { width: 100, height: 100 },
  );
  expect(chart.bounds).toEqual({ fromMs: 0, toMs: 25 * DAY_MS, top: 125 });
  expect([chart.last, chart.limitY, chart.likely]).toEqual([['40', '68'], 20, '40,68 100,20']);
  expect(usageChart(runs, null, { kind: 'unlimited' }, { width: 100, height: 100 })).toMatchObject({
    cone: null,
    limitY: null,
  });
});
