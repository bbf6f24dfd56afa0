import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import type { App } from './pages/app.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { keepSamples } from './pages/kept-samples.ts';
import { savedFile } from './pages/saved-file.ts';
import { askService, namedFiles } from './pages/service-files.ts';

/** 150 pages: enough to be killed in the middle. That 5,000 keep to the limit of requests is a test of `pull-keys`. */
const MANY_KEYS = 1_500;

type ListedKey = { readonly id: string; readonly name: string; readonly uses: number; readonly max_uses?: number };

/** Opens a key by its address: several have the same name. */
const lookAt = (app: App, id: string): Promise<unknown> =>
  app.page.evaluate((key) => (location.hash = location.hash.replace(/\/keys.*/, `/keys/${key}`)), id);

test('a token that may not list keys gets an explanation, and files go on working', async ({ openOn, service }) => {
  const practice = await service({ switches: { wrongScopeStatus: 401 } });
  const [file] = await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await openOn(practice, 'filesOnly');
  await expect(app.status).toContainText('Up to date');
  await app.go(/^API keys/);
  await expect(app.keys.list).toContainText('This token may not list API keys. The service said: 401:');
  await expect(app.keys.list).toContainText(/Request [0-9a-f-]{36}/);
  await expect(app.keys.own).toContainText('Its record is not in the copy');
  await app.go('Scope audit');
  await expect(app.page.getByRole('main')).toContainText('There are no API keys in the copy');

  await app.go(/^Files/);
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-2.png');
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'aurora-2.png' });
});

test(
  'an app whose own key is running out says so once, also over a restart',
  { tag: '@shell' },
  async ({ driver, open, service }) => {
    const practice = await service({ fileCount: 3, keyCount: 10, switches: { keysPageSize: 50 } });
    const options = connectionTo(practice, practice.tokens.limited);
    const app = await open(options);
    await expect(app.status).toContainText('Up to date');
    const uses = async () => {
      const { keys } = await askService<{ keys: ListedKey[] }>(practice, '/api_keys?name=Limited to 25%');
      return keys[0]!.uses;
    };
    await app.go(/^API keys/);
    await expect(app.keys.own).toContainText(/Limited to 25 calls.*\d+ of 25 uses\. It may do everything \(admin\)\./s);
    while ((await uses()) < 22) {
      const before = await uses();
      await app.checkNow();
      await expect.poll(uses).toBeGreaterThan(before);
    }
    await expect(app.keys.news).toContainText(/Limited to 25 calls has used 2\d of 25.*This is the key this app uses/s);
    await expect(app.keys.own).toContainText('The key this app uses is near its end: 2');
    if (driver === 'stand-in') {
      const record = await app.running.standIn!.record();
      expect(record.filter(({ what }) => what === 'Notification.show')).toHaveLength(1);
    }
    await app.keys.news.getByRole('button', { name: 'Got it' }).click();
    await expect(app.keys.news).toHaveCount(0);

    await app.running.quit();
    practice.control.changeSettings({ offline: true });
    const again = await open(options);
    await again.go(/^API keys/);
    await expect(again.keys.own).toContainText('The key this app uses is near its end: 2');
    await expect(again.keys.news).toHaveCount(0);
    await again.page.getByRole('button', { name: 'Alerts…' }).click();
    await expect(again.page.getByRole('dialog')).toContainText('Limited to 25 calls has used 2');
  },
);

