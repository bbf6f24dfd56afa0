import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a filter is built by keyboard, saved as a view, and opened by its key after a restart', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [
    { name: 'aurora.png', keyvalues: { 'rarity "x"': 'épic 😀', __proto__: 'one' } },
    { name: 'dawn.png', keyvalues: { 'rarity "x"': 'common' } },
  ]);
  const app = await openOn(practice);
  const { files, page } = app;
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });

  await test.step('F, a key from the list, a value from the list', async () => {
    await files.grid.focus();
    await page.keyboard.press('f');
    await expect(files.builder.getByRole('combobox', { name: 'Filter by' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('rarity "');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(files.builder.getByRole('combobox', { name: 'Condition' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('epic');
    await page.keyboard.press('ArrowDown');
    const values = files.builder.getByRole('listbox', { name: 'Value' });
    await expect(values.getByRole('option', { selected: true })).toContainText('épic 😀');
    await page.keyboard.press('Enter');
    await expect(files.builder).toBeHidden();
    await expect(files.chips).toHaveText([/Metadata.*rarity "x" = épic 😀/]);
    await expect(files.found).toContainText('1 file');
    await expect(files.grid).toBeFocused();
  });

  await test.step('Shift+F filters by the chosen file', async () => {
    await files.row('aurora.png').click();
    await page.keyboard.press('Shift+F');
    await expect(files.builder.getByRole('combobox', { name: 'Find in the list' })).toBeFocused();
    await expect(files.builder.getByRole('option', { name: 'Network: public' })).toBeVisible();
    await page.keyboard.insertText('network');
    await page.keyboard.press('Enter');
    await expect(files.chips).toHaveCount(2);
    await expect(files.found).toContainText('1 file');
  });

  await test.step('Back takes the last filter away, and Forward brings it again', async () => {
    await page.goBack();
    await expect(files.chips).toHaveCount(1);
    await page.goForward();
    await expect(files.chips).toHaveCount(2);
  });

  await test.step('saved under a name, with its order', async () => {
    await files.sortBy('Size');
    await app.savedViews.save('Epic ones');
    await expect(app.nav.getByRole('link', { name: /^Epic ones/ })).toHaveAttribute('aria-current', 'page');
    await files.list.getByRole('button', { name: 'Clear all' }).click();
    await expect(files.chips).toHaveCount(0);
  });

  practice.control.changeSettings({ offline: false });
  await app.running.quit();
  const again = await openOn(practice);
  await expect(again.nav.getByRole('link', { name: /^Epic ones/ })).toContainText('1');
  await again.page.keyboard.press('Control+1');
  await expect(again.files.chips).toHaveCount(2);
  await expect(again.files.found).toContainText('1 file');
  await expect(again.files.grid.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'ascending');

  await test.step('views are renamed, put in order and removed by keyboard', async () => {
    await again.files.list.getByRole('button', { name: /Remove filter Network/ }).click();
    await again.savedViews.save('Second');
    await again.savedViews.open();
    const views = again.savedViews.dialog;
    await views.getByRole('button', { name: 'Open Second' }).focus();
    await again.page.keyboard.press('Alt+ArrowUp');
    await expect(views.getByRole('listitem')).toContainText(['Second', 'Epic ones']);
    await again.savedViews.rename('Second', 'First');
    await expect(views.getByRole('listitem')).toContainText(['First', 'Epic ones']);
    await views.getByRole('button', { name: 'Remove Epic ones' }).click();
    await expect(views.getByRole('listitem')).toContainText(['First']);
    await again.page.keyboard.press('Escape');
    await expect(again.nav.getByRole('link', { name: /^Epic ones/ })).toHaveCount(0);
  });
});

test('the focus comes back to the list from every dialog, also where nothing had it and where no row is left', async ({
  openOn,
  service,
}) => {
  const { files, page, savedViews, status } = await openOn(await service());
  await expect(status).toContainText('Up to date');
  const leaveEverything = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const [key, name] of [
    ['f', 'Add filter'],
    ['?', 'Keys on this screen'],
  ] as const) {
    await leaveEverything();
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(files.grid, key).toBeFocused();
  }

  await test.step('a filter that no file fits, and back', async () => {
    await page.keyboard.press('f');
    await files.builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Size');
    await files.builder.getByRole('textbox', { name: 'At least' }).fill('9 PB');
    await page.keyboard.press('Enter');
    await expect(files.list).toContainText('No file matches');
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('f');
    await expect(files.builder).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
    await files.list.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect(files.rows.first()).toBeVisible();
    await expect(files.grid).toBeFocused();
  });

  await test.step('a table to import, whose dialog takes the focus itself', async () => {
    const opener = files.list.getByRole('button', { name: 'More for this list' });
    await files.fromMenu('Import table…');
    await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
  });

  await test.step('a view that is saved, whose button goes with its reason', async () => {
    await files.addFilter('Network', 'public');
    await expect(files.addFilterButton).toBeFocused();
    await savedViews.save('Public ones');
    await expect(files.grid).toBeFocused();
  });
});

test('a list that is narrowed to nothing says so and can be widened', async ({ openOn, service }) => {
  const app = await openOn(await service());
  await expect(app.status).toContainText('Up to date');
  await app.files.addFilterButton.click();
  await app.files.builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Size');
  await app.files.builder.getByRole('textbox', { name: 'At least' }).fill('a lot');
  await app.page.keyboard.press('Enter');
  await expect(app.files.builder).toContainText('Write a size such as');
  await app.files.builder.getByRole('textbox', { name: 'At least' }).fill('9 PB');
  await app.page.keyboard.press('Enter');
  await expect(app.files.list).toContainText('No file matches');
  await expect(app.files.chips).toHaveText([/Size.*at least 9\sPB/]);
  await app.files.list.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(app.files.chips).toHaveCount(0);
  await expect(app.files.rows.first()).toBeVisible();
});
