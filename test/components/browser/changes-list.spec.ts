import type { Locator, Page } from 'playwright/test';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { expect, test } from './fixture.ts';

/** The list of changes with the focus, and its first change open. */
async function focusedList(page: Page, show: (scene: 'app', screen: string) => Promise<void>): Promise<ChangesScreen> {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.open('photo 1');
  await changes.list.focus();
  return changes;
}

test('a row that leaves when it is ticked takes neither the focus nor the keys along', async ({ page, show }) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await expect(changes.rows).toHaveCount(3);
  await changes.tick('photo 2').click();
  await expect(changes.tick('photo 2')).not.toBeChecked();
  await expect(changes.list).toBeFocused();
  await changes.tick('photo 2').click();
  await expect(changes.rows).toHaveText([/photo 1/, /photo 3/]);
  await expect(changes.list).toBeFocused();
  await page.keyboard.press('Home');
  await expect(changes.row('photo 1')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Space');
  await expect(changes.tick('photo 1')).not.toBeChecked();
});

test('a tick that is answered late is shown when it is so, and the keys work meanwhile', async ({
  page,
  show,
  core,
}) => {
  const changes = await focusedList(page, show);
  await core.hold('changes.hold');
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await expect(changes.row('photo 2')).toHaveAttribute('aria-selected', 'true');
  await core.release();
  await expect(changes.tick('photo 1')).not.toBeChecked();
  await expect(changes.tick('photo 2')).toBeChecked();
  await expect(changes.list).toBeFocused();
});

test('the list keeps the focus when its last row leaves, and the keys work when rows come back', async ({
  page,
  show,
  core,
}) => {
  const changes = await focusedList(page, show);
  await core.become('changes', 0);
  await expect(page.getByRole('heading', { name: 'Nothing is waiting' })).toBeVisible();
  await expect(changes.list).toBeFocused();
  await core.become('changes', 2);
  await expect(changes.rows).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(changes.row('photo 2')).toHaveAttribute('aria-selected', 'true');
});

test('an empty list that nobody is in is no stop for Tab', async ({ page, show, core }) => {
  const changes = await focusedList(page, show);
  await core.become('changes', 0);
  await page.keyboard.press('Shift+Tab');
  await expect(changes.list).toHaveCount(0);
});

test('a note is written with the keyboard alone, and the focus returns to where it was opened', async ({
  page,
  show,
}) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.open('photo 1');
  await changes.button('Add a note').press('Enter');
  await page.keyboard.type('wait for the printer');
  await page.keyboard.press('Enter');
  await expect(changes.pane).toContainText('“wait for the printer”');
  await expect(changes.button('Edit note')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(' and then not');
  await page.keyboard.press('Escape');
  await expect(changes.pane).toContainText('“wait for the printer”');
  await expect(changes.button('Edit note')).toBeFocused();
});

test('Enter leads into the change set that is shown, also while it is asked for anew', async ({ page, show, core }) => {
  const changes = await focusedList(page, show);
  await core.hold('changes.set');
  await page.keyboard.press('Home');
  await page.keyboard.press('x');
  await expect(changes.tick('photo 1')).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(changes.pane.getByRole('heading', { name: /^Rename photo 1/ })).toBeFocused();
  await core.release();
});

test('a change set that comes late takes no focus that the person has moved on', async ({ page, show, core }) => {
  const changes = await focusedList(page, show);
  await core.hold('changes.set');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  const moved = page.locator(':focus');
  await expect(changes.list).not.toBeFocused();
  await moved.evaluate((one) => one.setAttribute('data-moved', ''));
  await core.release();
  await expect(changes.pane.getByRole('heading', { name: /^Rename photo 2/ })).toBeVisible();
  await expect(page.locator('[data-moved]')).toBeFocused();
});

test('a note that is kept late takes no focus that the person has moved on', async ({ page, show, core }) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.open('photo 1');
  await changes.button('Add a note').press('Enter');
  await page.keyboard.type('wait for the printer');
  await core.hold('changes.note');
  await page.keyboard.press('Enter');
  await changes.list.focus();
  await core.release();
  await expect(changes.pane).toContainText('“wait for the printer”');
  await expect(changes.button('Edit note')).toBeVisible();
  await expect(changes.list).toBeFocused();
});

