import { expect, test } from './fixture.ts';

test('arrows reach a choice that is out of sight, typing narrows without accents, Enter takes it', async ({
  page,
  show,
}) => {
  await show('combobox');
  const field = page.getByRole('combobox', { name: 'Of the list' });
  const options = page.getByRole('listbox', { name: 'Of the list' }).getByRole('option');
  const active = page.getByRole('listbox', { name: 'Of the list' }).getByRole('option', { selected: true });
  await field.focus();
  await expect(active).toContainText('épic');
  for (const key of ['PageDown', 'PageDown', 'PageDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
  await expect(active).toContainText('value 20');
  await expect(active).toBeInViewport();
  const id = await active.getAttribute('id');
  await expect(field).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.type('EPIC');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('épic');
  await field.fill('nothing of the kind');
  await expect(page.getByText('None')).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'false');
});

test('a text of its own is submitted by Enter, and a choice only after an arrow', async ({ page, show }) => {
  await show('combobox');
  const field = page.getByRole('combobox', { name: 'Free' });
  await field.fill('value 7');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('submitted value 7');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('value 7');
});

test('each choice has a bar that is as long as its count beside the greatest, whatever is typed', async ({
  page,
  show,
}) => {
  await show('combobox');
  const options = page.getByRole('listbox', { name: 'Of the list' }).getByRole('option');
  /** The part of its bar that the choice of this name fills, from 0 to 1. */
  const filled = (name: string): Promise<number> =>
    options
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('i')
      .evaluate((bar) => bar.clientWidth / (bar.parentElement?.clientWidth ?? 0));
  expect(await filled('value 39')).toBeCloseTo(1, 2);
  expect(await filled('value 18')).toBeCloseTo(22 / 43, 2);
  await page.getByRole('combobox', { name: 'Of the list' }).fill('value 18');
  await expect(options).toHaveCount(1);
  expect(await filled('value 18')).toBeCloseTo(22 / 43, 2);
  await expect(options).toHaveAccessibleName('value 18 22');
});

for (const [field, list] of [
  ['Of the list', 'Of the list'],
  ['Free', 'Free'],
  ['Suggested', 'Suggestions'],
] as const) {
  test(`${field}: Enter takes the choice that was highlighted, although another has come before it`, async ({
    page,
    show,
  }) => {
    await show('combobox');
    const active = page.getByRole('listbox', { name: list }).getByRole('option', { selected: true });
    const come = page.getByRole('button', { name: 'Another comes first' });
    await page.getByRole('combobox', { name: field }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const reached = field === 'Of the list' ? 'rare' : 'common';
    await expect(active).toContainText(reached);
    await come.dispatchEvent('click');
    await expect(active).toContainText(reached);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await come.dispatchEvent('click');
    await page.keyboard.press('Enter');
    if (field === 'Suggested') await expect(page.getByRole('combobox', { name: field })).toHaveValue(reached);
    else await expect(page.getByRole('status')).toHaveText(reached);
    // What was taken is reached no more: the first choice is highlighted where a list has one from the beginning.
    if (field === 'Of the list') await expect(active).toContainText('comer 2');
    else await expect(active).toHaveCount(0);
  });

  test(`${field}: a choice that has gone is highlighted no more, and an arrow before all choices reaches the first that comes`, async ({
    page,
    show,
  }) => {
    await show('combobox');
    const active = page.getByRole('listbox', { name: list }).getByRole('option', { selected: true });
    const come = page.getByRole('button', { name: 'Another comes first' });
    await page.getByRole('combobox', { name: field }).focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'All go' }).dispatchEvent('click');
    await come.dispatchEvent('click');
    await expect(page.getByRole('listbox', { name: list })).toContainText('comer 1');
    await expect(active).toHaveCount(0);
    await page.getByRole('button', { name: 'All go' }).dispatchEvent('click');
    await page.keyboard.press('ArrowDown');
    await come.dispatchEvent('click');
    await expect(active).toContainText('comer 2');
    await come.dispatchEvent('click');
    await expect(active).toContainText('comer 2');
  });
}
