import { connectionLimitMessages } from '../../../src/views/settings/connections/connection-messages.ts';
import { connectionMessages } from '../../../src/views/settings/settings-messages.ts';
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
