import type { Locator } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

const headings = (files: FilesScreen): Locator => files.grid.getByRole('columnheader').getByRole('button');

test('a metadata key becomes a column by the keyboard alone, and its values are in the rows', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.list.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Columns of the list' });
  await menu.getByRole('combobox', { name: 'Metadata key' }).fill('rar');
  await page.keyboard.press('Enter');
  await expect(files.row('photo 3.png').getByRole('gridcell', { name: 'rarity 3' })).toBeVisible();
  await menu.getByRole('checkbox', { name: 'Group' }).focus();
  await page.keyboard.press('Space');
  await menu.getByRole('button', { name: 'Move rarity forward' }).click();
  await expect(headings(files)).toHaveText(['Name', 'Size', 'Network', 'rarity', 'State / added ↓']);
  await page.keyboard.press('Escape');
  await expect(files.list.getByRole('button', { name: 'Columns' })).toBeFocused();
  await expect(files.row('photo 3.png').getByRole('gridcell')).toHaveText([
    'photo 3.png',
    '3 B',
    /public/,
    'rarity 3',
    '—',
  ]);
});

test('in the headings Shift and an arrow key widen a column, and Alt and an arrow key move it', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const size = files.grid.getByRole('columnheader', { name: 'Size' });
  await size.getByRole('button').focus();
  const before = await size.evaluate((cell) => cell.getBoundingClientRect().width);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => size.evaluate((cell) => cell.getBoundingClientRect().width)).toBe(before + 16);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(headings(files)).toHaveText(['Name', 'Size', 'Group', 'Network', 'State / added ↓']);
});

test('a column is drawn wider with the mouse, and a double click brings its usual width back', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const group = files.grid.getByRole('columnheader', { name: 'Group' });
  const widthPx = (): Promise<number> => group.evaluate((cell) => cell.getBoundingClientRect().width);
  const before = await widthPx();
  const edge = group.locator('.edge');
  await edge.hover();
  const { x, y } = (await edge.boundingBox())!;
  await page.mouse.down();
  await page.mouse.move(x - 60, y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(widthPx).toBeGreaterThan(before + 10);
  await edge.dblclick();
  await expect.poll(widthPx).toBe(before);
});

test('an edge that is let go where it was taken leaves the columns to what is chosen', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const edge = files.grid.getByRole('columnheader', { name: 'Group' }).locator('.edge');
  await edge.hover();
  const { x, y } = (await edge.boundingBox())!;
  await page.mouse.move(x + 2, y + 4);
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 6);
  await page.mouse.up();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Size' }).click();
  await page.keyboard.press('Escape');
  await expect(headings(files)).toHaveText(['Name', 'Group', 'Network', 'State / added ↓']);
});

test('the box in the head selects all files and none, and says when it is some of them', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const box = files.grid.getByRole('checkbox', { name: 'Select all files of this list' });
  await expect(box).toHaveAttribute('aria-checked', 'false');
  await box.click();
  await expect(files.found).toContainText('1,000 of 1,000 selected');
  await expect(box).toHaveAttribute('aria-checked', 'true');
  await files.row('photo 2.png').locator('.tick').click();
  await expect(box).toHaveAttribute('aria-checked', 'mixed');
  await expect(files.found).toContainText('999 of 1,000 selected');
  await box.click();
  await box.click();
  await expect(box).toHaveAttribute('aria-checked', 'false');
});

test('rows of another height keep the first row where it is', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.row('photo 1.png')).toBeVisible();
  await files.grid.focus();
  await files.grid.evaluate((grid) => grid.scrollTo(0, 28 * 500));
  await expect(files.row('photo 501.png')).toBeVisible();
  await files.list.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('radio', { name: '36' }).click();
  await page.keyboard.press('Escape');
  const row = files.row('photo 501.png');
  await expect.poll(() => row.evaluate((one) => one.getBoundingClientRect().height)).toBe(36);
  const head = await files.grid.getByRole('columnheader').first().boundingBox();
  const { y } = (await row.boundingBox())!;
  expect(Math.abs(y - (head!.y + head!.height))).toBeLessThan(4);
});

test('the focus goes with a column that is moved or hidden, so that the next press is about no other one', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.list.getByRole('button', { name: 'Columns' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Columns of the list' });
  const forward = menu.getByRole('button', { name: 'Move Network forward' });
  await forward.press('Enter');
  await expect(forward).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(headings(files)).toHaveText(['Name', 'Network', 'Group', 'Size', 'State / added ↓']);
  await expect(forward).toBeDisabled();
  await expect(menu.getByRole('button', { name: 'Move Network back' })).toBeFocused();
  const size = menu.getByRole('checkbox', { name: 'Size' });
  await size.press('Space');
  await expect(headings(files)).toHaveText(['Name', 'Network', 'Group', 'State / added ↓']);
  await expect(size).toBeFocused();
  await page.keyboard.press('Space');
  await expect(headings(files)).toHaveText(['Name', 'Network', 'Group', 'State / added ↓', 'Size']);
});

test('the headings of the list stay a stop of Tab when the one that was reached has left with its column', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1600, height: 800 });
  await show('app');
  const files = new FilesScreen(page);
  const headings = files.grid.getByRole('columnheader').getByRole('button');
  await headings.last().focus();
  await page.keyboard.press('End');
  await page.setViewportSize({ width: 620, height: 800 });
  await expect(files.grid.getByRole('columnheader')).not.toHaveCount(6);
  await expect(files.grid.locator('button.heading[tabindex="0"]')).toHaveCount(1);
});

test('a long metadata key among the columns wraps, and leaves the buttons beside it in sight', async ({
  page,
  show,
}) => {
  const key = 'provenance_'.repeat(12);
  await show('app', 'files', () =>
    page.evaluate(async (one) => {
      await window.core.ask('app.setPreferences', { fileColumns: [{ key: one, widthPx: null }] });
    }, key),
  );
  await new FilesScreen(page).list.getByRole('button', { name: 'Columns' }).click();
  const menu = page.getByRole('dialog', { name: 'Columns of the list' });
  await expect(menu.getByRole('checkbox', { name: key })).toBeChecked();
  expect(await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
