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
