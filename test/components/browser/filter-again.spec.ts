import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('what was looked for among the filters of one file does not narrow those of the next', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  const field = files.builder.getByRole('combobox', { name: 'Find in the list' });
  await page.keyboard.press('Shift+F');
  await field.fill('public');
  await page.keyboard.press('Enter');
  await expect(files.chips).toHaveCount(1);
  await files.row('photo 3.png').click();
  await page.keyboard.press('Shift+F');
  await expect(field).toHaveValue('');
});
