import { SignaturesScreen } from '../../e2e/pages/signatures-screen.ts';
import { expect, test } from './fixture.ts';

test('the list of signatures keeps the focus when its last row leaves', async ({ page, show, core }) => {
  await show('app', 'signatures');
  const signatures = new SignaturesScreen(page);
  await expect(signatures.grid.getByRole('row')).toHaveCount(4);
  await signatures.grid.focus();
  await core.become('signatures', 0);
  await expect(signatures.found).toHaveText('0 answers');
  await expect(signatures.grid).toBeFocused();
  await core.become('signatures', 3);
  await expect(signatures.grid.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('ArrowDown');
  await expect(signatures.grid.getByRole('row', { selected: true })).toHaveAttribute('aria-rowindex', '2');
});

test('the focus of a button in a row goes to the list with the row', async ({ page, show, core }) => {
  await show('app', 'signatures');
  const signatures = new SignaturesScreen(page);
  await signatures.grid.getByRole('row').nth(1).getByRole('button').focus();
  await core.become('signatures', 0);
  await expect(signatures.found).toHaveText('0 answers');
  await expect(signatures.grid).toBeFocused();
});
