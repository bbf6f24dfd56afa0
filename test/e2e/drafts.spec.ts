import { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { collectComplaints, connectionTo, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const draftsOf = (app: App) => app.files.list.getByRole('button', { name: /unsaved drafts?$/ });
const markOf = (app: App, name: string) => app.files.row(name).getByRole('img', { name: 'unsaved draft' });
const field = (app: App, key: string) => app.inspector.pane.getByRole('combobox', { name: key, exact: true });

/** Another page of the same browser. */
async function anotherPage(app: App, complaints: string[]): Promise<App> {
  const page = await app.page.context().newPage();
  await page.goto(app.running.address!);
  await collectComplaints(page, complaints);
  return new App(app.running, page);
}

test('what was typed is back after a reload', { tag: '@shell' }, async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [
    { name: 'one.png', keyvalues: { rarity: 'rare', season: '1' } },
    { name: 'two.png', keyvalues: { rarity: 'rare' } },
  ]);
  const app = await openOn(practice);
  await app.files.choose('one.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'half typ');
  await app.inspector.remove('season');
  await app.inspector.add('New', 'val');

  await test.step('another file is opened without a question, and nothing is lost', async () => {
    await app.files.choose('two.png');
    await app.inspector.startRename();
    await app.inspector.newName.fill('half a name.png');
    await app.page.keyboard.press('Escape');
    await expect(app.inspector.pane).toContainText('New name: half a name.png');
    await app.files.choose('one.png');
    await expect(field(app, 'rarity')).toHaveValue('half typ');
  });

  // At once: what was typed last is not written yet.
  await app.inspector.change('rarity', 'half typed');
  await app.page.reload();
  await expect(draftsOf(app)).toHaveText('2 unsaved drafts');
  await app.files.search.fill('.png');
  for (const name of ['one.png', 'two.png']) await expect(markOf(app, name)).toBeVisible();
  await app.files.choose('one.png');
  await expect(app.inspector.pane).toContainText('Not saved yet, typed just now');
  await expect(field(app, 'rarity')).toHaveValue('half typed');
  await expect(field(app, 'New key')).toHaveValue('New');
  await expect(app.inspector.pane.getByRole('button', { name: 'Put season back' })).toBeVisible();
  expect(await findings(app.page), 'a draft in the row and in the inspector').toEqual([]);
  await app.inspector.saveMetadata();
  await expect(markOf(app, 'one.png')).toHaveCount(0);

  await test.step('a name goes on where it was left', async () => {
    await app.files.choose('two.png');
    await app.inspector.pane.getByRole('button', { name: 'Go on' }).click();
    await expect(app.inspector.newName).toHaveValue('half a name.png');
    await app.inspector.save.click();
    await expect(app.inspector.title).toHaveText('half a name.png');
    await expect(draftsOf(app)).toHaveCount(0);
  });
});

test(
  'what was typed is back after the host was killed',
  { tag: '@web-host' },
  async ({ open, service, complaints }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare' } }]);
    const connection = connectionTo(practice, practice.tokens.admin);
    const app = await open(connection);
    await app.files.choose('one.png');
    const witness = await anotherPage(app, complaints);
    await witness.files.search.fill('one.png');
    await app.inspector.editMetadata.click();
    await app.inspector.change('rarity', 'before the crash');
    // The other page knows it from the core: it is in the profile.
    await expect(markOf(witness, 'one.png')).toBeVisible();
    await witness.page.close();
    await app.running.kill();

    const again = await open(connection);
    await again.files.choose('one.png');
    await expect(field(again, 'rarity')).toHaveValue('before the crash');
    await again.inspector.pane.getByRole('button', { name: 'Discard' }).click();
    await expect(again.inspector.editMetadata).toBeVisible();
    await expect(markOf(again, 'one.png')).toHaveCount(0);
  },
);

test(
  'what was typed last is kept when the window is closed at once',
  { tag: '@web-host' },
  async ({ openOn, service, complaints }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare' } }]);
    const app = await openOn(practice);
    const other = await anotherPage(app, complaints);
    await other.files.choose('one.png');
    await other.inspector.editMetadata.click();
    await other.inspector.change('rarity', 'the last wor');
    await other.page.close({ runBeforeUnload: true });

    await expect(draftsOf(app)).toHaveText('1 unsaved draft');
    await draftsOf(app).click();
    const dialog = app.page.getByRole('dialog', { name: 'Unsaved drafts' });
    await expect(dialog).toContainText('rarity=the last wor');
    expect(await findings(app.page), 'the list of drafts').toEqual([]);
    await dialog.getByRole('link', { name: 'one.png' }).click();
    await expect(field(app, 'rarity')).toHaveValue('the last wor');
  },
);

test('a draft says what it was typed over when the file changed meanwhile, and overwrites nothing unasked', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare' } }]);
  const app = await openOn(practice);
  await app.files.choose('one.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  practice.control.editFile({ id: file!.id, keyvalues: { rarity: 'mythic' } });
  await app.checkNow();
  await expect(app.inspector.pane).toContainText('You typed over “rare”. Now it is “mythic”.');
  await app.page.reload();
  await app.files.choose('one.png');
  await expect(field(app, 'rarity')).toHaveValue('epic');
  await expect(app.inspector.pane).toContainText('You typed over “rare”. Now it is “mythic”.');
  await app.inspector.saveMetadata();
  await expect(app.inspector.pane).toContainText('was changed in both places');
  expect(practice.control.file(file!.id)).toMatchObject({ keyvalues: { rarity: 'mythic' } });
});

test('the note of a change that was being typed is there after a reload', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'one.png' }]);
  const app = await openOn(practice);
  await expect(app.files.row('one.png')).toBeVisible();
  practice.control.changeSettings({ offline: true });
  await app.files.choose('one.png');
  await app.inspector.startRename();
  await app.inspector.newName.fill('two.png');
  await app.inspector.save.click();
  await expect(app.page.getByRole('button', { name: 'Review changes to 1 file' })).toBeVisible();
  await app.go('Changes');
  await app.changes.open('Rename one.png');
  await app.changes.button('Add a note').press('Enter');
  await app.page.getByRole('textbox', { name: 'Note' }).fill('wait for the printer');
  // At once: what was typed last is not written yet.
  await app.page.reload();
  await app.changes.open('Rename one.png');
  await expect(app.changes.pane).toContainText('“wait for the printer”');
  await expect(app.changes.button('Edit note')).toBeVisible();
});
