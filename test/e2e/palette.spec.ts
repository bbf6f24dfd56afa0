import { expect, test } from './pages/preconditions.ts';
import { askService, namedFiles } from './pages/service-files.ts';

test('a file is found, renamed and put back, and its CID leads to it, by the palette alone', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'aurora over ice.png' }]);
  const { data } = await askService<{ data: { cid: string } }>(practice, `/files/public/${file!.id}`);
  const { files, inspector, page, palette, status } = await openOn(practice);
  await expect(status).toContainText('Up to date');

  await test.step('its name leads to it', async () => {
    await palette.open('over ice');
    await expect(palette.chosen).toContainText('aurora over ice.png');
    await page.keyboard.press('Enter');
    await expect(inspector.pane.getByRole('heading', { name: 'aurora over ice.png' })).toBeVisible();
    await expect(files.selected).toContainText('aurora over ice.png');
    await expect(files.grid).toBeFocused();
  });

  await test.step('it is renamed in its row', async () => {
    await palette.open('>rename');
    await expect(palette.chosen).toHaveText(/Rename….*F2/);
    await page.keyboard.press('Enter');
    await expect(files.grid.getByRole('textbox', { name: 'New name' })).toBeFocused();
    await page.keyboard.insertText('borealis');
    await page.keyboard.press('Enter');
    await expect(files.row('borealis.png')).toBeVisible();
  });

  await test.step('the palette says what it would undo', async () => {
    await palette.open('undo');
    await expect(palette.chosen).toContainText('Undo: Rename');
    await page.keyboard.press('Enter');
    await expect(files.row('aurora over ice.png')).toBeVisible();
  });

  await test.step('a view is saved, and listed with its key', async () => {
    await files.search.fill('aurora');
    await palette.open('>save this');
    await page.keyboard.press('Enter');
    // The palette may still be on its way out.
    const naming = page.getByRole('dialog', { name: 'Save this view' });
    await expect(naming.getByRole('textbox')).toBeFocused();
    await page.keyboard.insertText('Northern lights');
    await page.keyboard.press('Enter');
    await expect(naming).toBeHidden();
    await palette.open('north');
    await expect(palette.group('Saved views').getByRole('option')).toHaveText(/Northern lights.*Ctrl.*1/);
    await page.keyboard.press('Escape');
  });

  await test.step('a pasted address of its content leads to it from another screen', async () => {
    await palette.open('signatures');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Signatures', level: 1 })).toBeVisible();
    await palette.open(`https://gateway.example/ipfs/${data.cid}`);
    await expect(palette.chosen).toContainText('aurora over ice.png');
    await page.keyboard.press('Enter');
    await expect(files.selected).toContainText('aurora over ice.png');
  });
});
