import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { connectionA, connectionB } from '../../support/builders.ts';
import { expect, test } from './fixture.ts';

const reload = async (page: Page): Promise<void> => {
  await page.reload();
  await page.evaluate(() => window.show('app'));
};
const steps = (page: Page): Promise<number> => page.evaluate(() => history.length);

test('a link opens its search and its order', async ({ page, show }) => {
  await show('app', 'files?search=photo 7.png&sort=-size');
  const files = new FilesScreen(page);
  await expect(files.search).toHaveValue('photo 7.png');
  await expect(files.found).toContainText('1 file');
  await expect(files.list.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending');
});

test('a search typed quickly is one step that a reload keeps, and Back and Forward go over it', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  const before = await steps(page);
  await files.search.pressSequentially('photo 42.png');
  await expect(files.found).toContainText('1 file');
  await expect(page).toHaveURL(/files\?search=photo\+42\.png$/);
  expect(await steps(page)).toBe(before + 1);
  await expect(files.search).toBeFocused();
  await reload(page);
  await expect(files.search).toHaveValue('photo 42.png');
  await expect(files.found).toContainText('1 file');
  await page.goBack();
  await expect(files.search).toHaveValue('');
  await expect(files.found).toContainText('1,000 files');
  await page.goForward();
  await expect(files.search).toHaveValue('photo 42.png');
  await expect(files.found).toContainText('1 file');
});

test('an order is a step for Back, and stays through a visit to another screen', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const size = files.list.getByRole('columnheader', { name: 'Size' });
  await size.getByRole('button', { name: 'Size' }).first().click();
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/files\?sort=size$/);
  await page.getByRole('link', { name: 'Signatures' }).click();
  await page.getByRole('link', { name: /^Files/ }).click();
  await expect(page).toHaveURL(/files\?sort=size$/);
  await page.getByRole('link', { name: 'Private' }).click();
  await expect(page).toHaveURL(/files\?sort=size&network=private$/);
  await expect(size).toHaveAttribute('aria-sort', 'ascending');
  for (let back = 0; back < 4; back += 1) await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/c/${connectionA}/files$`));
  await expect(size).toHaveAttribute('aria-sort', 'none');
});

test('a link opens a section of the settings, and Back the section before', async ({ page, show }) => {
  await show('app', 'settings/keyboard');
  await expect(page.getByRole('heading', { name: 'Keyboard', level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Appearance' }).click();
  await expect(page).toHaveURL(/settings\/appearance$/);
  await reload(page);
  await expect(page.getByRole('heading', { name: 'Appearance', level: 2 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Keyboard', level: 2 })).toBeVisible();
});

test('the title of the window follows view, search and connection', async ({ page, show }) => {
  await show('app');
  await expect(page).toHaveTitle('All files – Studio – Pinfold');
  await new FilesScreen(page).search.fill('photo 7.png');
  await expect(page).toHaveTitle('“photo 7.png” – All files – Studio – Pinfold');
  await page.getByRole('link', { name: 'Signatures' }).click();
  await expect(page).toHaveTitle('Signatures – Studio – Pinfold');
  await page.goBack();
  await expect(page).toHaveTitle('“photo 7.png” – All files – Studio – Pinfold');
});

test('an address of a connection that is gone leads to the one on screen, which can be used as ever', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  const asked = await core.asked('connections.list');
  await core.removeSecond();
  await expect.poll(() => core.asked('connections.list')).toBeGreaterThan(asked);
  await page.evaluate((id) => (location.hash = `#/c/${id}/files?search=photo+7.png`), connectionB);
  await expect(files.found).toContainText('1 file');
  await expect(page).toHaveURL(new RegExp(`/c/${connectionA}/files\\?search=photo\\+7.png$`));
  await files.search.fill('photo 8.png');
  await expect(files.row('photo 8.png')).toHaveCount(1);
  await files.row('photo 8.png').click();
  await expect(files.selected).toHaveCount(1);
});
