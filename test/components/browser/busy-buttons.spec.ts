import { expect, test } from './fixture.ts';

test('a button that works keeps the focus, and a second press meanwhile does nothing', async ({ page, show, core }) => {
  await show('app', 'sameContent');
  const look = page.getByRole('button', { name: 'Look again' });
  await expect(look).toBeVisible();
  await core.hold('sameContent.find');
  const asked = await core.asked('sameContent.find');
  await look.press('Enter');
  await expect(look).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(look).toBeFocused();
  await core.release();
  await expect(look).toHaveAttribute('aria-disabled', 'false');
  await expect(look).toBeFocused();
  expect(await core.asked('sameContent.find')).toBe(asked + 1);
});
