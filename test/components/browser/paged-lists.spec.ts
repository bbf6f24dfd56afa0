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