test('the inspector draws the uses and says when they run out', async ({ open, scratch, service }) => {
  const practice = await service({ keyCount: 400, switches: { keysPageSize: 500 } });
  const { keys } = await askService<{ keys: ListedKey[] }>(practice, '/api_keys?limitedUse=true');
  const key = keys.find(({ name, uses, max_uses: limit }) => limit === 100 && uses > 30 && uses < 80 && name !== '')!;
  const options = connectionTo(practice, practice.tokens.admin);
  const first = await open(options);
  await expect(first.status).toContainText('Up to date');
  await first.go(/^Limited/);
  await lookAt(first, key.id);
  await expect(first.keys.inspector).toContainText('Not enough data for a forecast', { ignoreCase: true });
  await first.running.quit();

  const counts = Array.from({ length: 41 }, (_, check) => Math.round((key.uses * check) / 40));
  keepSamples(join(scratch, 'profile'), key.id, counts, 6);
  practice.control.changeSettings({ offline: true });
  const app = await open(options);
  await app.go(/^Limited/);
  await lookAt(app, key.id);
  await expect(app.keys.inspector).toContainText(/about \d+ days left \(\d+ to \d+\)/i);
  const drawing = app.keys.inspector.getByRole('img', { name: /^Uses over time: 0 \(/ });
  await expect(drawing).toHaveAccessibleName(new RegExp(`, ${key.uses} \\(.*; limit 100\\.$`));
});

test('questions about keys are saved, asked of the service, exported and audited, most of it with no network', async ({
  openOn,
  service,
}) => {
  const practice = await service({ keyCount: 400, switches: { keysPageSize: 100, keySecretsInList: true } });
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go(/^API keys/);
  await app.keys.moreFilters.click();
  await app.keys.limitedUse.check();
  await app.keys.name.fill('%deploy%');
  await app.keys.tool('Ask the service').click();
  await expect(app.keys.list).toContainText(/The service answers the same: \d+ keys \(\d\d:\d\d\)/);
  const gone = await askService<{ keys: ListedKey[] }>(practice, '/api_keys?limitedUse=true&name=%25deploy%25');
  practice.control.revokeKey(gone.keys[0]!.id);
  await app.keys.revoked.selectOption('not revoked');
  await app.keys.tool('Ask the service').click();
  await expect(app.keys.list).toContainText('The service answers otherwise');
  await expect(app.keys.list).toContainText(
    `Only here, gone or changed since the last check, or the service filters otherwise: ${gone.keys[0]!.name}`,
  );

  practice.control.changeSettings({ offline: true });
  await app.savedViews.save('Limited deploys');
  await app.go(/^Files/);
  await app.go(/^Limited deploys \d+$/);
  await expect(app.keys.name).toHaveValue('%deploy%');
  await expect(app.keys.limitedUse).toBeChecked();

  const table = await savedFile(app, () => app.keys.fromMenu('Export CSV'));
  const lines = table.trimEnd().split('\r\n');
  await expect(app.keys.found).toHaveText(`${lines.length - 1} keys`);
  const json = await savedFile(app, () => app.keys.fromMenu('Export JSON'));
  expect(json).not.toMatch(/secret/i);
  expect(lines.join()).not.toMatch(/secret/i);

  await app.go('Scope audit');
  const admins = app.page.getByRole('row', { name: /^Do everything/ });
  const count = await admins.getByRole('button').innerText();
  await admins.getByRole('button').click();
  await expect(app.keys.found).toHaveText(`${count} keys`);
  await expect(app.page.getByRole('combobox', { name: 'May' })).toHaveValue('everything');
});

test('many keys at ten per page come through a kill in the middle, and none is taken for gone', async ({
  open,
  service,
}) => {
  test.slow();
  const switches = { keysPageSize: 10, unfilteredIncludesRevoked: false, latencyMs: 30 };
  const practice = await service({ fileCount: 0, keyCount: MANY_KEYS, switches });
  const options = connectionTo(practice, practice.tokens.admin);
  const offsets = (): readonly number[] =>
    practice.control
      .requests(10_000)
      .filter(({ path }) => path.includes('/api_keys'))
      .map(({ path }) => Number(/offset=(\d+)/.exec(path)?.[1] ?? 0));
  // The service answers no more from there, so that the kill comes in the middle however slow the page is.
  const inTheMiddle = expect
    .poll(() => Math.max(0, ...offsets()), { timeout: 120_000, intervals: [50] })
    .toBeGreaterThan(300)
    .then(() => practice.control.changeSettings({ latencyMs: 600_000 }));
  const app = await open(options);
  await app.go(/^API keys/);
  await inTheMiddle;
  await expect(app.status).toContainText(/keys/);
  await app.running.kill();
  const asked = offsets();
  expect(asked.length, 'the kill came when all was copied').toBeLessThan(MANY_KEYS / 10 - 10);
  practice.control.changeSettings({ latencyMs: 0 });
  practice.control.forgetRequests();

  const again = await open(options);
  await expect(again.status).toContainText('Up to date', { timeout: 120_000 });
  const [first = 0] = offsets().filter((offset) => offset > 0);
  expect(first).toBeGreaterThan((asked.at(-1) ?? 0) - 30);
  await again.go(/^API keys 1,500/);
  await expect(again.keys.found).toHaveText('1,500 keys');
  await again.page.getByText('More filters').click();
  await again.page.getByRole('combobox', { name: 'Still listed' }).selectOption('no longer');
  await expect(again.keys.list).toContainText('No key fits these filters');
});

test('the keys at a glance lead to those they count, and the order says what needs a look', async ({
  openOn,
  service,
}) => {
  const app = await openOn(await service());
  await app.go(/^API keys/);
  const glance = app.keys.list.getByRole('region', { name: 'Keys at a glance' });
  await expect(app.keys.list).toContainText('sorted by what needs a look');
  const mighty = glance.getByRole('button', { name: /may do everything/ });
  await mighty.click();
  // More keys may come while the first ones are counted.
  const numberIn = async (place: Locator): Promise<number> => Number.parseInt(await place.innerText(), 10);
  await expect.poll(async () => (await numberIn(mighty)) - (await numberIn(app.keys.found))).toBe(0);
  await app.keys.list.getByRole('button', { name: 'Clear filters' }).click();
  await app.keys.conditions.getByRole('radio', { name: 'Used up' }).check();
  await expect(app.page).toHaveURL(/condition=exhausted$/);
  await expect(app.keys.grid.getByRole('row').nth(1)).toContainText('used up');
  await app.keys.grid.getByRole('button', { name: 'Name' }).click();
  await app.keys.list.getByRole('button', { name: 'Sort by what needs a look' }).click();
  await expect(app.keys.list).toContainText('sorted by what needs a look');
});

test('filters of keys stand in the address: a reload and a way there and back keep them', async ({
  openOn,
  service,
}) => {
  const app = await openOn(await service());
  await app.go(/^API keys/);
  const { name } = app.keys;
  await name.fill('%a%');
  await expect(app.page).toHaveURL(/keys\?name=%25a%25/);
  await expect(app.keys.found).toHaveText('11 keys');
  await app.page.reload();
  await expect(name).toHaveValue('%a%');
  await expect(app.keys.found).toHaveText('11 keys');
  await app.go(/^Library/);
  await app.page.goBack();
  await expect(name).toHaveValue('%a%');
  await expect(app.page).toHaveURL(/keys\?name=%25a%25/);
});
