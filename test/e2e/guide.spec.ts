import { expect, test } from './pages/preconditions.ts';

test('the guide is reached from the keys of a screen, the palette and About, and leads on with pictures', async ({
  openOn,
  service,
}) => {
  const app = await openOn(await service());
  const { page, palette } = app;
  await expect(app.status).toContainText('Up to date');
  await app.files.grid.focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page).toHaveTitle(/^Guide/);

  await page.getByRole('link', { name: 'Conflicts', exact: true }).click();
  const picture = page.getByRole('img', { name: 'A field that two people changed, and the result of the decision' });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
  await page.getByRole('link', { name: 'Next: Many files at once' }).click();
  await expect(page.getByRole('heading', { name: 'Many files at once' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Conflicts' })).toBeVisible();

  await page.goto(page.url().replace(/guide.*/, 'settings/about'));
  await page.getByRole('main').getByRole('link', { name: 'Guide' }).click();
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await palette.open('>read the guide');
  await expect(palette.row('Read the guide')).toBeVisible();
});
