import type { Page } from 'playwright/test';
import { expect, test } from './fixture.ts';

const LAST = '1000001';

/**
 * Makes a bar below the list lower or higher. Something asks for the layout at once, so that the browser shortens the way of
 * the scroll bar, and tells of the scrolling, before it tells of the new height.
 */
const changeFooter = (page: Page, byPx: number): Promise<void> =>
  page.evaluate((px) => {
    const footer = document.querySelector('footer')!;
    footer.style.height = `${footer.getBoundingClientRect().height + px}px`;
    document.querySelector('[role=grid]')!.getBoundingClientRect();
  }, byPx);

const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

for (const [size, viewport] of [
  ['wide', { width: 1280, height: 800 }],
  ['low', { width: 640, height: 400 }],
] as const)
  test.describe(`a ${size} window`, () => {
    test.use({ viewport });

    test('keeps the last of a million rows in sight while a bar below the list comes and goes', async ({
      page,
      show,
      core,
    }) => {
      await show('app');
      await core.become('files', 1_000_000);
      const grid = page.getByRole('grid');
      const last = grid.getByRole('row').last();
      await expect(page.getByText('1,000,000 files').first()).toBeVisible();
      await grid.focus();
      await changeFooter(page, 60);
      await page.keyboard.press('End');
      await expect(last).toHaveAttribute('aria-rowindex', LAST);
      await settled(page);
      for (const byPx of [-20, 20, -40, 40]) {
        await changeFooter(page, byPx);
        await settled(page);
        await expect(last, `${byPx} px`).toHaveAttribute('aria-rowindex', LAST);
        await expect(last, `${byPx} px`).toBeInViewport({ ratio: 0.9 });
      }
    });
  });
