import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('metadata is edited by keyboard: suggested, renamed, pasted, and saved as one change set', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [
    { name: 'one.png', keyvalues: { rarity: 'rare', season: '1' } },
    { name: 'two.png', keyvalues: { rarity: 'epic', tier: 'gold' } },
    { name: 'three.png', keyvalues: { rarity: 'epic', tier: 'silver' } },
  ]);
  const app = await openOn(practice);
  const { inspector, page } = app;
  const option = (name: string) => inspector.pane.getByRole('option', { name });
  await app.files.choose('one.png');
  await inspector.editMetadata.press('Enter');
  await expect(inspector.field('rarity')).toBeFocused();

  await test.step('values of this library are suggested with their files, and an arrow takes one', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('e');
    await expect(option('epic')).toContainText('2');
    expect(await findings(page), 'an open list of suggestions').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(option('epic')).toHaveCount(0);
    await expect(inspector.field('rarity'), 'Escape closes the list before it leaves').toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(option('epic')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(inspector.field('rarity')).toHaveValue('epic');
    await expect(inspector.pane).toContainText('was: rare');
  });

  await test.step('a key gets another name', async () => {
    await inspector.renameKey('season', 'chapter');
    await expect(inspector.pane).toContainText('was: season');
    await expect(inspector.save).toContainText('Save 2 changes');
  });

  await test.step('lines pasted into a new row fill several rows, and one step takes them back', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('tier=gold\nplace=Tromsø\nrarity=epic\n'));
    const paste = async (): Promise<void> => {
      await inspector.pane.getByRole('button', { name: 'Add a pair' }).click();
      await page.keyboard.press('ControlOrMeta+v');
      await expect(inspector.pane).toContainText('Pasted lines taken: 2 new, 1 already so.');
    };
    await paste();
    await inspector.pane.getByRole('button', { name: 'Undo paste' }).press('Enter');
    await expect(inspector.pane.getByRole('combobox', { name: 'New key' })).toHaveCount(0);
    await expect(inspector.pane.getByRole('button', { name: 'Add a pair' })).toBeFocused();
    await paste();
    expect(await findings(page), 'the editor with pasted lines').toEqual([]);
  });

  await inspector.field('rarity').press('ControlOrMeta+Enter');
  await expect(inspector.editMetadata).toBeVisible();
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({
      keyvalues: { rarity: 'epic', chapter: '1', tier: 'gold', place: 'Tromsø' },
    });
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: expect.not.objectContaining({ season: '1' }) });
  await app.go(/^Sent/);
  await expect(app.changes.row('and 4 more on one.png')).toHaveCount(1);
});

test('pairs are counted against the limit that this service has shown', async ({ openOn, service }) => {
  const practice = await service();
  const ten = Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`key-${place}`, 'value']));
  await namedFiles(practice, [
    { name: 'full.png', keyvalues: ten },
    { name: 'other.png', keyvalues: { rarity: 'rare' } },
  ]);
  const app = await openOn(practice);
  await app.files.choose('full.png');
  await expect(app.inspector.pane).toContainText('10 pairs');
  await app.inspector.editMetadata.click();
  await app.inspector.add('key-x', 'value');
  await app.inspector.saveMetadata();
  await expect(app.inspector.pane).toContainText('The service did not accept this (400).');
  await app.files.choose('other.png');
  await expect(app.inspector.pane).toContainText(/1 of 10 pairs · this service refused 11 on \d+ \w+/);
  await app.inspector.editMetadata.click();
  await app.inspector.add('tier', 'gold');
  await expect(app.inspector.pane).toContainText('2 of 10 pairs');
});

test('one waiting field is taken back, the others are sent, and undo brings it back', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare', season: '1' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('one.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  await app.inspector.change('season', '2');
  await app.inspector.saveMetadata();
  await expect(app.inspector.pane).toContainText('2 waiting');

  await app.inspector.pane.getByRole('button', { name: 'Undo the change of rarity' }).press('Enter');
  await expect(app.inspector.pane).toContainText('1 waiting');
  await expect(app.inspector.pane).toBeFocused();
  await expect(app.inspector.pane.getByRole('button', { name: 'Undo the change of season' })).toBeVisible();
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: { rarity: 'rare', season: '2' } });

  const bar = app.page.getByRole('region', { name: 'Last change' });
  await expect(bar).toContainText('Discarded: rarity of one.png');
  await app.page.keyboard.press('Control+z');
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: { rarity: 'epic', season: '2' } });
});

test('a conflict over one field is settled in the inspector, by button or by key', async ({ openOn, service }) => {
  const practice = await service();
  const files = await namedFiles(practice, [
    { name: 'one.png', keyvalues: { rarity: 'rare' } },
    { name: 'two.png', keyvalues: { rarity: 'rare' } },
  ]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  for (const name of ['one.png', 'two.png']) {
    await app.files.choose(name);
    await app.inspector.editMetadata.click();
    await app.inspector.change('rarity', 'epic');
    await app.inspector.saveMetadata();
  }
  for (const { id } of files) practice.control.editFile({ id, keyvalues: { rarity: 'mythic' } });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('2 need you');

  await app.inspector.pane.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(() => practice.control.file(files[1]!.id)).toMatchObject({ keyvalues: { rarity: 'epic' } });
  await app.files.choose('one.png');
  await expect(app.inspector.pane.getByRole('button', { name: 'Use server’s' })).toBeVisible();
  expect(await findings(app.page), 'a conflict in the inspector').toEqual([]);
  await app.inspector.pane.focus();
  await app.page.keyboard.press('2');
  await expect(app.inspector.pane).not.toContainText('was changed in both places');
  await expect(app.inspector.pane).toBeFocused();
  expect(practice.control.file(files[0]!.id)).toMatchObject({ keyvalues: { rarity: 'mythic' } });
});

test('the values of one moment come back together', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png', keyvalues: { rarity: 'rare', season: '1' } }]);
  const app = await openOn(practice);
  await app.files.choose('one.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  await app.inspector.change('season', '2');
  await app.inspector.saveMetadata();
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: { rarity: 'epic', season: '2' } });
  await app.inspector.show('History');
  await expect(app.inspector.history).toHaveCount(1);
  await app.inspector.history.getByRole('button', { name: /^Restore the values before: / }).click();
  await expect(app.inspector.pane).toContainText('Saved on this computer as a new edit of 2 fields.');
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: { rarity: 'rare', season: '1' } });
  await expect(app.inspector.history).toHaveCount(2);
  await expect(app.inspector.history.last().getByRole('button', { name: /^Restore these values: / })).toBeVisible();
  expect(await findings(app.page), 'the history').toEqual([]);
});
