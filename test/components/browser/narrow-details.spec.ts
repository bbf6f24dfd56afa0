import { expect, test } from './fixture.ts';

// Half of a laptop's window, or its whole one at 200 %.
test.use({ viewport: { width: 720, height: 800 } });

test('the details of a key that take the place of the list take its focus, and Esc gives it back', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'key 0' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(grid).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'key 1' })).toBeFocused();
});
