import type { Locator, Page } from 'playwright/test';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { SavedViews } from '../../e2e/pages/saved-views.ts';
import { expect, test } from './fixture.ts';

/** The two presses of a double click, of which the second comes once the first has had its answer. */
async function doubleClick(page: Page, button: Locator, answered: () => Promise<void>): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await answered();
  }
}

for (const [button, channel] of [
  ['Keep server', 'changes.decide'],
  ['Discard: Rename photo 1.png', 'changes.discard'],
] as const)
  test(`a double click on "${button}" is about one file in conflict, and not about the next`, async ({
    page,
    show,
    core,
  }) => {
    await show('app', 'changes', () => core.disagree(3));
    const changes = new ChangesScreen(page);
    await changes.row('photo 1').click();
    const file = changes.pane.getByRole('heading', { level: 3 });
    const pressed = changes.pane.getByRole('button', { name: button }).first();
    await expect(pressed).toBeEnabled();
    await doubleClick(page, pressed, async () => {
      await expect(file).not.toContainText('photo 1.png');
      await expect(pressed).toBeEnabled();
    });
    await expect(file).toContainText('photo 2.png');
    expect(await core.asked(channel)).toBe(1);
  });

test('a double click on the cross of a filter removes that one alone', async ({ page, show }) => {
  await show('app', 'files?network=public&state=waiting&type=image%2Fpng');
  const files = new FilesScreen(page);
  await expect(files.chips).toHaveCount(3);
  await doubleClick(page, files.chips.first().getByRole('button'), () => expect(files.chips).toHaveCount(2));
  await expect(files.chips).toHaveCount(2);
});

test('a double click on "Discard" discards one draft, and not the next one', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  for (const name of ['photo 1.png', 'photo 2.png', 'photo 3.png']) {
    await files.row(name).click();
    await page.keyboard.press('F2');
    await page.keyboard.type('new');
    await page.keyboard.press('Escape');
  }
  await files.list.getByRole('button', { name: '3 unsaved drafts' }).click();
  const drafts = page.getByRole('dialog').getByRole('listitem');
  await expect(drafts).toHaveCount(3);
  await doubleClick(page, drafts.first().getByRole('button'), () => expect(drafts).toHaveCount(2));
  await expect(drafts).toHaveCount(2);
  expect(await core.asked('drafts.discard')).toBe(1);
});

test('a double click on the cross of a step removes that step alone', async ({ page, show }) => {
  await show('app');
  await new FilesScreen(page).row('photo 1.png').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  const steps = dialog.getByRole('listitem');
  for (let added = 0; added < 2; added += 1) await dialog.getByRole('button', { name: 'Add a step' }).click();
  await expect(steps).toHaveCount(3);
  await doubleClick(page, dialog.getByRole('button', { name: 'Remove step 1' }), () => expect(steps).toHaveCount(2));
  await expect(steps).toHaveCount(2);
});

test('a double click on "Send" sends the parked edits of one account, and not those of the next', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes');
  await core.park(5, 3);
  const questions = page.getByRole('note').filter({ hasText: '5 edits were made' });
  await expect(questions).toHaveCount(3);
  await doubleClick(page, questions.first().getByRole('button', { name: 'Send' }), () =>
    expect(questions).toHaveCount(2),
  );
  await expect(questions).toHaveCount(2);
  expect(await core.asked('changes.adopt')).toBe(1);
});

test('a double click that removes a saved view removes no other one', async ({ page, show, core }) => {
  await show('app', 'files?network=public');
  const views = new SavedViews(page);
  for (const network of ['public', 'private']) {
    await page.evaluate((to) => void (location.hash = location.hash.replace(/network=\w+/, `network=${to}`)), network);
    await views.save(network);
  }
  await views.open();
  const shown = views.dialog.getByRole('listitem');
  await expect(shown).toHaveCount(2);
  await doubleClick(page, views.dialog.getByRole('button', { name: 'Remove public' }), () =>
    expect(shown).toHaveCount(1),
  );
  await expect(shown).toHaveCount(1);
  expect(await core.asked('savedViews.remove')).toBe(1);
});

test('a double click on the tick of a row takes it in and out, and renames nothing', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').locator('.tick').dblclick();
  await expect(files.row('photo 2.png')).not.toHaveClass(/picked/);
  await expect(files.grid.getByRole('textbox')).toHaveCount(0);
  await files.row('photo 3.png').dblclick({ modifiers: ['Control'] });
  await expect(files.grid.getByRole('textbox')).toHaveCount(0);
  await files.row('photo 3.png').dblclick();
  await expect(files.grid.getByRole('textbox')).toBeFocused();
});

test('a double click on the cross of a new pair removes that one alone', async ({ page, show }) => {
  await show('app');
  await new FilesScreen(page).row('photo 1.png').click();
  const inspector = new Inspector(page);
  await inspector.editMetadata.click();
  const pairs = inspector.pane.locator('.pair');
  const before = await pairs.count();
  for (const key of ['tier', 'series', 'drop']) {
    await inspector.pane.getByRole('button', { name: 'Add a pair' }).click();
    await page.keyboard.type(key);
  }
  await expect(pairs).toHaveCount(before + 3);
  await doubleClick(page, pairs.nth(before).getByRole('button', { name: 'Remove tier' }), () =>
    expect(pairs).toHaveCount(before + 2),
  );
  await expect(pairs).toHaveCount(before + 2);
});
