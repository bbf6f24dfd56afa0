import { expect, test } from './pages/preconditions.ts';
import { listedFiles, namedFiles } from './pages/service-files.ts';

test('search, filters, sorting and the keyboard work without the network', async ({ openOn, service }) => {
  const practice = await service({ fileCount: 2_000, switches: { filesPageSize: 1_000 } });
  await namedFiles(practice, [
    { name: 'Żuraw największy.png', keyvalues: { place: 'Quetzaltenango' } },
    { name: 'ﬁnal Straße ꙮꙮ.png' },
  ]);
  const app = await openOn(practice);
  const { files, page, inspector } = app;
  await expect(app.status).toContainText('Up to date');
  await expect(files.found).toContainText('2,000 files');
  const privateFiles = await listedFiles(practice, 'private');
  practice.control.changeSettings({ offline: true });

  await test.step('one letter, two, three and more; with and without diacritics; a metadata value', async () => {
    for (const [search, name] of [
      ['ꙮ', 'ﬁnal Straße ꙮꙮ.png'],
      ['ꙮꙮ', 'ﬁnal Straße ꙮꙮ.png'],
      ['zuraw', 'Żuraw największy.png'],
      ['NAJWIEKSZY.PNG', 'Żuraw największy.png'],
      ['quetzalten', 'Żuraw największy.png'],
      ['"final str"', 'ﬁnal Straße ꙮꙮ.png'],
    ] as const) {
      await files.search.fill(search);
      await expect(files.row(name), search).toBeVisible();
    }
    await expect(files.found).toContainText('1 file');
    await files.search.fill('no such thing anywhere');
    await expect(files.list).toContainText('No file matches');
    await files.list.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(files.found).toContainText('2,000 files');
  });

  await test.step('sorted by size, the largest first', async () => {
    await files.sortBy('Size');
    await files.sortBy('Size');
    await expect(files.grid.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending');
    await expect(files.rows.first()).toContainText('GB');
  });

  await test.step('the network filter shows one network only', async () => {
    await files.addFilter('Network', 'private');
    await expect(files.found).toContainText(`${privateFiles.length} files`);
    await expect(files.rows.filter({ hasText: 'public' })).toHaveCount(0);
    await files.list.getByRole('button', { name: 'Remove filter Network: private' }).click();
    await expect(files.found).toContainText('2,000 files');
  });

  await test.step('the keyboard goes to the last row and back, and opens the inspector', async () => {
    await files.rows.first().click();
    await files.grid.focus();
    await page.keyboard.press('End');
    await expect(files.selected).toHaveAttribute('aria-rowindex', '2001');
    await expect(files.selected).toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expect(files.selected).toHaveAttribute('aria-rowindex', '2000');
    await page.keyboard.press('Home');
    await expect(files.selected).toHaveAttribute('aria-rowindex', '2');
    await page.keyboard.press('PageDown');
    await expect(files.selected).not.toHaveAttribute('aria-rowindex', '2');
    await page.keyboard.press('Enter');
    await expect(inspector.pane).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('Space');
    await expect(inspector.pane).toBeHidden();
    await page.keyboard.press('Space');
    await expect(inspector.pane).toBeVisible();
    await page.keyboard.press('/');
    await expect(files.search).toBeFocused();
  });

  await test.step('the scroll bar reaches the last row, shown by an element that was there before', async () => {
    for (const row of await files.rows.all()) await row.evaluate((element) => (element.dataset['before'] = 'yes'));
    await files.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
    await expect(files.grid.locator('[aria-rowindex="2001"]')).toBeInViewport();
    await expect(files.grid.locator('[aria-rowindex="2001"][data-before="yes"]')).toHaveCount(1);
    await expect(files.grid.locator('.row.coming')).toHaveCount(0);
  });
});

test('F2 renames in the row, Escape leaves the name alone', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'old name.png' }]);
  const { files, page } = await openOn(practice);
  await files.choose('old name.png');
  await files.grid.focus();
  const newName = files.grid.getByRole('textbox', { name: 'New name' });
  await page.keyboard.press('F2');
  await expect(newName).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(newName).toBeHidden();
  await expect(files.row('old name.png')).toBeVisible();
  await page.keyboard.press('F2');
  await expect(newName).toBeFocused();
  await page.keyboard.insertText('new name');
  await page.keyboard.press('Enter');
  await files.search.fill('new name');
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'new name.png' });
  await files.isOnServer('new name.png');
});

test('the keyboard stays in the inspector while metadata is edited and given up', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare' } }]);
  const { files, inspector, page } = await openOn(practice);
  await files.choose('one.png');
  await inspector.editMetadata.press('Enter');
  await expect(inspector.pane.getByRole('combobox', { name: 'rarity', exact: true })).toBeFocused();
  await inspector.pane.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(inspector.pane).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(files.grid).toBeFocused();
  await page.keyboard.press('e');
  await expect(inspector.pane.getByRole('combobox', { name: 'rarity', exact: true })).toBeFocused();
});
