import type { Locator } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** What letters reach beyond their elements, by more than the fraction of a pixel. */
const beyond = (elements: Locator): Promise<string[]> =>
  elements.evaluateAll((all) =>
    all.flatMap((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const overPx = range.getBoundingClientRect().right - one.getBoundingClientRect().right;
      return overPx > 1 ? [`${one.textContent} by ${Math.round(overPx)} px`] : [];
    }),
  );

test('the figures of a chart end where their column ends, in German and in the largest text', async ({
  page,
  show,
}) => {
  await show('app', 'library', () => page.evaluate(() => window.speak({ language: 'de', locale: 'de-DE' })));
  await expect(page.getByRole('region', { name: 'Größe nach Typ' })).toContainText('8.906 Dateien');
  for (const [width, size] of [
    [1440, '100'],
    [1440, '125'],
    [400, '125'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((percent) => (document.documentElement.dataset['textSize'] = percent), size);
    expect(await beyond(page.getByRole('main').locator('.figures, .head .number')), `${width} px, ${size} %`).toEqual(
      [],
    );
  }
});

test('a button of a chart that sums the rest up is whole in the largest text', async ({ page, show }) => {
  await show('app', 'library');
  const rest = page
    .getByRole('button', { name: /9,995 more groups/ })
    .locator('span')
    .first();
  await expect(rest).toBeVisible();
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = '125'));
  expect(await beyond(rest)).toEqual([]);
});

test('the table of keys fits a window of 320 px, with German names of keys and in the largest text', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await show('app', 'settings/keyboard', () => page.evaluate(() => window.speak({ language: 'de', locale: 'de-DE' })));
  await expect(page.getByRole('button', { name: /Umschalt Eingabe/ })).toBeVisible();
  for (const size of ['100', '125']) {
    await page.evaluate((percent) => (document.documentElement.dataset['textSize'] = percent), size);
    const part = page.getByRole('region', { name: 'Tastatur' });
    expect(await part.evaluate((one) => one.scrollWidth - one.clientWidth), `${size} %`).toBe(0);
  }
});

test('no words below the chart of edits lie over others, in German, at 320 px and in the largest text', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await show('app', 'library', () => page.evaluate(() => window.speak({ language: 'de', locale: 'de-DE' })));
  const part = page.getByRole('region', { name: 'Änderungen pro Tag', exact: true });
  await expect(part).toContainText('Quadratwurzel');
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = '125'));
  const overlaps = await part.locator('svg text, .axis span').evaluateAll((all) => {
    const boxes = all.map((one) => ({ words: one.textContent, box: one.getBoundingClientRect() }));
    const over = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.flatMap((one, at) =>
      boxes.slice(at + 1).flatMap((next) => (over(one.box, next.box) ? [`${one.words} | ${next.words}`] : [])),
    );
  });
  expect(overlaps).toEqual([]);
});
