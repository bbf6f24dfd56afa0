import { findings } from '../../e2e/pages/axe-findings.ts';
import { ConnectionMenu } from '../../e2e/pages/connection-menu.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('the menu of connections is walked by keys and gives the focus back', async ({ page, show }) => {
  await show('app');
  const { current } = new ConnectionMenu(page);
  const focused = page.locator(':focus');
  await current.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Studio/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(focused).toContainText('Archive');
  await page.keyboard.press('End');
  await expect(focused).toContainText('Add a connection');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(current).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /^Studio/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(current).toContainText('Archive');
});

test('the keys of a screen are shown by a question mark, and nothing below the dialog hears a key', async ({
  page,
  show,
}) => {
  await show('app');
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keys on this screen' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(grid).toBeFocused();
  await expect(grid.getByRole('row', { selected: true })).toHaveCount(0);
});

test('what the narrow navigation has no room for is in its menu, by keys and at high zoom', async ({ page, show }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await show('app');
  const button = page.getByRole('button', { name: 'All places' });
  await button.press('Enter');
  const menu = page.getByRole('menu');
  for (const name of ['Same content', 'Scope audit', /^Used up/, /^Needs you/, 'Settings'])
    await expect(menu.getByRole('menuitem', { name })).toHaveCount(1);
  expect(await findings(page)).toEqual([]);
  await menu.getByRole('menuitem', { name: 'Scope audit' }).press('Enter');
  await expect(page).toHaveURL(/audit/);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(button).toBeHidden();
});

test('a button of the rail opens the places of its screen, by keys, and gives the focus back', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await show('app');
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const keys = nav.getByRole('button', { name: 'API keys' });
  await keys.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'API keys' })).toBeFocused();
  await expect(menu.getByRole('menuitem', { name: 'Same content' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toBeFocused();
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitem', { name: 'Scope audit' }).press('Enter');
  await expect(page).toHaveURL(/audit/);
  await nav.getByRole('button', { name: 'Files', exact: true }).press('Enter');
  await expect(menu.getByRole('menuitem', { name: 'Same content' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(nav.getByRole('link', { name: 'Library' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(nav.getByRole('link', { name: /^API keys/ })).toBeVisible();
  await expect(keys).toBeHidden();
});

test('the list of screens has the parts of the open screen alone, so that the groups stay in sight', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show('app', 'files');
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const part = (name: string) => nav.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(part('Same content')).toBeVisible();
  await expect(part('Scope audit')).toHaveCount(0);
  await part('API keys').click();
  await expect(part('Same content')).toHaveCount(0);
  await part('Scope audit').click();
  await expect(part('Scope audit')).toHaveAttribute('aria-current', 'page');
  await part('Changes').click();
  await expect(part('Discarded')).toBeVisible();
  await expect(part('Scope audit')).toHaveCount(0);
});

test('in a window as narrow as a phone the list has the whole width, and a button in the header leads to every screen', async ({
  page,
  show,
}) => {
  await page.setViewportSize({ width: 400, height: 800 });
  await show('app');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  const list = (await page.getByRole('main').boundingBox())!;
  expect([list.x, list.width]).toEqual([0, 400]);
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const [button, header] = await Promise.all([nav.boundingBox(), page.getByRole('banner').boundingBox()]);
  expect(button!.y).toBe(header!.y);
  expect(button!.height).toBe(header!.height);
  await expect(nav.getByRole('link')).toHaveCount(0);
  await nav.getByRole('button', { name: 'All places' }).press('Enter');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Activity' }).press('Enter');
  await expect(page).toHaveURL(/activity/);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findings(page)).toEqual([]);
});

test('Settings stand at the foot of the navigation however many places are above, and hide none that has the focus', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const settings = nav.getByRole('link', { name: 'Settings' });
  const fromFoot = async (): Promise<number> => {
    const [whole, box] = [await nav.boundingBox(), await settings.boundingBox()];
    return whole!.y + whole!.height - box!.y;
  };
  const inTallWindow = await fromFoot();
  await core.group(40);
  const groups = nav.getByRole('link', { name: /^0{8}-/ });
  await expect(groups).toHaveCount(40);
  await expect(settings).toBeInViewport({ ratio: 1 });
  await expect.poll(fromFoot).toBe(inTallWindow);
  const [whole, lastList] = [await nav.boundingBox(), await nav.locator('ul').last().boundingBox()];
  expect(lastList!.y + lastList!.height).toBe(whole!.y + whole!.height);
  const group = groups.nth(30);
  await group.focus();
  await expect(group).toBeInViewport({ ratio: 1 });
  const [last, foot] = [await group.boundingBox(), await settings.boundingBox()];
  expect(last!.y + last!.height).toBeLessThanOrEqual(foot!.y);
  expect(await findings(page)).toEqual([]);
});

test('two groups that a person has given the same name are two places of the navigation', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  await core.group(2, 'Archive');
  const places = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Archive/ });
  await expect(places).toHaveCount(2);
  await page.setViewportSize({ width: 900, height: 720 });
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /^Archive/ })).toHaveCount(2);
});

test('an action that cannot be done is reached by the arrow keys, says why, and keeps the menu open', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.search.fill('nothing has this name');
  await expect(files.row('photo 1.png')).toBeHidden();
  await page.getByRole('button', { name: 'More for this list' }).press('Enter');
  const focused = page.locator(':focus');
  await expect(focused).toHaveText(/Import/);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveText(/Export.*no file is listed/);
  await expect(focused).toHaveAttribute('aria-disabled', 'true');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(focused).toHaveText(/Export/);
  await expect(page.getByRole('dialog')).toBeHidden();
});
