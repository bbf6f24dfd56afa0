import { connectionLimitMessages } from '../../../src/views/settings/connections/connection-messages.ts';
import { offlineCopyMessages } from '../../../src/views/settings/offline-copy-messages.ts';
import { connectionMessages, diagnosticsMessages } from '../../../src/views/settings/settings-messages.ts';
import { syncMessages } from '../../../src/views/settings/sync-messages.ts';
import { columnsMessages } from '../../../src/views/files/columns-messages.ts';
import { expect, test } from './fixture.ts';

test('a choice that is refused is not shown as taken', async ({ page, show, core }) => {
  await show('app', 'settings/sync');
  await core.refuse('connections.change');
  const readOnly = page.getByRole('checkbox', { name: connectionLimitMessages.readOnly });
  const every = page.getByRole('combobox', { name: connectionMessages.checkEvery });
  const before = await every.inputValue();
  await readOnly.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(readOnly).not.toBeChecked({ timeout: 2_000 });
  await every.selectOption({ index: 0 });
  await expect(every).toHaveValue(before, { timeout: 2_000 });

  await page.getByRole('button', { name: 'Conflicts' }).click();
  const { ask, mineWins } = connectionMessages.conflictRules;
  await expect(page.getByRole('radio', { name: ask })).toBeChecked();
  await page.getByRole('radio', { name: mineWins }).click();
  await expect(page.getByRole('radio', { name: mineWins })).not.toBeChecked({ timeout: 2_000 });
  await expect(page.getByRole('radio', { name: ask })).toBeChecked();
});

test('a choice is shown once the connection has it', async ({ page, show, core }) => {
  await show('app', 'settings/sync');
  await core.refuse('connections.change');
  const readOnly = page.getByRole('checkbox', { name: connectionLimitMessages.readOnly });
  await readOnly.click();
  await core.stand({}, { readOnly: true, conflictRule: 'mineWins' });
  await expect(readOnly).toBeChecked();
  await readOnly.click();
  await expect(readOnly).toBeChecked();
  await page.getByRole('button', { name: 'Conflicts' }).click();
  const { ask, mineWins } = connectionMessages.conflictRules;
  await page.getByRole('radio', { name: ask }).click();
  await expect(page.getByRole('radio', { name: mineWins })).toBeChecked();
  await core.stand({}, { conflictRule: 'ask' });
  await expect(page.getByRole('radio', { name: ask })).toBeChecked();
});

test('a look that is refused goes back to the one before, and the next one is taken', async ({ page, show, core }) => {
  await show('app', 'settings/appearance');
  await core.refuse('app.setPreferences');
  const dark = page.getByRole('radio', { name: 'Dark' });
  const light = page.getByRole('radio', { name: 'Light' });
  await dark.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(light).toBeChecked();
  await core.refuse();
  await dark.click();
  await expect(dark).toBeChecked();
  await expect(light).not.toBeChecked();
  await light.click();
  await expect(light).toBeChecked();
});

test('a rebuild that is refused says so in its dialog, until that is left', async ({ page, show, core }) => {
  await show('app', 'settings/offlineCopy');
  await core.refuse('connections.rebuildCopy');
  const ask = () => page.getByRole('button', { name: offlineCopyMessages.rebuildOf('Studio') }).click();
  await ask();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: offlineCopyMessages.confirm });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 2_000 });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await ask();
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await core.refuse();
  await confirm.click();
  await expect(dialog).toBeHidden();
});

test('a choice of parts that is refused offers no other question again', async ({ page, show, core }) => {
  await show('app', 'settings/offlineCopy');
  await core.refuse('connections.chooseParts');
  await page.getByRole('checkbox', { name: 'API keys' }).first().click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'API keys' }).first()).toBeChecked();
});

test('a preference that is refused is said on every page that offers one', async ({ page, show, core }) => {
  await show('app', 'settings/sync');
  await core.refuse('app.setPreferences');
  await page.getByRole('checkbox', { name: syncMessages.tray }).click();
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 2_000 });
  await page.getByRole('button', { name: 'Diagnostics' }).click();
  await page.getByRole('combobox', { name: diagnosticsMessages.logLevel }).selectOption({ index: 1 });
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 2_000 });
});

test('a column that is refused is said in the menu of the columns', async ({ page, show, core }) => {
  await show('app');
  await core.refuse('app.setPreferences');
  await page.getByRole('button', { name: columnsMessages.open }).click();
  const menu = page.getByRole('dialog', { name: columnsMessages.title });
  await menu.getByRole('checkbox').first().click();
  await expect(menu.getByRole('alert')).toBeVisible({ timeout: 2_000 });
});
