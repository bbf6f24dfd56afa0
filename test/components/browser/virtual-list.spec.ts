import type { Locator } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** Presses keys one after another, each of which leads to a row that is then wholly in sight. */
async function pressThrough(grid: Locator, steps: readonly (readonly [string, number])[]): Promise<void> {
  const selected = grid.getByRole('row', { selected: true });
  await grid.focus();
  for (const [key, position] of steps) {
    await grid.page().keyboard.press(key);
    await expect(selected, key).toHaveText(`row ${position}`);
    await expect(selected, key).toBeInViewport({ ratio: 1 });
    await expect(grid, key).toHaveAttribute('aria-activedescendant', (await selected.getAttribute('id')) ?? '');
    await expect(grid, key).toBeFocused();
  }
}

test('keys reach both ends of a long list, whose active row is always in the page', async ({ page, show }) => {
  await show('list');
  const grid = page.getByRole('grid', { name: 'Rows' });
  await pressThrough(grid, [
    ['ArrowDown', 0],
    ['ArrowUp', 0],
    ['End', 99_999],
    ['ArrowDown', 99_999],
    ['ArrowUp', 99_998],
    ['PageUp', 99_989],
    ['Home', 0],
    ['PageDown', 9],
    ['j', 10],
    ['k', 9],
  ]);
  expect(await grid.getByRole('row').count()).toBeLessThan(40);
});

test('keys that a person chose for it move, and keys that do not move are passed on', async ({ page, show }) => {
  await show('list');
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.focus();
  for (const key of ['j', 'j', 'g', 'k', 'x']) await page.keyboard.press(key);
  await expect(page.getByRole('status')).toHaveText('gx');
  await expect(grid.getByRole('row', { selected: true })).toHaveText('row 0');
});

test('a list that shrinks under a far scroll shows what is left', async ({ page, show }) => {
  await show('list');
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.focus();
  await page.keyboard.press('End');
  await expect(grid.getByRole('row').last()).toHaveText('row 99999');
  await page.getByRole('button', { name: 'Three rows' }).click();
  await expect(grid.getByRole('row')).toHaveText(['row 0', 'row 1', 'row 2']);
  await expect(grid).toHaveAttribute('aria-rowcount', '3');
  await grid.getByRole('row').nth(1).click();
  await expect(grid.getByRole('row', { selected: true })).toHaveText('row 1');
});

test('a list that gets shorter keeps the chosen row in sight', async ({ page, show }) => {
  await show('list');
  const grid = page.getByRole('grid', { name: 'Rows' });
  const selected = grid.getByRole('row', { selected: true });
  await grid.focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Shorter' }).click();
  await expect(grid).toHaveCSS('height', '200px');
  await expect(selected).toBeInViewport({ ratio: 1 });
});

test('a list that gets shorter stays where a person has scrolled it', async ({ page, show }) => {
  await show('list');
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.focus();
  await page.keyboard.press('Home');
  await grid.evaluate((one) => one.scrollTo(0, 28 * 500));
  await expect(grid.getByText('row 500', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Shorter' }).click();
  await expect(grid).toHaveCSS('height', '200px');
  // The list hears of its height with the frame that draws it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(grid.getByText('row 500', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('both ends of a list that is taller than a browser can draw are reached by keys and by the scroll bar', async ({
  page,
  show,
}) => {
  await show('list');
  await page.getByRole('button', { name: 'Two million rows' }).click();
  const grid = page.getByRole('grid', { name: 'Rows' });
  await pressThrough(grid, [
    ['End', 1_999_999],
    ['ArrowUp', 1_999_998],
    ['PageUp', 1_999_989],
    ['Home', 0],
    ['PageDown', 9],
  ]);
  await grid.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(grid.getByText('row 1999999', { exact: true })).toBeInViewport({ ratio: 1 });
  await grid.evaluate((one) => one.scrollTo(0, 0));
  await expect(grid.getByText('row 0', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('a wheel moves such a list by the pixels of the wheel', async ({ page, show }) => {
  await show('list');
  await page.getByRole('button', { name: 'Two million rows' }).click();
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.hover();
  await page.mouse.wheel(0, 28 * 20);
  await expect(grid.getByText('row 20', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(grid.getByText('row 19', { exact: true })).not.toBeInViewport();
  await page.mouse.wheel(0, -28 * 30);
  await expect(grid.getByText('row 0', { exact: true })).toBeInViewport({ ratio: 1 });
});

test('such a list that shrinks to one that a browser can draw stays where a person has scrolled it', async ({
  page,
  show,
}) => {
  await show('list');
  await page.getByRole('button', { name: 'Two million rows' }).click();
  const grid = page.getByRole('grid', { name: 'Rows' });
  await grid.hover();
  await page.mouse.wheel(0, 28 * 500);
  await expect(grid.getByText('row 500', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'A hundred thousand rows' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', '100000');
  await expect(grid.getByText('row 500', { exact: true })).toBeInViewport({ ratio: 1 });
  await grid.evaluate((one) => one.scrollTo(0, one.scrollHeight));
  await expect(grid.getByText('row 99999', { exact: true })).toBeInViewport({ ratio: 1 });
});
