import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

test('a name that is saved late takes no focus from another that is typed meanwhile, which stays a draft', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const field = files.grid.getByRole('textbox', { name: 'New name' });
  await files.row('photo 2.png').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('first');
  await core.hold('files.edit');
  await page.keyboard.press('Enter');
  await files.row('photo 4.png').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('seco');
  await core.release();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await page.keyboard.type('nd');
  await expect(field).toHaveValue('second.png');
  await expect(field).toBeFocused();
  expect(await core.asked('files.edit')).toBe(1);
});

test('a name that is saved late is not told of the file that is chosen by then, and leaves the focus where it is', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = new Inspector(page);
  await files.row('photo 2.png').click();
  await inspector.startRename();
  await inspector.newName.fill('first.png');
  await core.hold('files.edit');
  await inspector.save.click();
  await files.search.click();
  await page.keyboard.type('photo');
  await core.release();
  await expect(inspector.newName).toHaveCount(0);
  await page.keyboard.type(' 7');
  await expect(files.search).toHaveValue('photo 7');
});

for (const [end, isAway] of [
  ['a field that is taken back late leaves the focus where it is by then', true],
  ['a field that is taken back leaves the focus in the inspector', false],
] as const)
  test(end, async ({ page, show, core }) => {
    await show('app');
    await core.waitFor({ kind: 'turn' });
    const files = new FilesScreen(page);
    const { pane } = new Inspector(page);
    await files.row('photo 1.png').click();
    const undo = pane.getByRole('button', { name: 'Undo the change of Name' });
    await core.hold('changes.discardField');
    await undo.click();
    if (isAway) await files.search.click();
    await core.release();
    await expect(undo).toHaveCount(0);
    await expect(isAway ? files.search : pane).toBeFocused();
  });

for (const where of ['on to the draft of another file', 'on to the search'] as const)
  test(`an editor that opens late takes no focus from a person who has gone ${where}`, async ({ page, show, core }) => {
    await show('app');
    const files = new FilesScreen(page);
    const { pane } = new Inspector(page);
    await files.row('photo 3.png').click();
    await page.keyboard.press('e');
    await pane.getByRole('button', { name: 'Add a pair' }).click();
    await page.keyboard.type('env');
    await files.row('photo 6.png').click();
    await core.hold('files.get');
    await files.row('photo 4.png').click();
    await page.keyboard.press('e');
    if (where === 'on to the search') await files.search.click();
    else await page.keyboard.press('ArrowUp');
    await core.release();
    await expect(pane.locator('form')).toBeVisible();
    await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    await expect(where === 'on to the search' ? files.search : files.grid).toBeFocused();
  });

test('a view that is saved late closes no dialog that is open by then, and takes no focus', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files?type=image%2Fpng');
  await page.getByRole('button', { name: 'Save view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pictures');
  await core.hold('savedViews.add');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Views…' }).click();
  const list = page.getByRole('dialog', { name: 'Saved views' });
  await list.getByRole('button', { name: 'Close' }).focus();
  await core.release();
  await expect(list.getByRole('button', { name: 'Open Pictures' })).toBeVisible();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await expect(list.getByRole('button', { name: 'Close' })).toBeFocused();
});

test('keys that are stored late leave the focus where it is by then', async ({ page, show, core }) => {
  await show('app', 'settings/keyboard');
  const row = page.getByRole('row', { name: /^rename, or/ });
  await row.getByRole('button').first().click();
  await page.keyboard.press('F8');
  const reset = row.getByRole('button', { name: /^Reset/ });
  await core.hold('app.setPreferences');
  await reset.click();
  const parts = page.getByRole('list', { name: 'Parts of Settings' });
  await parts.getByRole('button', { name: 'Appearance' }).focus();
  await core.release();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await expect(parts.getByRole('button', { name: 'Appearance' })).toBeFocused();
});
