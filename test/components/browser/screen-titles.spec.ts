import { expect, test } from './fixture.ts';

const screens = ['library', 'files', 'sameContent', 'keys', 'signatures', 'changes', 'activity', 'settings'];

for (const width of [1440, 1024])
  test(`the title stays at one height from screen to screen, ${width} px wide`, async ({ page, show }) => {
    await page.setViewportSize({ width, height: 800 });
    const tops = new Map<string, number>();
    for (const screen of screens) {
      await show('app', screen);
      const title = page.locator('main h1:not(.unseen)').first();
      await expect(title).toBeVisible();
      const top = await title.evaluate(
        (one) => one.getBoundingClientRect().top - (one.closest('main')?.getBoundingClientRect().top ?? NaN),
      );
      tops.set(screen, Math.round(top));
    }
    expect(tops.size).toBe(screens.length);
    // The head of the files is a line of its own, in which the title stands two pixels higher.
    for (const [screen, top] of tops) expect(top, screen).toBe(screen === 'files' ? 10 : 12);
  });
