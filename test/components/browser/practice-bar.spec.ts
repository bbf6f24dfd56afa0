import type { Page } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** How far the bar's contents reach beyond it, in pixels. */
const cutOf = (page: Page): Promise<number> =>
  page
    .getByRole('region', { name: 'Practice service' })
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

test('the practice bar of a narrow window is one line that holds all of itself', async ({ page, show, core }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await show('app');
  await core.stand({}, { kind: 'practice' });
  const bar = page.getByRole('region', { name: 'Practice service' });
  await expect(bar.getByRole('switch')).toBeVisible();
  for (const [width, height] of [
    [800, 400],
    [400, 800],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await cutOf(page), `cut off at ${width} px`).toBe(0);
    expect((await bar.boundingBox())!.height, `height at ${width} px`).toBeLessThan(40);
    await expect(bar.getByRole('button', { name: 'Hide', exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('what a narrow practice bar leaves out stands in its menu, and the guide gives the focus back there', async ({
  page,
  show,
  core,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await show('app');
  await core.stand({}, { kind: 'practice' });
  const menu = page.getByRole('button', { name: 'More of the practice bar' });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Somebody else edits this file' }).click();
  await expect(page.getByText('Choose a file first.')).toBeInViewport({ ratio: 1 });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Guided practice' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Guided practice' })).toBeFocused();
  await page.getByRole('button', { name: 'Leave for now' }).press('Enter');
  await expect(menu).toBeFocused();
});
