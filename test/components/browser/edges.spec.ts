import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('a press on the edge of the inspector that the system takes away leaves its width', async ({
  page,
  show,
  core,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await show('app');
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  await edge.hover();
  await page.mouse.down();
  // As Chromium makes it: without a place.
  await edge.dispatchEvent('pointercancel', { pointerId: 1, clientX: 0 });
  await expect(edge).toHaveAttribute('aria-valuenow', '372');
  await page.mouse.up();
  expect(await core.asked('app.setPreferences')).toBe(0);
});

test('a press on the edge of a column that the system takes away leaves its width', async ({ page, show, core }) => {
  await show('app');
  const edge = new FilesScreen(page).grid.getByRole('columnheader', { name: 'Group' }).locator('.edge');
  await edge.hover();
  await page.mouse.down();
  await edge.dispatchEvent('pointercancel', { pointerId: 1, clientX: 0 });
  await page.mouse.up();
  expect(await core.asked('app.setPreferences')).toBe(0);
});

test('the button of the mouse that opens menus draws no edge', async ({ page, show }) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await show('app');
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  const { x, y } = (await edge.boundingBox())!;
  await page.mouse.move(x + 4, y + 200);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x - 60, y + 200);
  await expect(edge).toHaveAttribute('aria-valuenow', '372');
  await page.mouse.up({ button: 'right' });
});
