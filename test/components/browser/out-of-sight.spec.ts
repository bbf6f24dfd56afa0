import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

/** Keeps the waits of the intervals that run, as text in `window.name`. */
function watchIntervals(): void {
  const running = new Map<unknown, number>();
  const [begin, end] = [globalThis.setInterval.bind(globalThis), globalThis.clearInterval.bind(globalThis)];
  const note = (): void => void (window.name = JSON.stringify([...running.values()]));
  const setInterval = (work: () => void, waitMs: number): unknown => {
    const id = begin(work, waitMs);
    running.set(id, waitMs);
    note();
    return id;
  };
  const clearInterval = (id: number): void => {
    running.delete(id);
    note();
    end(id);
  };
  Object.assign(globalThis, { setInterval, clearInterval });
}

const intervals = (page: Page): Promise<string> => page.evaluate(() => window.name);

const becomes = (page: Page, state: 'visible' | 'hidden'): Promise<boolean> =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true });
    return document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('a page out of sight runs no interval, and its clock goes on when it is back', async ({ page, show }) => {
  await page.addInitScript(watchIntervals);
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  expect(await intervals(page)).toBe('[1000]');
  await becomes(page, 'hidden');
  expect(await intervals(page)).toBe('[]');
  await becomes(page, 'visible');
  expect(await intervals(page)).toBe('[1000]');
});
