import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** Words that reach beyond their cell, over what stands beside it. Those that end in an ellipsis do not. */
const beyond = (cells: Locator): Promise<string[]> =>
  cells.evaluateAll((all) =>
    all.flatMap((cell) =>
      [cell, ...cell.querySelectorAll('*')].flatMap((one) => {
        const isWord = [...one.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
        const isUnseen = one.closest('.unseen') !== null || getComputedStyle(cell).display === 'none';
        const isCut = one.closest('.clip') !== null;
        if (!isWord || isUnseen || isCut) return [];
        const range = document.createRange();
        range.selectNodeContents(one);
        const overPx = range.getBoundingClientRect().right - cell.getBoundingClientRect().right;
        return overPx > 1 ? [`${one.textContent.trim()} by ${Math.round(overPx)} px`] : [];
      }),
    ),
  );

/** Every width at which a column comes or goes, in the usual text and in the largest. */
async function atEveryWidth(page: Page, look: (where: string) => Promise<void>): Promise<void> {
  for (const size of ['100', '125'])
    for (const width of [1440, 1100, 1000, 860, 720, 660, 520, 400, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((percent) => (document.documentElement.dataset['textSize'] = percent), size);
      await look(`${width} px, ${size} %`);
    }
}

const languages = [
  { language: 'en', locale: 'en-GB' },
  { language: 'de', locale: 'de-DE' },
] as const;

for (const spoken of languages) {
  test(`the words of a signature end where their column ends (${spoken.language})`, async ({ page, show, core }) => {
    await show('app', 'signatures', async () => {
      await page.evaluate((one) => window.speak(one), spoken);
      await core.sign('valid');
    });
    const cells = page.getByRole('grid').locator('[role=gridcell], [role=columnheader]');
    await expect(cells.first()).toBeVisible();
    await atEveryWidth(page, async (where) => expect(await beyond(cells), where).toEqual([]));
  });

  test(`the uses of a key are whole, and no word reaches beyond its column (${spoken.language})`, async ({
    page,
    show,
    core,
  }) => {
    await show('app', 'keys', () => page.evaluate((one) => window.speak(one), spoken));
    await core.become('keys', 3);
    const grid = page.getByRole('grid');
    const uses = grid.getByText(/^41.022/);
    await expect(uses).toBeVisible();
    await atEveryWidth(page, async (where) => {
      expect(await beyond(grid.locator('[role=gridcell], [role=columnheader]')), where).toEqual([]);
      expect(await uses.evaluate((one) => one.scrollWidth - one.clientWidth), where).toBeLessThan(1);
    });
  });
}
