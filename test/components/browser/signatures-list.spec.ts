import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { SignaturesScreen } from '../../e2e/pages/signatures-screen.ts';
import { expect, test } from './fixture.ts';

const CID = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';

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

test('known signers that cannot be read are not told to be none', async ({ page, show, core }) => {
  await show('app', 'settings/signers', () => core.refuse('signers.list'));
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByText('No signer is known yet.')).toHaveCount(0);
});

test('a signature is said to be nobody’s only when the known signers were read', async ({ page, show, core }) => {
  await show('app', 'signatures', async () => {
    await core.sign('unchecked');
    await core.refuse('signers.list');
  });
  const signatures = new SignaturesScreen(page);
  await expect(signatures.list).toContainText('The known signers could not be read.');
  await expect(signatures.grid.getByText('nobody known')).toHaveCount(0);
  await signatures.paste(CID);
  await expect(signatures.lookUp).toContainText('Signed, and not checked. The known signers could not be read.');
  await core.sign('valid');
  await expect(signatures.lookUp).toContainText('Valid for a known signer. The known signers could not be read.');
  await core.refuse();
  const tryAgain = signatures.lookUp.getByRole('button', { name: 'Try again' });
  await tryAgain.focus();
  await page.keyboard.press('Enter');
  await expect(signatures.lookUp).toContainText('Valid for an address that is not among the known signers any more.');
  await expect(tryAgain).toHaveCount(0);
  expect(await signatures.lookUp.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await core.sign('unchecked');
  await expect(signatures.lookUp).toContainText('Signed, and no signer is known.');
});

test('a fetch of signatures that cannot begin says so on the screen where a person asked for it', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', () => core.refuse('signatures.start'));
  const files = new FilesScreen(page);
  const { work } = new SignaturesScreen(page);
  await files.row('photo 2.png').click();
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Fetch signatures' }).click();
  await expect(work.getByRole('alert')).toBeVisible();
  await work.getByRole('button', { name: 'Hide' }).click();
  await expect(work).toBeHidden();
  await page.getByRole('button', { name: 'More for this list' }).click();
  await page.getByRole('menuitem', { name: 'Fetch signatures' }).click();
  await expect(work.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: 'Signatures' }).click();
  await expect(work).toBeHidden();
});

test('the chosen signature stays chosen when others are fetched above it, and Enter opens it', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'signatures');
  const signatures = new SignaturesScreen(page);
  const chosen = signatures.grid.getByRole('row', { selected: true });
  await signatures.grid.focus();
  for (let row = 0; row < 2; row += 1) await page.keyboard.press('ArrowDown');
  await expect(chosen).toContainText('bbbb');
  await core.arrive('signatures');
  await expect(signatures.found).toHaveText('4 answers');
  await expect(chosen).toHaveAttribute('aria-rowindex', '4');
  await expect(chosen).toContainText('bbbb');
  await page.keyboard.press('Enter');
  await expect(signatures.lookUp.getByRole('textbox')).toHaveValue(/bbbb/);
});
