import { expect, test } from './fixture.ts';

for (const [screen, what] of [
  ['guide', /^Next: /],
  ['settings/diagnostics', 'Report'],
] as const)
  test(`what stands alone on its line is as high as a target has to be (${screen})`, async ({ page, show }) => {
    await show('app', screen);
    const alone = page.getByRole('main').locator('a, summary').filter({ hasText: what });
    await expect(alone).toHaveCount(1);
    // WCAG 2.5.8
    expect((await alone.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  });
