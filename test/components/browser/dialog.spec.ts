import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('a dialog keeps Tab inside, and gives the focus back to the button that opened it', async ({ page, show }) => {
  await show('dialog');
  const opener = page.getByRole('button', { name: 'Open', exact: true });
  await opener.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Second' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'First' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a dialog gives the focus back to its opener though its question was asked anew while it was open', async ({
  page,
  show,
}) => {
  await show('dialog');
  const opener = page.getByRole('button', { name: 'Open', exact: true });
  await opener.press('Enter');
  await page.getByRole('textbox', { name: 'Second' }).fill('news');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the focus goes to the list where the opener has gone with the dialog, or nothing had it', async ({
  page,
  show,
}) => {
  await show('dialog');
  const grid = page.getByRole('grid');
  await page.getByRole('button', { name: 'Open and go' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Open and go' })).toBeHidden();
  await expect(grid).toBeFocused();

  await grid.blur();
  await page.getByRole('button', { name: 'Open', exact: true }).evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('textbox', { name: 'Second' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
});

test('keys do nothing behind an open dialog, also where it has lost the focus', async ({ page, show, core }) => {
  await show('app', 'files');
  await core.waitFor({ kind: 'turn' });
  await new FilesScreen(page).row('photo 1.png').click();
  const why = page.getByRole('button', { name: 'Explain this state' });
  await expect(why).not.toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Views…', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+/');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const key of ['Control+/', '?', 'g', 'c']) await page.keyboard.press(key);
  await expect(dialog).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName('Saved views');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(why).not.toHaveAttribute('aria-expanded', 'true');
  await expect(new FilesScreen(page).row('photo 1.png')).toBeVisible();
});
