import { expect, test } from './fixture.ts';

test('a name that is being typed survives a sync status that changes meanwhile', async ({ page, show, core }) => {
  await show('app', 'settings/connections');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Darkroom');
  await core.stand({ network: 'down' });
  await expect(page.getByRole('list', { name: 'Connections' })).toContainText('Working offline');
  await expect(name).toHaveValue('Darkroom', { timeout: 2_000 });
});
