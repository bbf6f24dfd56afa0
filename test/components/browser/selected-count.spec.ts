import { expect, test } from './fixture.ts';

const languages = [
  { language: 'en', locale: 'en-GB' },
  { language: 'de', locale: 'de-DE' },
] as const;

for (const spoken of languages)
  test(`how many files of a million are selected is never cut short (${spoken.language})`, async ({
    page,
    show,
    core,
  }) => {
    await show('app', 'files', async () => {
      await core.become('files', 1_000_000);
      await page.evaluate((one) => window.speak(one), spoken);
    });
    await page.getByRole('main').getByRole('grid').focus();
    for (const key of ['Home', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key);
    const cut = (): Promise<number> =>
      page.locator('#files-found').evaluate((count) => {
        const line = count.parentElement!;
        return Math.max(count.scrollWidth - count.clientWidth, line.scrollWidth - line.clientWidth);
      });
    for (const width of [1_440, 1_280, 720]) {
      await page.setViewportSize({ width, height: 800 });
      for (const size of ['100', '125']) {
        await page.evaluate((percent) => (document.documentElement.dataset['textSize'] = percent), size);
        expect(await cut(), `${width} px, ${size} %`).toBeLessThanOrEqual(0);
      }
    }
  });
