import { expect, test } from './fixture.ts';

test('an open menu of connections moves nothing in the header', async ({ page, show }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show('app');
  const review = page.getByRole('button', { name: 'Review changes' });
  const before = await review.boundingBox();
  await page.getByRole('button', { name: /^Connection: / }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await page.locator('header button').last().boundingBox()).toEqual(before);
});

test('in a narrow header the button of changes keeps its name, and the connection its own', async ({ page, show }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await show('app');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeVisible();
  const name = page.getByRole('button', { name: 'Connection: Studio' });
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
