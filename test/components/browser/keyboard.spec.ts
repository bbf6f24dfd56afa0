import type { Locator, Page } from 'playwright/test';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

const keysOf = (page: Page, action: string): Locator =>
  page.getByRole('button', { name: `Change the keys: ${action}` });
const RENAME = 'rename, or rename what is selected';
const EDIT = 'edit metadata, or that of what is selected';

test('keys are given, refused, swapped and reset by the keyboard alone', async ({ page, show }) => {
  await show('app', 'settings/keyboard');
  const rename = keysOf(page, RENAME);
  const edit = keysOf(page, EDIT);
  const said = page.getByRole('status').filter({ visible: true });
  await expect(rename).toContainText('F2');

  await test.step('the keys that are pressed next are the new ones', async () => {
    await rename.press('Enter');
    await expect(said.filter({ hasText: 'Press the new keys' })).toHaveCount(1);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Control+j');
    await expect(rename).toHaveText(/Ctrl.*J/);
    await expect(rename).toBeFocused();
    await expect(said.filter({ hasText: `Ctrl J: ${RENAME}` })).toHaveCount(1);
  });

  await test.step('Esc and Tab leave them', async () => {
    await rename.press('Enter');
    await page.keyboard.press('Escape');
    await expect(rename).toHaveText(/Ctrl.*J/);
    await expect(rename).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(rename).toHaveText(/Ctrl.*J/);
    await expect(page.getByRole('button', { name: `Reset the keys: ${RENAME}` })).toBeFocused();
  });

  await test.step('keys of the browser are refused, and the next press is another try', async () => {
    await rename.press('Enter');
    await page.keyboard.press('Alt+f');
    await expect(page.getByRole('alert')).toHaveText('Alt F belongs to the browser or the system.');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('alert')).toHaveText('↓ moves the focus or leaves, and stays as it is.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  await test.step('keys of another action are swapped when asked', async () => {
    await rename.press('Enter');
    await page.keyboard.press('e');
    await expect(page.getByRole('alert')).toHaveText(`E is taken: ${EDIT}.`);
    await expect(page.getByRole('button', { name: 'Swap the two' })).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(rename).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Swap the two' }).press('Enter');
    await expect(rename).toHaveText(/E/);
    await expect(edit).toHaveText(/Ctrl.*J/);
    await expect(rename).toBeFocused();
  });

  await test.step('one is reset, then all', async () => {
    await page.getByRole('button', { name: `Reset the keys: ${EDIT}` }).press('Enter');
    await expect(edit).toHaveText(/E/);
    await expect(rename).toHaveText(/F2/);
    await expect(edit).toBeFocused();
    await edit.press('Enter');
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: 'Reset all keys' }).press('Enter');
    await expect(edit).toHaveText(/E/);
    await expect(page.locator(':focus')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Reset all keys' })).toHaveCount(0);
  });
});

test('a key of two presses is given by pressing both, and neither moves the list', async ({ page, show }) => {
  await show('app', 'settings/keyboard');
  const keys = keysOf(page, 'go to API keys');
  await keys.press('Enter');
  await page.keyboard.press('g');
  await expect(keys).toContainText('G, then…');
  await page.keyboard.press('j');
  await expect(keys).toHaveText(/G.*J/);
  await page.goto(page.url().replace('settings/keyboard', 'changes'));
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  const first = await grid.getByRole('row', { selected: true }).textContent();
  for (const key of ['g', 'k']) await page.keyboard.press(key);
  await expect(grid.getByRole('row', { selected: true })).toHaveText(first ?? '');
  for (const key of ['g', 'j']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
});

test('what assistive technology is told of keys follows the switch of single letters', async ({ page, show }) => {
  await show('app');
  const add = page.getByRole('button', { name: 'Add filter' });
  await expect(add).toHaveAttribute('aria-keyshortcuts', 'F');
  await page.getByRole('grid').getByRole('row').nth(1).click();
  const edit = page.getByRole('complementary').getByRole('button', { name: 'Metadata' });
  await expect(edit).toHaveAttribute('aria-keyshortcuts', 'E');
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('>single-letter');
  await page.keyboard.press('Enter');
  await expect(edit).not.toHaveAttribute('aria-keyshortcuts');
  await expect(add).not.toHaveAttribute('aria-keyshortcuts');
  await expect(page.getByRole('searchbox', { name: 'Search files' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Control+F Meta+F',
  );
});

test('Ctrl and an arrow move the focus and leave the chosen file, and keys mark the row with the focus', async ({
  page,
  show,
}) => {
  await show('app');
  const grid = page.getByRole('grid');
  const rows = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await rows.nth(0).click();
  await expect(page).toHaveURL(/files\/public\/./);
  const chosen = page.url();
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Control+ArrowDown');
  await expect(grid).toHaveAttribute('aria-activedescendant', 'row-2');
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  expect(page.url()).toBe(chosen);
  await expect(rows.nth(2)).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Control+Space');
  await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Space');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(chosen);
  await expect(page.getByRole('complementary')).toBeFocused();
});

test('with letter keys off, letters typed over a list lead to the name that begins with them', async ({
  page,
  show,
}) => {
  await show('app', 'settings/keyboard');
  await page.getByRole('checkbox', { name: 'Single letters act as keys' }).uncheck();
  await page.goto(page.url().replace('settings/keyboard', 'changes'));
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.type('rename photo 3');
  await expect(grid.getByRole('row', { selected: true })).toContainText('photo 3');
  await expect(grid.getByRole('checkbox', { name: /photo 3/ }), 'the space ticked nothing').toBeChecked();
  await expect(grid).toBeFocused();
});

test('keys that are reset after the person has left disturb nobody', async ({ core, page, show }) => {
  await show('app', 'settings/keyboard');
  await keysOf(page, RENAME).press('Enter');
  await page.keyboard.press('Control+j');
  await expect(keysOf(page, RENAME)).toHaveText(/Ctrl.*J/);
  await core.hold('app.setPreferences');
  await page.getByRole('button', { name: `Reset the keys: ${RENAME}` }).press('Enter');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  await screens.getByRole('link', { name: /^Library/ }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await core.release();
  await screens.getByRole('link', { name: /^Files/ }).click();
  await expect(page.getByRole('grid', { name: 'Files' })).toBeVisible();
});

for (const { screen, field } of [
  { screen: 'keys', field: 'Name' },
  { screen: 'changes', field: 'Search changes' },
] as const)
  test(`the key of search goes to the search of the screen, and Enter to its list (${screen})`, async ({
    page,
    show,
    core,
  }) => {
    await show('app', screen);
    await core.become(screen, 3);
    const search = page.getByRole('main').getByRole('searchbox', { name: field });
    const list = page.getByRole('main').getByRole('grid');
    await list.focus();
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await expect(search).toHaveAttribute('aria-keyshortcuts', '/ Control+F Meta+F');
    await expect(page.getByRole('searchbox', { name: 'Search files' })).not.toHaveAttribute('aria-keyshortcuts');
    await page.keyboard.type('a');
    await expect(page).toHaveURL(new RegExp(`/${screen}(\\?|$)`));
    await core.become(screen, 0);
    await expect(list).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(search, 'nothing was found to go to').toBeFocused();
    await core.become(screen, 3);
    await expect(list).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(list).toBeFocused();
    for (const key of ['/', 'Escape', 'Escape']) await page.keyboard.press(key);
    await expect(search).toHaveValue('');
    await expect(list).toBeFocused();
  });
