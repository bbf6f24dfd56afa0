import { BulkEdit } from './pages/bulk-edit.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('an undo of what was sent asks where somebody else has written since, and both choices do what they say', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const names = ['undone-1.png', 'undone-2.png', 'undone-3.png'];
  const given = names.map((name) => ({ name, keyvalues: { rarity: 'common' } }));
  const files = await namedFiles(practice, given);
  const held = () => files.map(({ id }) => practice.control.file(id));
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');

  await test.step('a bulk edit is sent, and somebody else changes two of its files', async () => {
    await app.files.search.fill('undone');
    await expect(app.files.found).toContainText('3 files');
    await app.files.grid.focus();
    await app.page.keyboard.press('ControlOrMeta+a');
    await app.page.keyboard.press('e');
    await bulk.setKey('rarity', 'epic');
    await bulk.preview();
    await bulk.button('Queue 3 changes').click();
    await expect.poll(held).toMatchObject(rarities('epic', 'epic', 'epic'));
    for (const { id } of files.slice(1)) practice.control.editFile({ id, keyvalues: { rarity: 'mythic' } });
    await app.checkNow();
    await app.files.choose('undone-3.png');
    await expect(app.inspector.pane).toContainText('mythic');
  });

  await test.step('the undo changes back what nobody touched, and asks about the rest', async () => {
    await app.files.grid.focus();
    await app.page.keyboard.press('ControlOrMeta+z');
    await expect(bulk.undoBar).toContainText('Taken back: Set rarity = epic on 3 files');
    await expect(app.status).toContainText('2 need you');
    await expect(app.inspector.pane).toContainText('You: rarity “common”. Server: “mythic”');
    await expect.poll(held).toMatchObject(rarities('common', 'mythic', 'mythic'));
  });

  await app.go(/^Needs you/);
  await app.changes.open('Undo: Set rarity = epic on 3 files');

  await test.step('the own choice puts the value from before back', async () => {
    await expect(app.changes.pane).toContainText('undone-2.png was changed in both places');
    await expect(app.changes.field('rarity')).toContainText(/epic.*common.*mythic/s);
    await app.changes.decide('rarity', 'Yours');
    await app.changes.use.click();
    await expect.poll(held).toMatchObject(rarities('common', 'common', 'mythic'));
  });

  await test.step('the other choice leaves what somebody else wrote', async () => {
    await expect(app.changes.pane).toContainText('undone-3.png was changed in both places');
    await app.changes.decide('rarity', 'Server');
    await app.changes.use.click();
    await expect(app.changes.list).toHaveText(/^\s*Sent last/);
    await app.checkNow();
    await expect(app.status).toContainText('Up to date');
    expect(held()).toMatchObject(rarities('common', 'common', 'mythic'));
  });
});

test('an undo asks also about a value that the copy has not heard of', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'undone.png' }]);
  const { id } = file!;
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('undone.png');
  await app.inspector.rename('mine.png');
  await app.files.search.fill('mine');
  await expect.poll(() => practice.control.file(id)).toMatchObject({ name: 'mine.png' });
  await app.files.isOnServer('mine.png');

  practice.control.editFile({ id, name: 'theirs.png' });
  await app.files.grid.focus();
  await app.page.keyboard.press('ControlOrMeta+z');
  await expect(app.status).toContainText('1 needs you');
  expect(practice.control.file(id)).toMatchObject({ name: 'theirs.png' });
  await app.go(/^Needs you/);
  await app.changes.open('Undo: Rename undone.png');
  await expect(app.changes.field('Name')).toContainText(/mine\.png.*undone\.png.*theirs\.png/s);
  await app.changes.decide('Name', 'Yours');
  await app.changes.use.click();
  await expect.poll(() => practice.control.file(id)).toMatchObject({ name: 'undone.png' });
});

const rarities = (...all: readonly string[]) => all.map((rarity) => ({ keyvalues: { rarity } }));
