import { readFile } from 'node:fs/promises';
import { findings } from './pages/axe-findings.ts';
import { BulkEdit } from './pages/bulk-edit.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a refused edit shows what the service said, and other files go on', async ({ openOn, service }) => {
  const practice = await service({ switches: { maxNameLength: 20 } });
  const [first, second, third] = await namedFiles(practice, [
    { name: 'one.png' },
    { name: 'two.png' },
    { name: 'three.png' },
  ]);
  const app = await openOn(practice);
  await app.files.choose('one.png');
  await app.inspector.rename('a name of more than twenty characters.png');
  await expect(app.inspector.pane).toContainText('The service did not accept this (400).');
  await expect(app.inspector.pane).toContainText('name is longer than 20 characters');
  await expect(app.inspector.pane).toContainText(/Request [0-9a-f-]{36}/);
  await app.files.choose('two.png');
  await app.inspector.rename('two that is also far too long.png');
  await expect(app.status).toContainText('2 refused');
  await expect(app.status).not.toContainText('Up to date');

  await app.files.choose('three.png');
  await app.inspector.rename('three-b.png');
  await expect.poll(() => practice.control.file(third!.id)).toMatchObject({ name: 'three-b.png' });

  await app.go(/^Needs you/);
  await app.changes.open('Rename one.png');
  await expect(app.changes.pane).toContainText('name is longer than 20 characters');
  await expect(app.changes.pane).toContainText(/Request [0-9a-f-]{36}/);
  practice.control.changeSettings({ maxNameLength: 255 });
  await app.changes.button('Try again').first().click();
  await expect
    .poll(() => practice.control.file(first!.id))
    .toMatchObject({ name: 'a name of more than twenty characters.png' });

  await app.changes.open('Rename two.png');
  await app.changes.button('Discard').first().click();
  await expect(app.changes.list).toHaveText(/^\s*Sent last/);
  await app.changes.show('Discarded');
  await app.changes.open('Rename two.png');
  await expect(app.changes.pane).toContainText('two that is also far too long.png');
  expect(practice.control.file(second!.id)).toMatchObject({ name: 'two.png' });
  await expect(app.status).not.toContainText('refused');
});

test('files that were refused for one reason stand under one heading, and one action drops the edit on them', async ({
  openOn,
  service,
}) => {
  const practice = await service({ switches: { maxPairs: 1 } });
  const files = await namedFiles(practice, [
    { name: 'tidal-full-1.png', keyvalues: { rarity: 'rare' } },
    { name: 'tidal-full-2.png', keyvalues: { rarity: 'rare' } },
    { name: 'tidal-roomy-1.png' },
    { name: 'tidal-roomy-2.png' },
  ]);
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('tidal');
  await expect(app.files.found).toContainText('4 files');
  await app.files.grid.focus();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('e');
  await bulk.setKey('tier', 'gold');
  await bulk.preview();
  await bulk.button('Queue 4 changes').click();
  await expect(app.status).toContainText('2 refused');

  await app.go(/^Needs you/);
  await app.changes.open('Set tier = gold on 4 files');
  const refused = app.changes.group('Not accepted by the service · 2 files, one reason');
  await expect(refused).toContainText('keyvalues would hold more than 1 pairs');
  await expect(refused.getByRole('listitem')).toHaveText([
    /tidal-full-1\.png.*tier.*gold/s,
    /tidal-full-2\.png.*tier.*gold/s,
  ]);
  const sent = app.changes.button('On server · 2 files');
  await expect(sent).toHaveAttribute('aria-expanded', 'false');
  await sent.click();
  await expect(app.changes.pane.getByRole('list', { name: 'On server · 2 files' }).getByRole('listitem')).toHaveCount(
    2,
  );
  await expect(
    app.changes.pane.getByRole('img', { name: 'Not accepted by the service: 2 files, On server: 2 files' }),
  ).toBeVisible();

  await app.changes.button('Details of tidal-full-1.png').press('Enter');
  await expect(refused).toContainText(/Request [0-9a-f-]{36}/);
  expect(await findings(app.page)).toEqual([]);

  const downloading = app.page.waitForEvent('download');
  await refused.getByRole('button', { name: 'Export: Not accepted by the service · 2 files' }).click();
  const kept = await readFile(await (await downloading).path(), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({
    edits: ['tidal-full-1.png', 'tidal-full-2.png'].map((fileName) => ({
      fileName,
      changes: [{ field: 'key:tier', mine: 'gold', status: 'refused' }],
    })),
  });

  await refused.getByRole('button', { name: /^Discard: .*2 files$/ }).click();
  await expect(app.status).not.toContainText('refused');
  await expect(app.changes.button('Discarded · 2 files')).toBeVisible();
  const [full, , , roomy] = files;
  expect(practice.control.file(full!.id)).toMatchObject({ keyvalues: { rarity: 'rare' } });
  expect(practice.control.file(full!.id)).not.toMatchObject({ keyvalues: { tier: 'gold' } });
  expect(practice.control.file(roomy!.id)).toMatchObject({ keyvalues: { tier: 'gold' } });
});

test('edits refused for a limit on pairs are asked for again: a key makes room on many files, another takes the value on one', async ({
  openOn,
  service,
}) => {
  const practice = await service({ switches: { maxPairs: 2 } });
  const files = await namedFiles(practice, [
    { name: 'tidal-full-1.png', keyvalues: { rarity: 'rare', note: '' } },
    { name: 'tidal-full-2.png', keyvalues: { rarity: 'rare', note: 'kept' } },
    { name: 'tidal-full-3.png', keyvalues: { rarity: 'rare', place: 'harbour' } },
    { name: 'tidal-roomy.png' },
  ]);
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('tidal');
  await expect(app.files.found).toContainText('4 files');
  await app.files.grid.focus();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('e');
  await bulk.setKey('tier', 'gold');
  await bulk.preview();
  await bulk.button('Queue 4 changes').click();
  await expect(app.status).toContainText('3 refused');

  await app.go(/^Needs you/);
  await app.changes.open('Set tier = gold on 4 files');
  const refused = app.changes.group(/^Not accepted by the service/);
  const ways = refused.getByRole('radiogroup', { name: 'Ways past the limit' });
  await expect(refused).toContainText('They hold the most pairs that this service has taken, 2');
  await ways.getByRole('combobox', { name: 'Key to remove' }).selectOption('note');
  await expect(ways).toContainText('2 of 3 have it, 1 empty');
  await expect(refused).toContainText('1 file without it stays refused.');
  expect(await findings(app.page)).toEqual([]);
  await refused.getByRole('button', { name: 'Queue again for 2' }).click();
  const control = (at: number) => practice.control.file(files[at]!.id);
  await expect
    .poll(() => [control(0), control(1)])
    .toMatchObject([{ keyvalues: { rarity: 'rare', tier: 'gold' } }, { keyvalues: { rarity: 'rare', tier: 'gold' } }]);
  expect(control(0)).not.toMatchObject({ keyvalues: { note: '' } });

  await expect(refused).toContainText('1 file');
  await ways.getByRole('radio', { name: 'Instead of another key: put' }).check();
  await ways.getByRole('combobox', { name: 'Key that takes the value' }).selectOption('place');
  await expect(refused).toContainText('What the key holds now is replaced');
  await refused.getByRole('button', { name: 'Queue again' }).click();
  await expect.poll(() => control(2)).toMatchObject({ keyvalues: { rarity: 'rare', place: 'gold' } });
  await expect(app.status).not.toContainText('refused');

  await app.page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => control(2)).toMatchObject({ keyvalues: { rarity: 'rare', place: 'harbour' } });
});
