import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a copy is rebuilt after a question, the files come back, and an edit that waits stays', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await openOn(practice);
  const { page } = app;
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ faults: [{ kind: 'rateLimit', retryAfterSeconds: 1, method: 'PUT' }] });
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-mine.png');
  await expect(app.status).toContainText('waiting on this computer');

  await app.go('Settings');
  await app.settings.show('Offline copy');
  await expect(page).toHaveURL(/settings\/offlineCopy$/);
  const rebuild = page.getByRole('button', { name: /^Rebuild copy/ });
  await rebuild.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Edits to 1 file stay as they are');
  await page.keyboard.press('Escape');
  await expect(rebuild).toBeFocused();
  await rebuild.click();
  await question.getByRole('button', { name: 'Rebuild the copy' }).click();
  await expect(question).toBeHidden();
  await app.go('Activity');
  await expect(app.activity.entry('Rebuilt the copy')).toBeVisible();
  await expect(app.activity.entry('First copy complete')).toBeVisible();

  await app.go(/^Files/);
  await app.files.choose('aurora-mine.png');
  practice.control.changeSettings({ faults: [] });
  await app.checkNow();
  await expect.poll(() => practice.control.requests().findLast(({ method }) => method === 'PUT')?.status).toBe(200);
});

test('what is chosen under Appearance shows at once, in the person’s own files, and stays after a reload', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await openOn(practice);
  const { page } = app;
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  await app.settings.show('Appearance');
  const sample = page.getByRole('region', { name: 'How it looks' });
  await expect(sample.getByRole('listitem')).toHaveCount(8);
  await expect(sample.locator('svg').first()).toBeVisible();
  await page.getByRole('radio', { name: 'None' }).check();
  await expect(sample.locator('.seal svg')).toHaveCount(0);
  await page.getByRole('radio', { name: '125 %' }).check();
  await page.getByRole('radio', { name: '36 roomy' }).check();
  await page.getByRole('radio', { name: 'never' }).check();
  const first = sample.getByRole('listitem').first();
  await expect(first).toHaveCSS('height', '36px');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px');

  await page.reload();
  await expect(page.getByRole('radio', { name: '125 %' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'never' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'none');
  await app.settings.show('About');
  await expect(app.settings.part.getByRole('row', { name: /better-sqlite3/ })).toContainText('MIT');
  await expect(app.settings.part).toContainText(/Version [\d.]+ Channel \w+ Built from commit/);
  await page.getByRole('button', { name: 'Show every licence in full' }).click();
  const notices = page.getByRole('region', { name: 'Licences in full' });
  await expect(notices).toBeFocused();
  await expect(notices).toContainText(/svelte \d[\s\S]+Permission is hereby granted/);
});

test('each connection has its sync and its conflicts on panes of their own', async ({ openOn, service }) => {
  const app = await openOn(await service());
  const { page } = app;
  await app.go('Settings');
  await app.settings.show('Sync');
  await page.getByRole('combobox', { name: 'Check for news every' }).selectOption('hour');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(app.status).toContainText('Paused');
  await app.status.getByRole('button', { name: 'Go on' }).click();
  await expect(app.status).not.toContainText('Paused');
  await expect(app.status.getByRole('button', { name: 'Check now' })).toBeFocused();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).click();
  await app.settings.show('Conflicts');
  await page.getByRole('radio', { name: 'my value wins' }).click();
  await expect(page.getByRole('radio', { name: 'my value wins' })).toBeChecked();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'my value wins' })).toBeChecked();
});

test('reports of crashes are listed in Diagnostics, and are gone once they are deleted', async ({
  openOn,
  service,
  scratch,
}) => {
  const app = await openOn(await service());
  await app.go('Settings');
  await app.settings.show('Diagnostics');
  const reports = app.settings.part.getByRole('region', { name: 'Crash reports' });
  await expect(reports).toContainText('There is none');
  const folder = join(scratch, 'profile', 'crashes', 'completed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.dmp'), 'x'.repeat(2_500));
  await app.page.reload();
  await expect(reports.getByRole('listitem')).toHaveText(/2.5\skB/);
  await reports.getByRole('button', { name: 'Delete them' }).click();
  await expect(reports).toContainText('There is none');
  expect(readdirSync(folder)).toEqual([]);
});
