import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

/** Drags a file over the window and drops it there, by the events that a browser sends. */
async function drag(page: Page, types: readonly ('dragover' | 'drop' | 'dragleave')[]): Promise<void> {
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['network,id,name\n'], 'edited.csv', { type: 'text/csv' }));
    return data;
  });
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