test('Enter on the words that a note had at first takes back what was kept of it while it was typed', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.open('photo 1');
  await changes.button('Add a note').press('Enter');
  await core.hold('changes.set');
  await page.keyboard.type('no');
  await expect.poll(() => core.asked('changes.note')).toBe(1);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect.poll(() => core.asked('changes.note')).toBe(2);
  await core.release();
  await expect(changes.button('Add a note')).toBeFocused();
  await expect(changes.pane).not.toContainText('“no”');
});

test('a long title loses its middle, keeps the end of the name in sight, and is whole under the pointer', async ({
  page,
  show,
  core,
}) => {
  const title = 'Set rarity = legendary on tidewater-atlas-sheet-09-harbour-final-v3.tif';
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await core.entitleFirst(title);
  const shown = changes.row('Set rarity').getByTitle(title);
  await expect(shown).toHaveText(title);
  await expect(shown.locator('.end')).toHaveText('final-v3.tif');
  const room = await shown.evaluate((one) => {
    const [start, end] = [one.querySelector('.start'), one.querySelector('.end')];
    if (start === null || end === null) return null;
    const overPx = end.getBoundingClientRect().right - one.getBoundingClientRect().right;
    return { isStartCut: start.scrollWidth > start.clientWidth, isEndWhole: overPx < 1 };
  });
  expect(room).toEqual({ isStartCut: true, isEndWhole: true });
});

test('a note that is kept, and one that is given up, is shown at once', async ({ page, show, core }) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  const field = page.getByRole('textbox', { name: 'Note' });
  await changes.open('photo 1');
  await changes.button('Add a note').press('Enter');
  await page.keyboard.type('for the printer');
  await core.hold('changes.set');
  await page.keyboard.press('Enter');
  await expect.poll(() => core.asked('changes.note')).toBeGreaterThan(0);
  await expect(field).toHaveValue('for the printer');
  await core.release();
  await changes.button('Edit note').press('Enter');
  const kept = await core.asked('changes.note');
  await page.keyboard.type(' of Ada');
  await expect.poll(() => core.asked('changes.note')).toBeGreaterThan(kept);
  const reads = await core.asked('changes.set');
  await core.waitFor({ kind: 'turn' });
  await expect.poll(() => core.asked('changes.set')).toBeGreaterThan(reads);
  await core.hold('changes.set');
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(changes.pane).toContainText('“for the printer”');
  await core.release();
  await expect(changes.pane).toContainText('“for the printer”');
});

test('a note that is being typed is there again after a look at another change', async ({ page, show }) => {
  const changes = await focusedList(page, show);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('for the print shop');
  await changes.open('photo 2');
  await expect(note).toHaveCount(0);
  await changes.open('photo 1');
  await expect(note).toHaveValue('for the print shop');
  await note.press('Enter');
  await expect(page.getByText('“for the print shop”')).toBeVisible();
  await changes.open('photo 2');
  await changes.open('photo 1');
  await expect(page.getByText('“for the print shop”')).toBeVisible();
  await expect(note).toHaveCount(0);
});

test('a title that begins with a name from right to left is laid out as the sentence it is', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes');
  await core.entitleFirst('שלום.png in עולם.png umbenannt');
  const changes = new ChangesScreen(page);
  const row = changes.row('שלום.png');
  await expect(row.locator('.title bdi').first()).toHaveCSS('direction', 'ltr');
  await expect(row.locator('.name-ends')).toHaveCSS('direction', 'ltr');
  await row.click();
  await expect(changes.pane.locator('#change-set-title bdi')).toHaveCSS('direction', 'ltr');
});

test('both halves of the screen reach its foot, however few changes there are', async ({ page, show, core }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await expect(changes.rows).toHaveCount(3);
  const footOf = async (part: Locator): Promise<number> => {
    const { y, height } = (await part.boundingBox())!;
    return y + height;
  };
  const halves = page.locator('main section[data-pane]');
  for (const rows of [3, 0]) {
    await core.become('changes', rows);
    await expect(changes.rows).toHaveCount(rows);
    const foot = await footOf(page.getByRole('main'));
    for (const half of await halves.all()) expect(await footOf(half), `with ${rows} rows`).toBeCloseTo(foot, 0);
  }
});
