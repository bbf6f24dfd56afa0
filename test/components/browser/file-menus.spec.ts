import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const inClipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test('Ctrl C copies the CID of the row, or those of the selection, and says so', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+c');
  await expect(files.list).toContainText('CID copied');
  expect(await inClipboard(page)).toBe('bafkreiaurora');
  await expect(files.list).not.toContainText('CID copied');

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  await expect(files.list).toContainText('1,000 CIDs copied');
  expect((await inClipboard(page)).split('\n')).toHaveLength(1_000);
});

test('the copy menu shows what each entry would copy, and copies it', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+Shift+C');
  const menu = page.getByRole('menu', { name: 'Copy as' });
  await expect(menu.getByRole('menuitem', { name: /^CID/ })).toBeFocused();
  await expect(menu).toContainText('bafkreiaurora');
  await page.keyboard.press('ArrowDown');
  await expect(menu).toContainText('ipfs://bafkreiaurora');
  await page.keyboard.press('End');
  await expect(menu).toContainText('A curl holds $TOKEN, never the token.');
  await page.keyboard.press('Enter');
  await expect(files.list).toContainText('curl copied');
  await expect(files.grid).toBeFocused();
  expect(await inClipboard(page)).toMatch(/^curl -H "Authorization: Bearer \$TOKEN" 'https:/);
});

test('more files than a clipboard takes are told of before and after, and lead to the export', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  await core.become('files', 1_000_000);
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000,000 files');
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+Shift+C');
  const menu = page.getByRole('menu', { name: 'Copy as' });
  await expect(menu).toContainText('Of 1,000,000 files the first 20,000 are copied. Export writes all of them.');
  await menu.getByRole('menuitem', { name: 'Id', exact: true }).click();
  await expect(files.list).toContainText('20,000 ids copied. The first 20,000 of 1,000,000 files');
  await files.list.getByRole('status').getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a right click is about its row, and about the selection on a selected row', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 3.png').click();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await files.row('photo 6.png').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu).toHaveAccessibleName('What can be done with this file');
  await expect(menu.getByRole('menuitem', { name: /^Rename/ })).toHaveText(/Rename….*F2/);
  await menu.getByRole('menuitem', { name: /^Rename/ }).click();
  await expect(files.grid.getByRole('textbox', { name: 'New name' })).toHaveValue('photo 6.png');
  await page.keyboard.press('Escape');
  await expect(files.found).toContainText('2 of 1,000 selected');

  await files.row('photo 4.png').click({ button: 'right' });
  await expect(menu).toHaveAccessibleName('What can be done with the selected files');
  await menu.getByRole('menuitem', { name: /^Copy 2 CIDs/ }).click();
  await expect(files.list).toContainText('2 CIDs copied');
});

for (const keys of ['ContextMenu', 'Shift+F10'])
  test(`${keys} opens the menu at the row, whose copies open to the side, and Esc leads back`, async ({
    page,
    show,
  }) => {
    await show('app');
    const files = new FilesScreen(page);
    await files.row('photo 5.png').click();
    await page.keyboard.press(keys);
    const menu = page.getByRole('menu', { name: 'What can be done with this file' });
    await expect(menu.getByRole('menuitem').first()).toBeFocused();
    const [row, box] = [await files.row('photo 5.png').boundingBox(), await menu.boundingBox()];
    expect(Math.abs(box!.y - row!.y - row!.height)).toBeLessThan(16);
    for (let steps = 0; steps < 5; steps += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('menu', { name: 'Copy as…' }).getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(files.grid).toBeFocused();
    await expect(files.selected).toContainText('photo 5.png');
  });

test('the menu of a file that leaves the list does not open over the file that is chosen next', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', () => core.become('files', 3));
  const files = new FilesScreen(page);
  await files.row('photo 3.png').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await core.become('files', 2);
  await expect(menu).toHaveCount(0);
  await files.row('photo 1.png').click();
  await expect(files.selected).toContainText('photo 1.png');
  await expect(new Inspector(page).title).toBeVisible();
  await expect(menu).toHaveCount(0, { timeout: 2_000 });
});
