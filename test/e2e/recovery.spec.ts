import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './pages/preconditions.ts';
import { findings } from './pages/axe-findings.ts';
import { savedFile } from './pages/saved-file.ts';
import { namedFiles } from './pages/service-files.ts';

/** Overwrites the table page that holds a text, and not its indexes. */
function damage(profileDirectory: string, text: string): void {
  const path = join(profileDirectory, 'outbox.db');
  const bytes = readFileSync(path);
  const at = Array.from({ length: bytes.length / 4_096 }, (_, page) => page * 4_096).find(
    (start) => bytes[start] === 0x0d && bytes.subarray(start, start + 4_096).includes(text),
  );
  if (at === undefined) throw new Error(`No page holds ${text}`);
  bytes.fill(0x5a, at, at + 4_096);
  writeFileSync(path, bytes);
}

test(
  'a damaged queue has a screen: what it holds, the edits as a file, a fresh start, and the way back',
  { tag: '@shell' },
  async ({ open, openOn, service, scratch }) => {
    const profile = join(scratch, 'profile');
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const before = await openOn(practice);
    await expect(before.status).toContainText('Up to date');
    practice.control.changeSettings({ offline: true });
    await before.files.choose('aurora.png');
    await before.inspector.rename('borealis.png');
    await expect(before.status).toContainText('waiting on this computer');
    await before.running.quit();
    damage(profile, 'borealis.png');

    const app = await open();
    const { page } = app;
    await test.step('the screen says what is damaged and what is left', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The queue of edits is damaged');
      await expect(page.getByRole('main')).toContainText(join(profile, 'outbox.db'));
      await expect(page.getByRole('main')).toContainText(/What is wrong\s*Tree \d+ page \d+/);
      expect(await findings(page)).toEqual([]);
    });
    await test.step('the edits that can be read are a file', async () => {
      const takeOut = page.getByRole('button', { name: 'Take the edits out' });
      await takeOut.focus();
      expect(await savedFile(app, () => page.keyboard.press('Enter'))).toContain('"edits"');
      await expect(takeOut).toBeFocused();
    });
    await test.step('a fresh queue starts, and the damaged one is kept', async () => {
      await page.getByRole('button', { name: 'Start fresh, keep the old queue' }).click();
      await expect(page.getByRole('heading', { name: 'The queue of edits is damaged' })).toBeHidden();
      expect(readdirSync(profile).filter((name) => /replaced-\d+$/.test(name))).toHaveLength(1);
      await expect(page.getByRole('button', { name: 'Connection: Studio' })).toBeVisible();
    });
    await test.step('Diagnostics puts it back', async () => {
      await app.go('Settings');
      await app.settings.show('Diagnostics');
      await page.getByRole('button', { name: /^Put back: Set aside/ }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The queue of edits is damaged');
      await expect(page.getByRole('button', { name: /^Put back: Set aside/ })).toBeVisible();
    });
  },
);

test('the screen fits every width and theme, in German too', { tag: '@web-host' }, async ({ open, scratch }) => {
  const profile = join(scratch, 'profile');
  const first = await open();
  await expect(first.page.getByRole('main')).toBeVisible();
  await first.running.quit();
  writeFileSync(join(profile, 'outbox.db.snapshot-1767225600000'), readFileSync(join(profile, 'outbox.db')));
  writeFileSync(join(profile, 'outbox.db'), 'this was never a database, though it is long enough to be one');
  const { page, running } = await open();
  await expect(page.getByRole('main')).toContainText('cannot be read');
  const german = await page
    .context()
    .browser()!
    .newContext({ locale: 'de-DE', storageState: await page.context().storageState() });
  const other = await german.newPage();
  await other.goto(new URL('/', running.address!).href);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Die Warteschlange der Änderungen ist beschädigt');
  for (const shown of [page, other]) {
    for (const width of [400, 1_440]) {
      await shown.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await shown.emulateMedia({ colorScheme });
        expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await findings(shown)).toEqual([]);
      }
    }
  }
  await german.close();
  await page.getByRole('button', { name: /^Restore: Snapshot/ }).click();
  await expect(page.getByRole('heading', { name: 'The queue of edits is damaged' })).toBeHidden();
});

test(
  'after three starts that showed no page the next one asks how to go on',
  { tag: '@web-host' },
  async ({ open, scratch }) => {
    const profile = join(scratch, 'profile');
    const first = await open();
    await expect(first.page.getByRole('main')).toBeVisible();
    await first.running.quit();
    writeFileSync(join(profile, 'starts.json'), '{"failedStarts":3}');
    const { page } = await open();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pinfold has started in safe mode');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Start normally' }).click();
    await expect(page.getByRole('heading', { name: /safe mode/ })).toBeHidden();
    await expect(page.getByRole('main')).toBeVisible();
  },
);
