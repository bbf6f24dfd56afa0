import type { PracticeServer } from '../../electron/practice/server.ts';
import { expect, test } from './pages/preconditions.ts';
import { askService } from './pages/service-files.ts';

/** How many keys the service finds, by its own filters. */
async function countOf(service: PracticeServer, query: Readonly<Record<string, string>>): Promise<number> {
  const asked = new URLSearchParams(query).toString();
  return (await askService<{ count: number }>(service, `/api_keys?${asked}`)).count;
}

test('keys are counted and filtered as the service does it, also without the network', async ({ openOn, service }) => {
  const practice = await service({ keyCount: 400, switches: { keysPageSize: 100 } });
  const limitedUse = await countOf(practice, { limitedUse: 'true' });
  const exhausted = await countOf(practice, { limitedUse: 'true', exhausted: 'true' });
  const revoked = await countOf(practice, { revoked: 'true' });
  const inForce = await countOf(practice, {});
  const deploy = await countOf(practice, { name: '%DEPLOY%' });
  const oneCharacter = await countOf(practice, { name: 'snake_case_key _' });

  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  for (const [condition, count] of [
    ['API keys', inForce + revoked],
    ['Active', inForce - limitedUse],
    ['Limited', limitedUse - exhausted],
    ['Used up', exhausted],
    ['Revoked', revoked],
  ] as const) {
    await app.go(new RegExp(`^${condition} ${count}$`));
    await expect(app.keys.found).toHaveText(`${count} keys`);
  }

  await app.go(/^API keys/);
  await app.keys.moreFilters.click();
  await expect(app.keys.exhausted).toBeDisabled();
  await app.keys.revoked.selectOption('not revoked');
  await expect(app.keys.found).toHaveText(`${inForce} keys`);
  await app.keys.limitedUse.check();
  await expect(app.keys.found).toHaveText(`${limitedUse} keys`);
  await app.keys.exhausted.check();
  await expect(app.keys.found).toHaveText(`${exhausted} keys`);
  await app.keys.limitedUse.uncheck();
  await app.keys.name.fill('%deploy%');
  await expect(app.keys.found).toHaveText(`${deploy} keys`);
  await app.keys.name.fill('deploy');
  await app.keys.list.getByRole('button', { name: 'Anywhere in the name: %deploy%' }).click();
  await expect(app.keys.name).toHaveValue('%deploy%');
  await expect(app.keys.found).toHaveText(`${deploy} keys`);
  await app.keys.name.fill('snake_case_key _');
  await expect(app.keys.found).toHaveText(new RegExp(`^${oneCharacter} keys?$`));
  await app.keys.name.fill('Practice admin');
  await expect(app.keys.row('Practice admin')).toContainText('the key this app uses');
});

test('the menu of an API key copies it, and leads to its details', async ({ openOn, service }) => {
  const app = await openOn(await service({ keyCount: 40 }));
  const { keys, page, status } = app;
  await expect(status).toContainText('Up to date');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.go(/^API keys/);
  const menu = page.getByRole('menu', { name: 'What can be done with this API key' });

  await keys.grid.getByRole('row').nth(3).click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Copy key' }).click();
  await expect(menu).toBeHidden();
  await expect(keys.grid).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(keys.inspector).toContainText(copied);

  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: /^Go to its details/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(keys.inspector.getByRole('heading', { level: 2 })).toBeFocused();
});
