import type { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { BulkEdit } from './pages/bulk-edit.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const starOf = (app: App, name: string) => app.files.row(name).getByRole('img', { name: 'starred' });
const starred = (app: App) => app.nav.getByRole('link', { name: /^Starred/ });

async function rebuildCopy(app: App): Promise<void> {
  await app.go('Settings');
  await app.settings.show('Offline copy');
  await app.page.getByRole('button', { name: /^Rebuild copy/ }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Rebuild the copy' }).click();
  await app.go('Activity');
  await expect(app.activity.entry('First copy complete')).toBeVisible();
}

test('stars are on this computer alone, and stay after a restart and a new copy', async ({ open, service }) => {
  const practice = await service();
  await namedFiles(
    practice,
    ['one.png', 'two.png', 'three.png'].map((name) => ({ name })),
  );
  const connection = connectionTo(practice, practice.tokens.admin);
  const app = await open(connection);
  await expect(app.status).toContainText('Up to date');
  const { files, inspector, page } = app;

  await test.step('S stars the chosen file, and again takes the star away', async () => {
    await files.choose('one.png');
    await files.grid.focus();
    await page.keyboard.press('s');
    await expect(starOf(app, 'one.png')).toBeVisible();
    await expect(files.row('one.png').getByRole('gridcell', { name: 'one.png, starred' })).toBeVisible();
    const button = inspector.pane.getByRole('button', { name: 'Star', exact: true });
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(starOf(app, 'one.png')).toHaveCount(0);
  });

  await test.step('the menu of a selection stars all of it, in one step', async () => {
    await files.search.fill('e.png');
    await expect(files.row('two.png')).toHaveCount(0);
    await files.grid.focus();
    await page.keyboard.press('Control+a');
    await files.list.getByRole('button', { name: 'More…' }).click();
    await page.getByRole('menuitem', { name: /^Star/ }).click();
    for (const name of ['one.png', 'three.png']) await expect(starOf(app, name)).toBeVisible();
    await expect(files.list.getByRole('status').filter({ hasText: '2 files have a star now.' })).toHaveCount(1);
  });

  await test.step('the navigation lists them, and so does a filter', async () => {
    await files.search.fill('');
    await expect(starred(app)).toHaveAccessibleName(/2/);
    await starred(app).click();
    await expect(files.found).toContainText('2 files');
    await expect(page).toHaveTitle(/^Files with a star/);
    await expect(files.chips).toHaveText([/Your own marks.*starred/]);
    await app.go(/^Files/);
    await files.addFilter('Your own marks', 'starred');
    await expect(files.rows).toHaveCount(2);
    expect(await findings(page), 'a list of starred files').toEqual([]);
  });

  await test.step('the service was asked to change nothing', () => {
    expect(practice.control.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  await app.running.quit();
  const again = await open(connection);
  await expect(starred(again)).toHaveAccessibleName(/2/);
  await rebuildCopy(again);
  await again.go(/^Starred/);
  for (const name of ['one.png', 'three.png']) await expect(starOf(again, name)).toBeVisible();
  await expect(again.files.rows).toHaveCount(2);

  await again.go('Settings');
  await again.settings.show('Connections');
  await again.page.getByRole('button', { name: 'Sign out…' }).click();
  const question = again.page.getByRole('dialog');
  await expect(question).not.toContainText('Deleted for good');
  await question.getByRole('checkbox', { name: /^Also delete the copy/ }).check();
  await expect(question).toContainText('Deleted for good, because no service has them: 2 stars.');
});

test('a note is on this computer alone until it is added to the metadata, and stays after a kill and a new copy', async ({
  open,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare' } }]);
  const connection = connectionTo(practice, practice.tokens.admin);
  const app = await open(connection);
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('one.png');
  const noteOf = (of: App) => of.inspector.pane.getByRole('textbox', { name: 'Your note' });
  const markOf = (of: App) => of.files.row('one.png').getByRole('img', { name: 'with a note' });
  const region = app.inspector.pane.getByRole('region', { name: 'Your note' });

  await test.step('written in place, and kept without a button', async () => {
    await expect(region).toContainText('Only on this computer');
    await region.getByRole('button', { name: 'Write a note' }).click();
    await expect(noteOf(app)).toBeFocused();
    await app.page.keyboard.type('ask Quagmire');
    await app.page.keyboard.press('Enter');
    await app.page.keyboard.type('before spring');
    await expect(markOf(app)).toBeVisible();
    expect(await findings(app.page), 'a note that is written').toEqual([]);
  });

  await app.running.kill();
  const again = await open(connection);
  await rebuildCopy(again);
  await again.go(/^Files/);
  await again.files.choose('one.png');
  await expect(noteOf(again)).toHaveValue('ask Quagmire\nbefore spring');
  await expect(markOf(again)).toBeVisible();
  const changing = () => practice.control.requests().filter(({ method }) => method !== 'GET');
  expect(changing()).toEqual([]);
  expect(JSON.stringify(practice.control.requests())).not.toContain('Quagmire');

  await test.step('the way to the metadata ends with the focus where it began', async () => {
    const promote = again.inspector.pane.getByRole('button', { name: 'Add to metadata…' });
    await promote.click();
    const key = again.inspector.pane.getByRole('textbox', { name: 'Metadata key' });
    await expect(key).toHaveValue('note');
    await expect(key).toBeFocused();
    expect(await findings(again.page), 'a note on its way to the metadata').toEqual([]);
    await again.page.keyboard.press('Escape');
    await expect(promote).toBeFocused();
    await again.page.keyboard.press('Enter');
    await expect(key).toBeFocused();
    await again.page.keyboard.insertText('remark');
    await again.page.keyboard.press('Enter');
    await expect(promote).toBeFocused();
  });
  const keyvalues = { rarity: 'rare', remark: 'ask Quagmire before spring' };
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ keyvalues });
  expect(changing()).toHaveLength(1);

  await test.step('an emptied note is gone, with its mark', async () => {
    await noteOf(again).fill('');
    await again.page.keyboard.press('Escape');
    await expect(markOf(again)).toHaveCount(0);
    await expect(again.inspector.pane.getByRole('button', { name: 'Write a note' })).toBeVisible();
  });
});

test('a group gets a name on this computer, which stands wherever the group does and in no request', async ({
  open,
  service,
}) => {
  const practice = await service();
  const connection = connectionTo(practice, practice.tokens.admin);
  const app = await open(connection);
  await expect(app.status).toContainText('Up to date');
  const group = app.nav.getByRole('link', { name: /^[0-9a-f-]{36}/ }).first();
  const id = ((await group.textContent()) ?? '').trim().slice(0, 36);
  await group.click();
  await app.page.getByRole('button', { name: 'Name this group' }).click();
  const name = app.page.getByRole('textbox', { name: 'Name of the group' });
  await expect(name).toBeFocused();
  await name.fill('Night Orchard');
  expect(await findings(app.page)).toEqual([]);
  await name.press('Enter');
  await expect(app.page.getByRole('button', { name: 'Rename this group' })).toBeFocused();
  await expect(app.page.getByRole('heading', { name: 'Night Orchard' })).toBeVisible();
  await expect(app.nav.getByRole('link', { name: /^Night Orchard/ })).toHaveAttribute('aria-current', 'page');
  await expect(app.page.getByRole('button', { name: 'Remove filter Group: Night Orchard' })).toBeVisible();
  await app.go(/^Files/);
  // The rows of the group stay until those of all files are here.
  await expect(app.files.found).toContainText('40 files');
  await app.files.rows.filter({ hasText: 'Night Orchard' }).first().click({ button: 'right' });
  await expect(app.page.getByRole('menuitem', { name: 'Only the group “Night Orchard”' })).toBeVisible();
  await app.page.keyboard.press('Escape');

  await app.running.kill();
  const again = await open(connection);
  await again.go(/^Night Orchard/);
  await expect(again.page).toHaveURL(new RegExp(`group=${id}`));
  await again.page.getByRole('button', { name: 'More for this list' }).click();
  await again.page.getByRole('menuitem', { name: 'Rename this group' }).click();
  await again.page.getByRole('textbox', { name: 'Name of the group' }).fill('');
  await again.page.keyboard.press('Enter');
  await expect(again.page.getByRole('heading', { name: id })).toBeVisible();
  expect(practice.control.requests().map((request) => JSON.stringify(request))).not.toContainEqual(
    expect.stringContaining('Orchard'),
  );
});

test('the name of a group becomes metadata of its files when the person says so, as one edit that can be undone', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.nav
    .getByRole('link', { name: /^[0-9a-f-]{36}/ })
    .first()
    .click();
  await app.page.getByRole('button', { name: 'More for this list' }).click();
  await expect(app.page.getByRole('menuitem', { name: /group’s name/ })).toHaveCount(0);
  await app.page.keyboard.press('Escape');
  await app.page.getByRole('button', { name: 'Name this group' }).click();
  const name = app.page.getByRole('textbox', { name: 'Name of the group' });
  await name.fill('Night Orchard');
  await name.press('Enter');
  await expect(app.page.getByRole('heading', { name: 'Night Orchard' })).toBeVisible();
  await app.files.fromMenu('Add the group’s name to metadata…');
  await expect(bulk.dialog.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue('group');
  expect(await findings(app.page)).toEqual([]);
  await bulk.setKey('collection', 'Night Orchard');
  await bulk.preview();
  await bulk.button(/^Queue \d+ change/).click();
  await expect(bulk.undoBar).toContainText('Set collection = Night Orchard on');
  await bulk.undoBar.getByRole('button', { name: 'Undo' }).click();
  await expect(bulk.undoBar).toContainText('Taken back: Set collection = Night Orchard on');
});
