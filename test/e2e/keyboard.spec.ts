import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('another key renames, is shown wherever keys are, stays after a reload, and goes when it is reset', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await openOn(practice);
  const { files, inspector, page, palette, settings, status } = app;
  await expect(status).toContainText('Up to date');

  await test.step('it is chosen by pressing it', async () => {
    await app.go('Settings');
    await settings.show('Keyboard');
    await settings.keysOf('rename, or rename what is selected').press('Enter');
    await page.keyboard.press('Control+j');
    await expect(settings.keysOf('rename, or rename what is selected')).toHaveText(/Ctrl.*J/);
  });

  const shows = async (keys: RegExp): Promise<void> => {
    await app.go(/^Files/);
    await files.choose('aurora.png');
    await expect(inspector.pane.getByRole('button', { name: 'Rename' })).toHaveText(keys);
    await files.grid.focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: /^Rename/ })).toHaveText(keys);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await palette.open('>rename');
    await expect(palette.chosen).toHaveText(keys);
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys on this screen' }).getByRole('definition')).toContainText([
      'rename, or rename what is selected',
    ]);
    await expect(page.getByRole('dialog').getByText(keys).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
  };
  await test.step('it is shown in the inspector, the menu, the palette and the list of keys', () => shows(/Ctrl.*J/));

  await test.step('after a reload it renames, and the usual key does not', async () => {
    await page.reload();
    await files.choose('aurora.png');
    await files.grid.focus();
    await page.keyboard.press('F2');
    await page.keyboard.press('Control+j');
    await expect(files.grid.getByRole('textbox', { name: 'New name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
  });

  await test.step('reset, the usual key renames again', async () => {
    await app.go('Settings');
    await settings.show('Keyboard');
    await page.getByRole('button', { name: 'Reset the keys: rename, or rename what is selected' }).press('Enter');
    await shows(/F2/);
    await page.keyboard.press('F2');
    await expect(files.grid.getByRole('textbox', { name: 'New name' })).toBeFocused();
  });
});

test('with letter keys off, a name typed over the list of files leads to the file, in any order', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [
    { name: 'aurora.png' },
    { name: 'echo.png' },
    { name: 'Éclair.png' },
    { name: 'ice 10.png' },
  ]);
  const app = await openOn(practice);
  const { files, page, settings, status } = app;
  await expect(status).toContainText('Up to date');
  await app.go('Settings');
  await settings.show('Keyboard');
  await page.getByRole('checkbox', { name: 'Single letters act as keys' }).uncheck();
  await app.go(/^Files/);
  for (const order of ['as they are', 'by name']) {
    await test.step(order, async () => {
      await files.grid.focus();
      await page.keyboard.press('Home');
      await page.keyboard.type('ice 1');
      await expect(files.selected).toContainText('ice 10.png');
      await page.keyboard.press('Home');
      await page.keyboard.type('ecl');
      await expect(files.selected).toContainText('Éclair.png');
    });
    await files.sortBy('Name');
  }
});
