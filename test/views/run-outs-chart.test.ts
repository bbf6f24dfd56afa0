// @vitest-environment jsdom
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { formatIn } from '../../src/components/format.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/core/durations.ts';
import { keyId } from '../../src/domain/core/ids.ts';
import type { EndingKey } from '../../src/domain/keys/key-run-outs.ts';
import { makeStates } from '../../src/state/app-states.svelte.ts';
import RunOutsChart from '../../src/views/library/RunOutsChart.svelte';
import { uuid } from '../support/builders.ts';
import { fakeBridge } from '../support/fake-bridge.ts';
import { show } from './show-component.ts';

let leave = (): void => undefined;
afterEach(() => leave());

function inZone(zone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  // A format keeps the zone in which it was made.
  formatIn('en-GB');
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    formatIn('en-GB');
  });
}

const noAddressBar = { read: () => '', push: () => undefined, replace: () => undefined, listen: () => () => undefined };

/** The chart at a time, with keys that run out at others. */
function showAt(nowMs: number, ...endsMs: readonly number[]): void {
  const bridge = fakeBridge();
  const app = makeStates({ bridge, addressBar: noAddressBar, now: () => nowMs });
  const ending = endsMs.map((aboutMs, number): EndingKey => ({
    ...{ id: keyId.parse(uuid(number)), name: `key ${number}` },
    ...{ aboutMs, fromMs: aboutMs - HOUR_MS, toMs: aboutMs + HOUR_MS },
  }));
  const runOuts = { usedUp: [], usedUpKeys: 0, ending, endsMs };
  ({ leave } = show(bridge, RunOutsChart, { runOuts, counts: null, audit: null }, app));
}

test('the axis of the run-outs ends 30 days after the day that this computer calls today', () => {
  inZone('Pacific/Auckland');
  showAt(Date.parse('2026-06-10T09:00:00+12:00'), Date.parse('2026-06-20T09:00:00+12:00'));
  const ticks = [...document.querySelectorAll('.ticks > span')].map(({ textContent }) => textContent);
  expect(ticks).toEqual(['today', '25 Jun', '10 Jul']);
});

test('a key is marked as soon exactly where the sentence counts it, late in the day too', () => {
  inZone('UTC');
  const nowMs = Date.UTC(2026, 5, 10, 20);
  showAt(nowMs, nowMs + 30 * DAY_MS - HOUR_MS, nowMs + 30 * DAY_MS + HOUR_MS);
  const marks = [...document.querySelectorAll('.track')].map(({ classList }) => classList.contains('soon'));
  expect(marks).toEqual([true, false]);
});
