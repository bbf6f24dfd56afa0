import { expect, test } from './fixture.ts';

test('the words of the picture at the first start are legible in forced colours', async ({ page, show }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await show('app', 'connect');
  await page.evaluate(() => (location.hash = '#/connect'));
  const picture = page.getByRole('img', { name: /mountain|network/i }).first();
  await expect(picture).toBeVisible();
  const [ground, ink, plate, ...fills] = await picture.evaluate((svg) => {
    const fillOf = (one: Element): string => getComputedStyle(one).fill;
    const { backgroundColor, color } = getComputedStyle(document.body);
    const words = [...svg.querySelectorAll('text:not(:has(.mine))')].map(fillOf);
    return [backgroundColor, color, ...[...svg.querySelectorAll('.plate')].map(fillOf), ...new Set(words)];
  });
  expect(fills).toEqual([ink]);
  expect(plate).toBe(ground);
});
