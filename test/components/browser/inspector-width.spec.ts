import type { Locator } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

const widthOf = (pane: Locator): Promise<number> =>
  pane.evaluate((one) => Math.round(one.getBoundingClientRect().width));

test('the inspector is made wider and narrower by keys and by the pointer, between two limits', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await show('app');
  const inspector = new Inspector(page);
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  await expect(edge).toHaveAttribute('aria-valuenow', '372');
  await edge.focus();
  for (const [key, width] of [
    ['ArrowLeft', 388],
    ['End', 560],
    ['ArrowLeft', 560],
    ['Home', 332],
    ['Enter', 372],
  ] as const) {
    await page.keyboard.press(key);
    await expect(edge).toHaveAttribute('aria-valuenow', String(width));
    expect(await widthOf(inspector.pane)).toBe(width);
  }
  const { x, y } = (await edge.boundingBox())!;
  await page.mouse.move(x + 4, y + 200);
  await page.mouse.down();
  await page.mouse.move(x - 60, y + 200);
  await page.mouse.up();
  await expect.poll(() => widthOf(inspector.pane)).toBe(436);
});

test('with Alt an arrow on the edge is the way back of the browser, and no width', async ({ page, show }) => {
  await show('app');
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  const width = (await edge.getAttribute('aria-valuenow'))!;
  await page.evaluate(() =>
    addEventListener('keydown', (event) => (document.title = `taken: ${event.defaultPrevented}`)),
  );
  await edge.press('Alt+ArrowLeft');
  await expect(page).toHaveTitle('taken: false');
  await expect(edge).toHaveAttribute('aria-valuenow', width);
});

test('a narrow window has a sheet in the place of the inspector, and no edge to move', async ({ page, show }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await files.row('photo 1.png').click();
  await page.keyboard.press('Enter');
  await expect(inspector.pane).toBeFocused();
  await expect(page.getByRole('separator')).toHaveCount(0);
  expect(await widthOf(inspector.pane)).toBeGreaterThan(340);
  await expect(inspector.title).toBeInViewport();
});

test('who edits while the window narrows goes on editing, over the list', async ({ page, show }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await files.row('photo 1.png').click();
  await page.keyboard.press('e');
  const field = inspector.pane.getByRole('textbox').or(inspector.pane.getByRole('combobox')).first();
  await field.focus();
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(page.getByRole('separator')).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inspector.pane).toBeHidden();
  await expect(files.grid).toBeFocused();
});

test('an edge that is let go where it was taken leaves the inspector the usual width of the window', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await show('app');
  const edge = page.getByRole('separator', { name: 'Width of the inspector' });
  const { x, y } = (await edge.boundingBox())!;
  await page.mouse.move(x + 4, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 4, y + 204);
  await page.mouse.up();
  await page.setViewportSize({ width: 1_050, height: 800 });
  await expect(edge).toHaveAttribute('aria-valuenow', '332');
});
