import type { Page } from 'playwright/test';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

const noListing = { kind: 'no', checkedAtMs: 0, words: '404', requestId: null } as const;
const editedTable = { name: 'edited.csv', text: 'network,id,name\n' };
const ids = '11111111-1111-4111-8111-111111111111\n22222222-2222-4222-8222-222222222222\n';

/** Drags a file over the window and drops it there, by the events that a browser sends. */
async function drag(
  page: Page,
  types: readonly ('dragover' | 'drop' | 'dragleave')[],
  ...files: readonly (typeof editedTable)[]
): Promise<void> {
  const brought = files.length === 0 ? [editedTable] : files;
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name, { type: 'text/plain' }));
    return data;
  }, brought);
  for (const type of types) await page.dispatchEvent('main', type, { dataTransfer: transfer });
}

test('a table dragged onto the window opens its import', async ({ page, show, core }) => {
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  const target = page.getByText('Drop the table to see what it would change');
  await drag(page, ['dragover']);
  await expect(target).toBeVisible();
  await drag(page, ['dragover', 'drop']);
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible();
  await expect(target).toBeHidden();
  await expect.poll(() => core.asked('table.import')).toBe(1);
});

test('a list of ids dragged onto the window is offered for import where the service lists no files', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'library');
  await core.stand({}, { learnt: { ...noTraits, listing: noListing } });
  await drag(page, ['dragover']);
  await expect(page.getByText('Drop a list of ids to import them, or a table')).toBeVisible();
  await drag(page, ['dragover', 'drop'], { name: 'ids.txt', text: ids });
  const dialog = page.getByRole('dialog', { name: 'Import ids' });
  await expect(dialog.getByRole('textbox', { name: 'File ids' })).toHaveValue(ids);
  await expect(dialog.getByRole('radio', { name: 'Public' })).toBeChecked();
  expect(await core.asked('files.import')).toBe(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await drag(page, ['dragover', 'drop']);
  await expect(page.getByRole('dialog', { name: 'Import table' })).toBeVisible();
});

test('a file of ids can be chosen again after it could not be imported, and what is typed stays', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  await core.stand({}, { learnt: { ...noTraits, listing: noListing } });
  await core.refuse('files.import');
  await drag(page, ['dragover']);
  await expect(page.getByText('Drop a list of ids to import them, or a table')).toBeVisible();
  await drag(page, ['drop'], { name: 'ids.txt', text: ids });
  const dialog = page.getByRole('dialog', { name: 'Import ids' });
  const chooser = dialog.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name\nx,y\n') });
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(chooser).toHaveValue('');
  await expect(dialog.getByRole('textbox', { name: 'File ids' })).toHaveValue(ids);
});

test('of several files dropped at once none is taken, and it says so', async ({ page, show, core }) => {
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  await drag(page, ['dragover', 'drop'], editedTable, { ...editedTable, name: 'other.csv' });
  const dialog = page.getByRole('dialog', { name: 'Import table' });
  await expect(dialog.getByRole('alert')).toContainText('Several files came at once, and none was read.');
  expect(await core.asked('table.import')).toBe(0);
});

test('a list of ids is a table without edits to a service that lists its files', async ({ page, show }) => {
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  await drag(page, ['dragover', 'drop'], { name: 'ids.txt', text: ids });
  await expect(page.getByRole('dialog', { name: 'Import table' })).toBeVisible();
});

test('a drag that leaves the window takes its target away', async ({ page, show }) => {
  await show('app');
  const target = page.getByText('Drop the table to see what it would change');
  await drag(page, ['dragover']);
  await expect(target).toBeVisible();
  await drag(page, ['dragleave']);
  await expect(target).toBeHidden();
});

test('rows dragged out are CIDs and ipfs addresses, one or all that are selected', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const dragged = (name: string) =>
    files.row(name).evaluate((row) => {
      const data = new DataTransfer();
      row.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true, cancelable: true }));
      return [data.getData('text/plain'), data.getData('text/uri-list')];
    });
  await files.row('photo 2.png').click();
  expect(await dragged('photo 3.png')).toEqual(['bafkrei', 'ipfs://bafkrei']);
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  expect((await dragged('photo 3.png'))[0]).toBe('bafkrei\nbafkrei');
});

/** Whether the browser may open a file that is dropped there, in the place of the page (HTML standard, "drag-and-drop processing model"). */
const leavesToBrowser = (page: Page, place: string): Promise<boolean> =>
  page.locator(place).evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['network,id,name\n'], 'edited.csv'));
    const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
    return element.dispatchEvent(over) || dataTransfer.dropEffect !== 'none';
  });

test('a table dropped beside an open dialog does not take the place of the page', async ({ page, show }) => {
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  await drag(page, ['dragover', 'drop']);
  await expect(page.getByRole('dialog', { name: /Import/ })).toBeVisible();
  expect(await leavesToBrowser(page, '.veil')).toBe(false);
});

test('a file dropped where a first connection is made does not take the place of the page', async ({ page, show }) => {
  await page.goto('about:blank');
  await show('app', 'files');
  await page.evaluate(() => (location.hash = '#/connect'));
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible();
  expect(await leavesToBrowser(page, 'main')).toBe(false);
});
