import type { Page } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** What has to be scrolled aside to be read (WCAG 1.4.10), and what is cut off there. */
const aside = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [main, ...main.querySelectorAll('*')].flatMap((one) => {
      const { overflowX } = getComputedStyle(one);
      const isTable = one.querySelector(':scope > table') !== null;
      const overPx = one.scrollWidth - one.clientWidth;
      const holds = overflowX !== 'visible' && !one.matches('.clip, .unseen, select, input, [role=grid]') && !isTable;
      return holds && overPx > 1 ? [`${one.getAttribute('class')} by ${overPx} px`] : [];
    }),
  );

const screens = ['settings/sync', 'settings/diagnostics', 'settings/signers', 'keys'] as const;
const languages = [
  { language: 'en', locale: 'en-GB' },
  { language: 'de', locale: 'de-DE' },
] as const;

for (const screen of screens)
  for (const spoken of languages)
    test(`nothing is wider than a window of 320 px, in the largest text (${screen}, ${spoken.language})`, async ({
      page,
      show,
    }) => {
      await page.setViewportSize({ width: 320, height: 800 });
      await show('app', screen, () => page.evaluate((one) => window.speak(one), spoken));
      const main = page.getByRole('main');
      await expect(main.getByRole('heading').first()).toBeVisible();
      if (screen === 'keys') await main.locator('summary').first().click();
      for (const size of ['100', '125']) {
        await page.evaluate((percent) => (document.documentElement.dataset['textSize'] = percent), size);
        expect(await aside(page), `${size} %`).toEqual([]);
      }
    });
