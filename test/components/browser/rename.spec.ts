import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

test('a name goes on being typed where it was when a file arrives above it', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.grid.focus();
  for (let row = 0; row < 5; row += 1) await page.keyboard.press('ArrowDown');
  await expect(files.selected).toHaveAttribute('id', 'row-4');
  await page.keyboard.press('F2');
  const field = files.grid.getByRole('textbox', { name: 'New name' });
  await expect(field).toBeFocused();
  await page.keyboard.type('holiday-par');
  await core.arrive('files');
  await expect(files.grid.locator('#row-5').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('ty');
  await expect(field).toHaveValue('holiday-party.png');
});

test('a form that was left open in the inspector takes no key of who walks past its file', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = new Inspector(page);
  await files.row('photo 2.png').click();
  await inspector.startRename();
  await expect(inspector.newName).toBeFocused();
  await files.row('photo 3.png').click();
  await expect(inspector.newName).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await expect(inspector.newName).toBeVisible();
  await expect(files.grid).toBeFocused();
});

test('a pair that was begun takes the focus then, and not again when one walks past its file', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = new Inspector(page);
  const newKey = inspector.pane.getByRole('combobox', { name: 'New key' });
  await files.row('photo 2.png').click();
  await inspector.pane.getByRole('button', { name: 'Add a pair' }).click();
  await expect(newKey).toBeFocused();
  await files.row('photo 3.png').click();
  await expect(newKey).toBeHidden();
  await page.keyboard.press('ArrowUp');
  await expect(newKey).toBeVisible();
  await expect(files.grid).toBeFocused();
  await inspector.pane.getByRole('button', { name: 'Add a pair' }).click();
  await expect(newKey).toHaveCount(2);
  await expect(newKey.last()).toBeFocused();
});
