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

test('who reads German reads the guide in German, with the keys as a German keyboard has them', async ({
  openOn,
  service,
}) => {
  const { page, status } = await openOn(await service());
  await expect(status).toContainText('Up to date');
  await expect(page).toHaveURL(/files/);
  await page.goto(page.url().replace(/files.*/, 'settings/appearance'));
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { name: 'Einstellungen' }).first()).toBeVisible();

  await page.goto(page.url().replace(/settings.*/, 'guide/many-files'));
  await expect(page.getByRole('heading', { name: 'Viele Dateien auf einmal' })).toBeVisible();
  await expect(page.getByRole('article').getByText('Strg A', { exact: true })).toBeVisible();
  const picture = page.getByRole('img', { name: 'Die Vorschau einer Sammeländerung' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1_000);
  await page.getByRole('link', { name: 'Weiter: API-Schlüssel und Berechtigungen' }).click();
  await expect(page.getByRole('heading', { name: 'API-Schlüssel und Berechtigungen' })).toBeVisible();
});
