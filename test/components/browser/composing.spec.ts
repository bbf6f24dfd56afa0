import type { Page } from 'playwright/test';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

/** Begins a text that an input method composes, and presses a key that is the method's own: Enter takes what it offers. */
async function compose(page: Page, key: 'Enter' | 'Escape' | 'ArrowDown'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
  await page.keyboard.press(key);
  await session.detach();
}

for (const key of ['Enter', 'Escape'] as const)
  test(`${key} that belongs to a text under composition neither closes nor throws away a note`, async ({
    page,
    show,
  }) => {
    await show('app', 'changes');
    const changes = new ChangesScreen(page);
    await changes.row('photo 1').click();
    await changes.button('Add a note').click();
    const note = changes.pane.getByRole('textbox', { name: 'Note' });
    await note.fill('before ');
    await compose(page, key);
    await expect(note).toBeFocused();
    await expect(note).toHaveValue(/^before /);
  });

test('keys of a text under composition leave the search and a name as they are', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.search.focus();
  for (const key of ['Enter', 'ArrowDown'] as const) {
    await compose(page, key);
    await expect(files.search).toBeFocused();
  }
  await files.search.fill('');
  await files.row('photo 2.png').dblclick();
  const name = files.grid.getByRole('textbox', { name: 'New name' });
  for (const key of ['Escape', 'Enter'] as const) {
    await compose(page, key);
    await expect(name).toBeFocused();
  }
  expect(await core.asked('files.edit')).toBe(0);
});
