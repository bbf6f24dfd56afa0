import { expect, test } from 'vitest';
import { soakFaults, soakTable } from './report.ts';
import type { Sample, SoakFigures } from './soak.ts';

const sample = (atMs: number, over: Partial<Sample> = {}): Sample => ({
  ...{ atMs, residentMegabytes: 200, handles: 40, threads: 20, logBytes: 1_000, walBytes: 5_000 },
  ...over,
});
const calm: SoakFigures = {
  samples: Array.from({ length: 40 }, (_, at) => sample(at)),
  ...{
    edits: 900,
    outages: 4,
    minutesOfOutage: [3, 5, 4].map((requests) => ({ requests, edits: 0, checks: 0 })),
    windowsOpened: 30,
    different: 0,
  },
};
const growing = (over: (at: number) => Partial<Sample>): SoakFigures => ({
  ...calm,
  samples: calm.samples.map((one, at) => sample(one.atMs, over(at))),
});

test('a run in which nothing grew has no fault, whatever its beginning was', () => {
  expect(soakFaults(calm)).toEqual([]);
  expect(soakFaults(growing((at) => (at < 10 ? { residentMegabytes: 90, handles: 12 } : {})))).toEqual([]);
  expect(soakTable(calm)).toContain(
    'median 4, over 3 minutes; the busiest: 5 requests beside 0 edits and 0 checks asked for',
  );
});

test.each([
  ['memory', (at: number) => ({ residentMegabytes: 200 + 4 * at }), /memory/],
  ['handles', (at: number) => ({ handles: 40 + at }), /handles/],
  ['threads', (at: number) => ({ threads: 20 + at }), /threads/],
  ['the log', (at: number) => ({ logBytes: 100_000 * at }), /log/],
  ['a write-ahead log', (at: number) => ({ walBytes: 2_000_000 * at }), /write-ahead/],
])('%s that grows is a fault', (_what, over, sentence) => {
  expect(soakFaults(growing(over))).toEqual([expect.stringMatching(sentence)]);
});

test('many requests without the service, files that differ and a run without edits or windows are faults', () => {
  const busy = (requests: number) => ({ ...calm, minutesOfOutage: [{ requests, edits: 22, checks: 1 }] });
  expect(soakFaults(busy(84))).toEqual([]);
  expect(soakFaults(busy(85))).toEqual([
    '85 requests beside 22 edits and 1 checks asked for in one minute without the service, where 84 requests are allowed',
  ]);
  expect(soakFaults({ ...calm, different: 2 })).toEqual(['2 files differ from the service at the end']);
  expect(soakFaults({ ...calm, edits: 0 })).toEqual(['no edit was made']);
  expect(soakFaults({ ...calm, windowsOpened: 0 })).toEqual(['no second window was opened']);
});
