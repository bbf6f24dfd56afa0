import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ok } from '../../../src/domain/core/result.ts';
import { later } from '../../support/fake-bridge.ts';
import { core, inSight, numbered, open, rowsOf } from './files-list.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A list of 10,000 files, and which of its rows are asked for from now on. */
async function list() {
  const bridge = core(rowsOf(numbered(10_000)));
  const { files } = open(bridge);
  await settled();
  const before = bridge.asked.length;
  const windows = (): readonly unknown[] =>
    bridge.asked
      .slice(before)
      .flatMap(({ name, input }) => (name === 'files.window' ? [(input as { from: number }).from] : []));
  return { bridge, files, windows };
}

test('rows in sight are asked for before those around them', async () => {
  const { files, windows } = await list();
  files.viewport.scrollTo(28 * 5_010);
  await settled();
  expect(windows()).toEqual([5_000, 4_900]);
});

test('while a question is answered, only the last place the list was moved to is asked for next', async () => {
  const { bridge, files, windows } = await list();
  const slow = later<'files.window'>();
  bridge.answer('files.window', () => slow.reply);
  for (const row of [1_010, 3_010, 5_010, 7_010]) {
    files.viewport.scrollTo(28 * row);
    await vi.advanceTimersByTimeAsync(100);
  }
  bridge.answer('files.window', ({ from, to }) => ok({ rows: rowsOf(numbered(to - from, from)) }));
  slow.arrive({ rows: rowsOf(numbered(100, 1_000)) });
  await settled();
  expect([windows(), inSight(files)[0]]).toEqual([[1_000, 7_000, 6_900], 'file-7010']);
});

test('rows that only fly past are not asked for, and those where the list comes to rest are', async () => {
  const { files, windows } = await list();
  for (let row = 1_010; row <= 9_010; row += 500) {
    files.viewport.scrollTo(28 * row);
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(windows()).toEqual([1_000, 900]);
  await vi.advanceTimersByTimeAsync(50);
  expect([windows().slice(2), inSight(files)[0]]).toEqual([[9_000, 8_900], 'file-9010']);
});

test('a list that is moved by less than what is in sight is never in flight', async () => {
  const { files, windows } = await list();
  for (let row = 110; row <= 400; row += 5) {
    files.viewport.scrollTo(28 * row);
    await vi.advanceTimersByTimeAsync(16);
  }
  expect(windows()).toEqual([100, 200, 300, 400]);
});
