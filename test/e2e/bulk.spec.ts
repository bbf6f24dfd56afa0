import { findings } from './pages/axe-findings.ts';
import { BulkEdit } from './pages/bulk-edit.ts';
import { expect, test } from './pages/preconditions.ts';
import { listedFiles, namedFiles } from './pages/service-files.ts';

const aurora = [1, 2, 3, 4].map((number) => ({ name: `aurora-${number}.png`, keyvalues: { rarity: 'common' } }));

test('files selected by keys get a key after a preview, and it is undone and redone, also after a power cut', async ({
  openOn,
  service,
}) => {
  test.slow(); // two starts of the app, and three looks by axe
  const practice = await service();
  const files = await namedFiles(practice, aurora);
  let app = await openOn(practice);
  let bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });

  await app.files.search.fill('aurora');
  await expect(app.files.found).toContainText('4 files');
  await app.files.grid.focus();
  for (const key of ['Home', 'x', 'ArrowDown', 'Shift+ArrowDown']) await app.page.keyboard.press(key);
  await expect(app.files.found).toContainText('3 of 4 selected');
  await expect(app.files.selected).toHaveCount(3);
  await app.page.keyboard.press('Shift+ArrowUp');
  await expect(app.files.found).toContainText('2 of 4 selected');
  await app.page.keyboard.press('ControlOrMeta+a');
  await expect(app.files.found).toContainText('4 of 4 selected');
  await app.page.keyboard.press('Escape');
  await expect(bulk.bar).toBeHidden();
  await app.page.keyboard.press('ControlOrMeta+a');
  expect(await findings(app.page), 'the list with a selection').toEqual([]);

  await app.page.keyboard.press('e');
  await bulk.setKey('rarity', 'epic');
  await bulk.preview();
  await expect(bulk.counts).toHaveText('4 files change');
  await expect(bulk.planned).toHaveCount(4);
  await expect(bulk.planned.first()).toContainText(/aurora-1\.png.*rarity.*common.*→.*epic/s);
  expect(await findings(app.page), 'the preview').toEqual([]);
  await app.page.keyboard.press('Escape');
  await expect(bulk.button('Preview')).toBeVisible();
  await expect(app.status).not.toContainText('waiting');
  await bulk.preview();
  await bulk.button('Queue 4 changes').click();

  await expect(bulk.dialog).toBeHidden();
  await expect(bulk.undoBar).toContainText('Set rarity = epic on 4 files');
  await expect(app.files.stateOf('aurora-1.png')).toContainText('waiting');
  await expect(app.files.grid).toBeFocused();
  await app.page.keyboard.press('ControlOrMeta+z');
  await app.files.isOnServer('aurora-1.png');
  await expect(bulk.undoBar).toContainText('Taken back: Set rarity = epic on 4 files');
  await app.page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(app.files.stateOf('aurora-4.png')).toContainText('waiting');
  expect(await findings(app.page), 'the undo bar').toEqual([]);

  await app.running.kill();
  app = await openOn(practice);
  bulk = new BulkEdit(app.page);
  await app.files.search.fill('aurora');
  await expect(app.files.stateOf('aurora-4.png')).toContainText('waiting');
  await bulk.undoBar.getByRole('button', { name: 'Undo' }).click();
  await app.files.isOnServer('aurora-4.png');
  await bulk.undoBar.getByRole('button', { name: 'Redo' }).click();
  await expect(app.files.stateOf('aurora-4.png')).toContainText('waiting');

  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect.poll(() => keyvaluesOf(practice, files)).toEqual(Array(4).fill({ rarity: 'epic' }));
});

test('a table goes out guarded, is edited, and comes back with its bad lines listed and its changes sent', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const wanted = ['=sheet()-1.png', 'sheet-2.png', 'sheet-3.png'];
  const files = await namedFiles(
    practice,
    wanted.map((name) => ({ name, keyvalues: { note: '+1' } })),
  );
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('sheet');
  await expect(app.files.found).toContainText('3 files');

  const table = await bulk.exportCsv(app);
  await expect(bulk.dialog).toBeHidden();
  expect(table).toContain(",'=sheet()-1.png,'+1");
  const edited = `${table.replace('sheet-2.png', 'sheet-two.png')}public,what is this,,x,\r\n`;

  await bulk.importTable('edited.csv', edited);
  await expect(bulk.counts).toContainText('1 file changes');
  await expect(bulk.planned).toHaveCount(1);
  await expect(bulk.planned).toContainText(/sheet-2\.png.*→.*sheet-two\.png/s);
  await expect(bulk.problems).toHaveText(/Line 5\s*This line names no file:/);
  expect(await findings(app.page), 'the imported table').toEqual([]);
  await bulk.button('Queue 1 change').click();

  await expect(bulk.undoBar).toContainText('Imported names from a table for 1 file');
  await expect.poll(() => namesOf(practice, files)).toEqual(['=sheet()-1.png', 'sheet-two.png', 'sheet-3.png']);

  practice.control.editFile({ id: files[2]!.id, keyvalues: { note: 'theirs' } });
  await app.checkNow();
  await app.files.search.fill('theirs');
  await expect(app.files.found).toContainText('1 file');
  await app.files.search.fill('sheet');
  await bulk.importTable('edited.csv', edited.replace("'=sheet()-1.png", 'sheet-one.png'));
  await expect(bulk.counts).toContainText('1 file changes · 1 left out');
  await expect(bulk.planned.nth(1)).toContainText('Left out: earlier values, which somebody else has changed since');
  expect(await findings(app.page), 'a table with outdated cells').toEqual([]);
  await bulk.putEarlierBack.check();
  await expect(bulk.planned.nth(1)).toContainText(/note.*theirs.*→.*\+1/s);
  await bulk.putEarlierBack.uncheck();
  await expect(bulk.planned.nth(1)).toContainText('Left out');
  await expect(bulk.putEarlierBack).toBeFocused();
  await bulk.button('Queue 1 change').click();
  await expect.poll(() => namesOf(practice, files)).toEqual(['sheet-one.png', 'sheet-two.png', 'sheet-3.png']);
  expect(await keyvaluesOf(practice, files)).toEqual([{ note: '+1' }, { note: '+1' }, { note: 'theirs' }]);
});

type Known = readonly { readonly id: string }[];
type Practice = Parameters<typeof listedFiles>[0];

async function filesOf(practice: Practice, files: Known) {
  const listed = await listedFiles(practice, 'public');
  return files.map(({ id }) => listed.find((file) => file.id === id));
}

const keyvaluesOf = async (practice: Practice, files: Known) =>
  (await filesOf(practice, files)).map((file) => file?.keyvalues);
const namesOf = async (practice: Practice, files: Known) => (await filesOf(practice, files)).map((file) => file?.name);
