import type { Locator } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { SignaturesScreen } from '../../e2e/pages/signatures-screen.ts';
import { expect, test } from './fixture.ts';

/** How many pixels of an element's contents its own box does not hold. */
const cutOf = (element: Locator): Promise<number> =>
  element.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/** Whether letters of a text are left out, for the sake of a fraction of a pixel too. */
const isCut = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().width > one.getBoundingClientRect().width;
  });

test.use({ viewport: { width: 400, height: 800 } });

test('the title of a search is whole in a narrow window, and the count gives way', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.search.fill('photo 12');
  const title = page.getByRole('heading', { level: 1, name: '“photo 12”' });
  await expect(title).toBeVisible();
  for (const width of [400, 380, 360, 340, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isCut(title), `at ${width} px`).toBe(false);
  }
});

test('a CID ends before the name of its file begins', async ({ page, show }) => {
  await show('app', 'signatures');
  const cells = new SignaturesScreen(page).grid.getByRole('row').nth(1).getByRole('gridcell');
  await expect(cells.first()).toBeVisible();
  for (const width of [400, 520, 660]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await cutOf(cells.first()), `at ${width} px`).toBe(0);
  }
});
