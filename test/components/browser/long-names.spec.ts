import type { Page } from 'playwright/test';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

const MEGABYTE = 1_000_000;
const longName = `begin ${'n'.repeat(MEGABYTE - 6)}`;

/**
 * The longest single text that the page holds: in its words, in what its elements say of themselves, or in a field.
 *
 * A text of a megabyte in any of them makes Chromium stand still for seconds.
 */
const longestTextOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const held: string[] = [];
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) held.push(texts.currentNode.nodeValue ?? '');
    for (const element of document.querySelectorAll('body, body *')) {
      held.push(...Array.from(element.attributes, ({ value }) => value));
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) held.push(element.value);
    }
    return Math.max(...held.map(({ length }) => length));
  });

/** Every text on the screen ends after 10,000 characters, and says how many there are. */
const LONGEST_TEXT = 10_100;

test('a name of a megabyte is shown cut in its row and in the inspector, which can copy the whole', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst(longName, []);
  const row = files.rows.first();
  await expect(row).toContainText('begin nnn');
  await expect(row).toContainText('1,000,000 characters');
  await row.click();
  await expect(inspector.title).toContainText('… 1,000,000 characters');
  expect((await inspector.title.innerText()).length).toBeLessThan(400);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(inspector.title.getByRole('button', { name: 'Copy the whole name' })).toBeVisible();
  await inspector.show('What the service said');
  await expect(inspector.pane).toContainText('characters');
  expect(await page.evaluate(() => document.body.innerText.length)).toBeLessThan(60_000);
  expect(await longestTextOf(page)).toBeLessThan(LONGEST_TEXT);
});

test('a name that is too long to be edited is replaced by what is typed, and says so', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst(longName, []);
  await files.rows.first().click();
  await inspector.startRename();
  await expect(inspector.newName).toHaveValue('');
  await expect(inspector.pane).toContainText('The name has 1,000,000 characters, too many to be edited here.');
  await inspector.newName.fill('short.png');
  await expect(inspector.save).toBeEnabled();
  await page.keyboard.press('Escape');
  await files.rows.first().dblclick();
  await expect(files.grid.getByRole('textbox', { name: 'New name' })).toBeFocused();
});

test('a value of a megabyte does not keep the other values from being edited', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('usual.png', [
    ['long', 'v'.repeat(MEGABYTE)],
    ['k'.repeat(MEGABYTE), 'value of a long key'],
    ['short', 'before'],
  ]);
  await files.rows.first().click();
  await expect(inspector.title).toHaveText('usual.png');
  await inspector.editMetadata.click();
  await expect(inspector.pane).toContainText('The value has 1,000,000 characters, too many to be edited here.');
  await expect(inspector.pane).toContainText('The key has 1,000,000 characters, too many to be edited here.');
  await inspector.change('short', 'after');
  await expect(inspector.save).toBeEnabled();
  expect(await longestTextOf(page)).toBeLessThan(LONGEST_TEXT);
});

for (const widthPx of [1280, 720])
  test(`a new name that a table brings keeps its end in sight, at ${widthPx} px`, async ({ page, show }) => {
    await page.setViewportSize({ width: widthPx, height: 720 });
    await show('app', 'changes');
    await new ChangesScreen(page).fromMenu('Import table…');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file…' }).click();
    await (await choosing).setFiles({ name: 'edited.csv', mimeType: 'text/csv', buffer: Buffer.from('id,name') });
    const row = page.getByRole('dialog').getByRole('option');
    const end = row.locator('ins .end');
    await expect(end).toHaveText('final-v3.tif');
    const [rowBox, endBox, restBox] = await Promise.all(
      [row, end, row.getByText('+1', { exact: true })].map((one) => one.boundingBox()),
    );
    expect(endBox!.x + endBox!.width).toBeLessThanOrEqual(restBox!.x);
    expect(restBox!.x + restBox!.width).toBeLessThanOrEqual(rowBox!.x + rowBox!.width);
    await expect(row.locator('del')).toHaveText(/photo 2\.png$/);
    await expect(row).toHaveAccessibleName(/sheet-sheet-final-v3\.tif/);
  });

test('the buttons of an edit name its file by the beginning of a name of a megabyte', async ({ page, show, core }) => {
  await show('app', 'changes', () => core.nameFile(longName));
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  await expect(changes.pane.getByRole('button', { name: /^Discard: begin n{50,}/ })).toBeVisible();
  expect(await longestTextOf(page)).toBeLessThan(LONGEST_TEXT);
});

for (const width of [1600, 400])
  test(`a group and a type of a megabyte are cut in the list and in the inspector, ${width} px wide`, async ({
    page,
    show,
    core,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await show('app');
    const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
    await core.sortFirst(longName, `image/${'x'.repeat(MEGABYTE)}`);
    await expect(files.rows.first()).toContainText('begin nnn');
    expect(await longestTextOf(page)).toBeLessThan(LONGEST_TEXT);
    await files.rows.first().click();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Only the group' }), 'no list takes it').toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await inspector.show('Record');
    await expect(inspector.pane).toContainText('begin nnn');
    expect(await longestTextOf(page)).toBeLessThan(LONGEST_TEXT);
  });
