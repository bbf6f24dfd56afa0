import type { Page } from 'playwright-core';
import { seededBytes, seededRandom } from '../../electron/practice/seed/random.ts';
import type { Row } from './bench.ts';
import { jump, recordFrames, type Recorded } from './in-page.ts';
import { lineOf, medianAtMost, p99AtMost, type Line } from './line.ts';
import { profileOf } from './prepared.ts';
import { withPage } from './running-app.ts';

const STILL_MS = 2_000;
const END_TO_END_MS = 8_000;
const WHEEL_MS = 4_000;
const TYPING_MS = 5_000;
const BETWEEN_KEYS_MS = 60;
const JUMPS = 40;
const WHEEL_PX = 240;

/**
 * Frames of the built app in Chromium over a list of this run's size: the scroll bar from end to end, the wheel, jumps,
 * and typing in the inspector. Limits: p99 frame 20 ms, no row blank for longer than 100 ms. Baseline: a page at rest.
 */
export const p11: Row = {
  id: 'P11',
  title: 'Scrolling the grid and typing in the inspector',
  run: async (bench) => {
    const profile = await profileOf(bench, await bench.set());
    return await withPage(bench, profile, async (page, host) => {
      const still = await page.evaluate(recordFrames, { forMs: STILL_MS, scroll: 'no' as const });
      const along = await page.evaluate(recordFrames, { forMs: END_TO_END_MS, scroll: 'toEnd' as const });
      const wheel = await wheeled(page);
      const jumps = await page.evaluate(jump, places());
      const typing = await typed(page);
      const memory = lineOf({
        ...{ row: 'P11', unit: 'MB', figure: 'Peak memory of the host meanwhile' },
        values: [(host.peakBytes() ?? 0) / 1e6],
        note: `JavaScript heap of the page ${Math.round((await heapBytes(page)) / 1e6)} MB`,
      });
      return [
        frames('Frames, scroll bar from end to end', along, still),
        blanks('Rows blank in sight, scroll bar from end to end', along),
        frames('Frames, turning the wheel', wheel, still),
        blanks('Rows blank in sight, turning the wheel', wheel),
        lineOf({
          ...{ row: 'P11', unit: 'ms', figure: 'Jump to rows painted', values: jumps },
          limits: [p99AtMost(100)],
          note: `${jumps.filter((ms) => ms > 1_000).length} of ${jumps.length} took longer than a second`,
        }),
        frames('Frames, typing in the inspector', typing, still),
        lineOf({ row: 'P11', unit: 'ms', figure: 'Key to paint, typing in the inspector', values: typing.keys }),
        memory,
      ];
    });
  },
};

const frames = (figure: string, { frames: values }: Recorded, still: Recorded): Line =>
  lineOf({
    ...{ row: 'P11', unit: 'ms', figure, values },
    baseline: { name: 'at rest', values: still.frames },
    limits: [p99AtMost(20)],
    note: `longest ${Math.round(Math.max(...values))} ms`,
  });

const blanks = (figure: string, { blanks: values }: Recorded): Line =>
  lineOf({
    ...{ row: 'P11', unit: 'ms', figure: `${figure}, longest` },
    values: [Math.max(0, ...values)],
    limits: [medianAtMost(100)],
    note: `${values.length} rows were blank for a frame or longer`,
  });

async function wheeled(page: Page): Promise<Recorded> {
  await page.getByRole('grid').hover();
  const recording = page.evaluate(recordFrames, { forMs: WHEEL_MS, scroll: 'no' as const });
  const endMs = performance.now() + WHEEL_MS;
  while (performance.now() < endMs) {
    await page.mouse.wheel(0, -WHEEL_PX);
    await page.waitForTimeout(16);
  }
  return await recording;
}

function places(): number[] {
  const random = seededRandom(seededBytes('jumps'));
  return Array.from({ length: JUMPS }, () => random.next());
}

async function typed(page: Page): Promise<Recorded> {
  await page.getByRole('grid').getByRole('row').nth(5).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Rename' }).click();
  await inspector.getByRole('textbox', { name: 'New name' }).fill('');
  const recording = page.evaluate(recordFrames, { forMs: TYPING_MS, scroll: 'no' as const });
  const words = 'a name that somebody types at a good pace into the inspector of a large library';
  await page.keyboard.type(words.slice(0, Math.floor(TYPING_MS / BETWEEN_KEYS_MS)), { delay: BETWEEN_KEYS_MS });
  return await recording;
}

async function heapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
}
