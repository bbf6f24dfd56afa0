import type { Locator } from 'playwright/test';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a conflict is decided field by field: mine, the server’s, by hand', async ({ openOn, service }) => {
  const practice = await service();
  const before = { rarity: 'rare', colour: 'red', artist: 'Ines' };
  const [file] = await namedFiles(practice, [{ name: 'aurora.png', keyvalues: before }]);
  const { id } = file!;
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-mine.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  await app.inspector.change('colour', 'blue');
  await app.inspector.change('artist', 'Ines and Bo');
  await app.inspector.saveMetadata();
  await app.files.search.fill('');
  await expect(app.files.stateOf('aurora-mine.png')).toContainText('waiting');

  practice.control.editFile({ id, name: 'aurora-theirs.png', keyvalues: { rarity: 'mythic', colour: 'green' } });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('1 needs you');
  await expect(app.files.stateOf('aurora-mine.png')).toContainText('needs you');
  await expect(app.inspector.pane).toContainText('You: rarity “epic”. Server: “mythic”');
  expect(practice.control.file(id)).toMatchObject({ name: 'aurora-theirs.png' });

  await app.inspector.pane.getByRole('link', { name: 'Decide in Changes' }).click();
  for (const title of ['Rename', 'and 2 more']) {
    await app.changes.open(title);
    await expect(app.changes.pane).toContainText('was changed in both places');
  }
  await app.changes.open('Rename');
  await app.changes.decide('Name', 'Yours');
  await app.changes.use.click();
  await expect.poll(() => practice.control.file(id)).toMatchObject({ name: 'aurora-mine.png' });

  await app.changes.open('and 2 more');
  await expect(app.changes.use).toBeDisabled();
  await app.changes.decide('rarity', 'Server');
  await app.changes.decide('colour', 'By hand');
  await app.changes.byHand.fill('');
  await app.changes.byHand.pressSequentially('teal');
  // Not with each letter: what is heard comes once the value stands.
  await expect(app.changes.pane.getByRole('status').filter({ hasText: 'colour = teal' })).toHaveCount(1);
  await expect(app.changes.pane.locator('[aria-live]')).toHaveCount(0);
  await app.changes.use.click();
  await expect
    .poll(() => practice.control.file(id))
    .toMatchObject({
      name: 'aurora-mine.png',
      keyvalues: { rarity: 'mythic', colour: 'teal', artist: 'Ines and Bo' },
    });
  await expect(app.changes.list).toHaveText(/^\s*Sent last/);

  await test.step('what lost is still to be found', async () => {
    await app.changes.show('Sent');
    await app.changes.open('and 2 more');
    await expect(app.changes.pane).toContainText(/rarity.*epic.*Discarded/);
    await expect(app.changes.pane).toContainText(/colour.*green.*teal/);
    await app.changes.open('Rename');
    await expect(app.changes.pane).toContainText(/aurora-theirs\.png.*aurora-mine\.png/);
  });
});

test('undo after a decision takes back the decision, and not the older edit', async ({ openOn, service }) => {
  const practice = await service();
  const [file, older] = await namedFiles(practice, [{ name: 'aurora.png' }, { name: 'older.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  const bar = app.page.getByRole('region', { name: 'Last change' });
  await app.files.grid.focus();
  await app.page.keyboard.press('Control+z');
  await expect(bar).toContainText('Nothing to undo.');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-mine.png');
  await app.files.choose('older.png');
  await app.inspector.rename('older-mine.png');
  practice.control.editFile({ id: file!.id, name: 'aurora-theirs.png' });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('1 needs you');
  await expect.poll(() => practice.control.file(older!.id)).toMatchObject({ name: 'older-mine.png' });

  await app.go(/^Needs you/);
  await app.changes.open('Rename aurora.png');
  await app.changes.decide('Name', 'Server');
  await app.changes.use.click();
  await expect(app.changes.list).toHaveText(/^\s*Sent last/);
  await expect(bar).toContainText('Settled the conflict in aurora-theirs.png');
  await app.changes.list.page().keyboard.press('Control+z');
  await expect(app.changes.row('Rename aurora.png')).toBeVisible();
  await expect(app.status).toContainText('1 needs you');
  await expect(bar).toContainText('Renamed older.png to older-mine.png');
  await app.checkNow();
  await expect(app.status).toContainText('1 needs you');
  expect(practice.control.file(older!.id)).toMatchObject({ name: 'older-mine.png' });
  expect(practice.control.file(file!.id)).toMatchObject({ name: 'aurora-theirs.png' });
});

test('a conflict is decided with the keyboard alone, from the list to the result', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare', colour: 'red' } }]);
  const { id } = file!;
  const app = await openOn(practice);
  const { keyboard } = app.page;
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('aurora.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  await app.inspector.change('colour', 'blue');
  await app.inspector.saveMetadata();
  practice.control.editFile({ id, keyvalues: { rarity: 'mythic', colour: 'green' } });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('1 needs you');

  await app.go(/^Needs you/);
  await app.changes.open('aurora.png');
  await app.changes.list.focus();
  await keyboard.press('Enter');
  const [first, second] = [app.changes.field('rarity'), app.changes.field('colour')];
  await expect(first.getByRole('radio', { name: 'Yours' })).toBeFocused();
  const keysIn = (row: Locator): Locator => row.locator('kbd').filter({ visible: true });
  await expect(keysIn(first)).toHaveText(['1', '2', '3']);
  await expect(keysIn(second)).toHaveCount(0);
  const labels = await app.changes.pane.getByRole('button').allInnerTexts();
  expect(labels.findIndex((label) => label.startsWith('Discard'))).toBe(labels.length - 1);
  await keyboard.press('1');
  await expect(first.getByRole('radio', { name: 'Yours' })).toBeChecked();
  await keyboard.press('j');
  await expect(second.getByRole('radio', { name: 'Yours' })).toBeFocused();
  await keyboard.press('k');
  await expect(first.getByRole('radio', { name: 'Yours' })).toBeFocused();

  await expect(keysIn(second)).toHaveCount(0);

  // The title has the focus: the digit is for the field that is still undecided.
  await app.changes.pane.getByRole('heading', { level: 2 }).focus();
  await expect(keysIn(first)).toHaveCount(0);
  await expect(keysIn(second)).toHaveText(['1', '2', '3']);
  await keyboard.press('2');
  await expect(second.getByRole('radio', { name: 'Server' })).toBeChecked();
  await keyboard.press('Enter');
  await expect.poll(() => practice.control.file(id)).toMatchObject({ keyvalues: { rarity: 'epic', colour: 'green' } });
});
