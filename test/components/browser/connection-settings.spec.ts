import { connectionMessages as messages } from '../../../src/views/settings/settings-messages.ts';
import { expect, test } from './fixture.ts';

test('a name that is being typed survives a sync status that changes meanwhile', async ({ page, show, core }) => {
  await show('app', 'settings/connections');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Darkroom');
  await core.stand({ network: 'down' });
  await expect(page.getByRole('list', { name: 'Connections' })).toContainText('Working offline');
  await expect(name).toHaveValue('Darkroom', { timeout: 2_000 });
});

test('a new token that the keychain did not keep is not said to be in use', async ({ page, show, core }) => {
  await show('app', 'settings/connections');
  const replace = async (): Promise<void> => {
    await page.getByLabel(messages.newToken).fill('a-token');
    await page.getByRole('button', { name: messages.replaceToken }).click();
  };
  await replace();
  await expect(page.getByText(messages.tokenReplaced)).toBeVisible();
  await core.stand({ mode: 'noToken' });
  await expect(page.getByText(messages.tokenMissing)).toBeVisible();
  await expect(page.getByText(messages.tokenReplaced)).toHaveCount(0);
});

test('a sign-out that is refused says so where it was asked for, until that is left', async ({ page, show, core }) => {
  await show('app', 'settings/connections');
  await core.refuse('connections.signOut');
  const ask = () => page.getByRole('button', { name: messages.signOut, exact: true }).click();
  await ask();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: messages.confirmSignOut }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await ask();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});

test('practice that was signed out gets a token without being asked for one, here and at each start', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'settings/connections');
  await core.stand({ mode: 'noToken' }, { kind: 'practice' });
  await expect(page.getByText(messages.tokenMissing)).toBeVisible();
  await page.getByRole('button', { name: messages.renewPractice }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  expect(await core.asked('connections.addPractice')).toBe(1);
  await core.stand({ mode: 'running' }, { kind: 'practice' });
  await expect(page.getByText(messages.tokenOfPractice)).toBeVisible();
  await expect(page.getByText(messages.tokenKept.memory)).toHaveCount(0);
  await expect(page.getByRole('button', { name: messages.renewPractice })).toHaveCount(0);
});
