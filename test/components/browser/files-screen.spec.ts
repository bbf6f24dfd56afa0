import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

/** The answer to the new list comes before the dialog has closed, or after it. */
for (const order of ['at once', 'late'] as const) {
  test(`the focus is on the list after a filter that no file fits, whose answer comes ${order}`, async ({
    page,
    show,
    core,
  }) => {
    await show('app');
    const files = new FilesScreen(page);
    await expect(files.found).toContainText('1,000 files');
    if (order === 'late') await core.hold('files.open');
    await page.keyboard.press('f');
    await files.builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Size');
    await files.builder.getByRole('textbox', { name: 'At least' }).fill('9 PB');
    await page.keyboard.press('Enter');
    await expect(files.builder).toBeHidden();
    await expect(files.grid).toBeFocused();
    await core.release();
    await expect(files.list).toContainText('No file matches');
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('f');
    await expect(files.builder).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
  });

  test(`a metadata value is chosen by keys, where the values come ${order}`, async ({ page, show, core }) => {
    await show('app');
    const files = new FilesScreen(page);
    await expect(files.found).toContainText('1,000 files');
    await page.keyboard.press('f');
    if (order === 'late') await core.hold('files.facetValues');
    await files.builder.getByRole('combobox', { name: 'Key' }).fill('rar');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(files.builder.getByRole('combobox', { name: 'Condition' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('epic');
    await core.release();
    await expect(files.builder.getByRole('option', { name: 'épic' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(files.builder).toBeHidden();
    await expect(files.chips).toHaveText([/Metadata.*rarity = épic/]);
    await expect(files.grid).toBeFocused();
  });
}

test('a key of metadata is chosen by Enter although the keys come later, and nothing typed is taken for it', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await core.hold('files.facets', 'files.facetValues');
  await page.keyboard.press('f');
  const key = files.builder.getByRole('combobox', { name: 'Key' });
  await key.fill('rar');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(files.builder).toBeVisible();
  await core.release();
  await expect(key).toHaveValue('rarity');
  await expect(files.builder.getByRole('combobox', { name: 'Condition' })).toBeFocused();
  await expect(files.chips).toHaveCount(0);
});

test('a value is chosen by Enter although the values come later', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  await page.keyboard.press('f');
  await core.hold('files.facetValues');
  await files.builder.getByRole('combobox', { name: 'Key' }).fill('rarity');
  await files.builder.getByRole('combobox', { name: 'Value' }).fill('epic');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await core.release();
  await expect(files.builder).toBeHidden();
  await expect(files.chips).toHaveText([/Metadata.*rarity = épic/]);
});

test('keys move through a list whose rows are still to come, and the row under them is chosen', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await core.hold('files.window');
  await files.grid.focus();
  await page.keyboard.press('End');
  await expect(files.grid.locator('[aria-rowindex="1001"]')).toBeInViewport();
  await core.release();
  await expect(files.row('photo 1000.png')).toBeInViewport();
  await expect(files.selected).toHaveAttribute('aria-rowindex', '1001');
  await page.keyboard.press('PageUp');
  await expect(files.selected).not.toHaveAttribute('aria-rowindex', '1001');
  await page.keyboard.press('Home');
  await expect(files.selected).toHaveAttribute('aria-rowindex', '2');
  await expect(files.selected).toBeInViewport();
  await expect(files.grid).toBeFocused();
});

test('a list that shrinks while its end is on screen shows what is left', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.grid.focus();
  await page.keyboard.press('End');
  await expect(files.row('photo 1000.png')).toBeInViewport();
  await core.become('files', 5);
  await expect(files.found).toContainText('5 files');
  await expect(files.rows).toHaveCount(5);
  await expect(files.row('photo 1.png')).toBeInViewport();
  await core.become('files', 0);
  await expect(files.rows).toHaveCount(0);
  await core.become('files', 1_000);
  await expect(files.row('photo 1.png')).toBeInViewport();
});

test('only the latest of two searches is shown, although the answer to the first comes last', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await core.hold('files.open');
  const asked = await core.asked('files.open');
  await files.search.fill('photo 7.png');
  await expect.poll(() => core.asked('files.open')).toBeGreaterThanOrEqual(asked);
  await files.search.fill('photo 9.png');
  await core.release();
  await expect(files.rows).toHaveCount(1);
  await expect(files.row('photo 9.png')).toBeVisible();
});

test('the number of files is that of the rows on screen, until those of another question come', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await files.search.fill('photo 7.png');
  await expect(files.found).toContainText('1 file of 1,000');
  await core.hold('files.open');
  await files.search.fill('');
  await expect(files.list.getByRole('heading', { level: 1 })).not.toContainText('photo 7');
  await expect(files.found).toContainText('1 file of 1,000');
  await expect(files.rows).toHaveCount(1);
  await core.release();
  await expect(files.found).toContainText('1,000 files');
});

test('a key that is pressed on the way to the files moves in the rows once they come', async ({ page, show, core }) => {
  await show('app', 'changes');
  const files = new FilesScreen(page);
  await core.hold('files.open');
  for (const key of ['g', 'f']) await page.keyboard.press(key);
  await expect(files.grid).toBeFocused();
  await page.keyboard.press('End');
  await core.release();
  await expect(files.selected).toHaveAttribute('aria-rowindex', '1001');
  await expect(files.selected).toBeInViewport();
});

test('a list that was left while it scrolled keeps its place, and its last event does no harm', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.grid.focus();
  await page.keyboard.press('End');
  await expect(files.row('photo 1000.png')).toBeInViewport();
  await page.evaluate(() => Object.assign(window, { left: document.querySelector('[role=grid]') }));
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(files.grid).toBeHidden();
  await page.evaluate(() => (window as unknown as { left: HTMLElement }).left.dispatchEvent(new Event('scroll')));
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(files.row('photo 1000.png')).toBeInViewport();
});

test('what is wrong with a new name stands below its field', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('F2');
  const field = page.getByRole('textbox', { name: 'New name' });
  await field.fill('');
  await page.keyboard.press('Enter');
  const note = files.grid.getByRole('alert');
  await expect(note).toHaveText('This must not be empty.');
  const [above, below] = [await field.boundingBox(), await note.boundingBox()];
  expect(Math.abs(below!.x - above!.x)).toBeLessThan(4);
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
});

test('files that an edit took out of the list stay selected, and the words say that they are not in it', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 1.png').click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(files.found).toHaveText('2 of 1,000 selected');
  await core.become('files', 1);
  await expect(files.found).toHaveText('2 selected, not all in this list now');
  await core.become('files', 0);
  await expect(files.found).toHaveText('2 selected, none in this list now');
});

/** By keys from the list, by the button of the inspector; saved, or given up. */
for (const end of ['Save', 'Cancel'] as const) {
  test(`the focus is where an edit of the metadata began after ${end}`, async ({ page, show, core }) => {
    await show('app');
    const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
    await core.describeFirst('photo 1.png', [['rarity', 'rare']]);
    await files.row('photo 1.png').click();
    await page.keyboard.press('e');
    await expect(inspector.field('rarity')).toBeFocused();
    await inspector.field('rarity').fill('epic');
    if (end === 'Save') await page.keyboard.press('Control+Enter');
    else await inspector.pane.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(inspector.editMetadata).toBeVisible();
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(files.selected).toContainText('photo 2.png');
    await inspector.editMetadata.press('Enter');
    await inspector.pane.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(inspector.pane).toBeFocused();
  });
}
