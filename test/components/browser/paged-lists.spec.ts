import { expect, test } from './fixture.ts';

for (const [list, screen] of [
  ['keys', 'keys'],
  ['signatures', 'signatures'],
  ['changes', 'changes'],
] as const) {
  test(`End chooses the last row of many ${list} although it has not come yet`, async ({ page, show, core }) => {
    await show('app', screen);
    await core.become(list, 1_000);
    const grid = page.getByRole('main').getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', /^100[01]$/);
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const chosen = grid.getByRole('row', { selected: true });
    await expect(chosen).toHaveAttribute('aria-rowindex', (await grid.getAttribute('aria-rowcount')) ?? '');
    await expect(chosen).toBeInViewport();
  });
}

for (const way of ['its button', 'Escape'])
  test(`the details of an API key that ${way} closes give the focus to the list`, async ({ page, show, core }) => {
    await show('app', 'keys');
    await core.become('keys', 3);
    const list = page.getByRole('grid');
    await list.focus();
    await page.keyboard.press('ArrowDown');
    const details = page.getByRole('complementary');
    await expect(details).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(details.getByRole('heading').filter({ visible: true }).first()).toBeFocused();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await details.getByRole('button', { name: 'Close' }).press('Enter');
    await expect(details).toBeHidden();
    await expect(list).toBeFocused();
  });
