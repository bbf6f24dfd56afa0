import { expect, test } from './pages/preconditions.ts';

test('the library is looked at offline, a mark leads to its files, and Back returns to it', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const app = await openOn(practice);
  const { page, files } = app;
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.checkNow();
  await expect(app.status).toContainText(/offline|not answering/i);

  await app.go('Library');
  const metadata = page.getByRole('region', { name: 'Metadata', exact: true });
  const without = metadata.getByRole('link', { name: / without / }).first();
  const missing = Number.parseInt(((await without.textContent()) ?? '').replaceAll(',', ''), 10);
  await without.focus();
  await page.keyboard.press('Enter');
  await expect(files.chips).toHaveText([/Lacks key/]);
  await expect(files.found).toContainText(`${missing} file`);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  const image = page.getByRole('region', { name: 'Bytes by type', exact: true }).getByRole('link', { name: 'Images' });
  const number = /([\d,]+) files?/.exec((await image.textContent()) ?? '')?.[1] ?? '';
  await image.click();
  await expect(files.chips).toHaveText([/Type.*image/]);
  await expect(files.found).toContainText(`${number} file`);
  await page.goBack();

  await page.getByRole('button', { name: 'Bytes by month: show as a table' }).click();
  const row = page.getByRole('region', { name: 'Bytes by month, table' }).getByRole('row').nth(1);
  const inMonth = await row.getByRole('cell').first().textContent();
  await row.getByRole('link').click();
  await expect(files.found).toContainText(`${inMonth ?? ''} file`);
});
