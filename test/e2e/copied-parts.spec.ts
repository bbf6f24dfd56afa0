import { findings } from './pages/axe-findings.ts';
import type { Locator } from 'playwright/test';
import { expect, test } from './pages/preconditions.ts';

const choiceIn = (scope: Locator, part: string) => scope.getByRole('checkbox', { name: part });

test('what a person leaves out is never requested, and every screen says that it is not copied', async ({
  open,
  service,
}) => {
  const practice = await service();
  const areas = (): string[] => {
    const paths = practice.control.requests().map(({ path }) => path.split('?')[0]!.replace('/v3/', ''));
    return [...new Set(paths)].filter((path) => /^(api_keys|files\/(public|private))$/.test(path)).sort();
  };
  const app = await open();
  const { firstRun, page } = app;
  await firstRun.fill(practice.baseUrl, practice.tokens.admin);
  await firstRun.test.click();
  const choice = page.getByRole('group', { name: 'What to copy to this computer' });
  await choiceIn(choice, 'API keys').uncheck();
  await choiceIn(choice, 'Private files').uncheck();
  await expect(choiceIn(choice, 'Public files')).toBeDisabled();
  await expect(choice).toContainText('At least one of them is copied.');
  expect(await findings(page)).toEqual([]);
  practice.control.forgetRequests();
  await page.getByRole('button', { name: 'Copy now' }).click();

  await expect(app.status).toContainText('Up to date');
  await expect(app.status).toContainText('Private files are not copied. API keys are not copied.');
  expect(areas()).toEqual(['files/public']);
  await app.go(/^Private/);
  await expect(page.getByRole('main')).toContainText('Private files are not copied.');
  await app.go(/^API keys/);
  await expect(app.keys.list).toContainText('API keys are not copied.');
  expect(await findings(page)).toEqual([]);

  await page.getByRole('main').getByRole('link', { name: 'Choose what to copy' }).click();
  const parts = page.getByRole('group', { name: 'What is copied' });
  await expect(choiceIn(parts, 'API keys')).not.toBeChecked();
  await choiceIn(parts, 'API keys').check();
  await expect(choiceIn(parts, 'API keys')).toBeFocused();
  await expect.poll(areas).toEqual(['api_keys', 'files/public']);
  await app.go(/^API keys/);
  await expect(app.keys.list.getByRole('row').nth(1)).toBeVisible();
  await expect(app.status).toContainText('Private files are not copied.');
  await expect(app.status).not.toContainText('API keys are not copied.');
});

test('records of a part that is left out later stay until the copy is rebuilt', async ({ openOn, service }) => {
  const practice = await service();
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  await app.settings.show('Offline copy');
  await choiceIn(app.page.getByRole('group', { name: 'What is copied' }), 'Public files').uncheck();
  await expect(app.status).toContainText('Public files are not copied.');
  await app.go(/^Public/);
  await expect(app.files.rows.first()).toBeVisible();

  await app.go('Settings');
  await app.settings.show('Offline copy');
  await app.page.getByRole('button', { name: /^Rebuild copy/ }).click();
  await app.page.getByRole('dialog').getByRole('button', { name: 'Rebuild the copy' }).click();
  await expect(app.page.getByRole('dialog')).toBeHidden();
  await app.go(/^Public/);
  await expect(app.page.getByRole('main')).toContainText('Public files are not copied.');
});
