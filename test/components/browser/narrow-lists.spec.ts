import type { Locator } from 'playwright/test';
import { findings } from '../../e2e/pages/axe-findings.ts';
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

test('the bars around a screen leave it three quarters of a narrow window', async ({ page, show, core }) => {
  await show('app');
  await core.fillBars();
  const counts = { waiting: 3, needsYou: 1, refused: 0, held: 1, gone: 0, parked: 0 };
  await core.stand({ network: 'down', counts });
  await expect(page.getByRole('contentinfo')).toContainText('Working offline');
  await expect(page.getByRole('region', { name: 'API keys near their end' })).toBeVisible();
  // The bar of an export comes with the other one, and is gone after a press.
  await page.getByRole('region', { name: 'Export' }).getByRole('button', { name: 'Cancel export' }).click();
  await page.getByRole('region', { name: 'Export' }).getByRole('button').click();
  await expect(page.getByRole('region', { name: 'Export' })).toHaveCount(0);
  const { height } = (await page.getByRole('main').boundingBox())!;
  expect(height).toBeGreaterThan(0.75 * 800);
});

test('a search that is hidden behind its picture opens with the focus, and stays while something is searched', async ({
  page,
  show,
}) => {
  await show('app');
  const { search, found } = new FilesScreen(page);
  const width = async (): Promise<number> => (await search.boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThan(40);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  expect(await width()).toBeGreaterThan(200);
  await page.keyboard.insertText('photo 12.png');
  await page.keyboard.press('Enter');
  await expect(found).toContainText('1 file of 1,000');
  expect(await width()).toBeGreaterThan(200);
  expect(await findings(page)).toEqual([]);
});

test('the uses of an API key are whole beside the inspector at every width of the list', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  const row = page.getByRole('row').filter({ hasText: 'key 0' });
  for (const width of [1440, 1400, 1280, 1160, 1100, 1000, 900, 400]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isCut(row.getByText('41,022 of 60,000')), `at ${width} px`).toBe(false);
  }
  await page.setViewportSize({ width: 1440, height: 800 });
  await row.click();
  await expect(page.getByRole('heading', { name: 'key 0' })).toBeVisible();
  for (const width of [1440, 1400, 1280, 1160, 1100, 1000, 900]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await isCut(row.getByText('41,022 of 60,000')), `beside the inspector at ${width} px`).toBe(false);
  }
});
