import type { Locator, Page } from 'playwright/test';
import SQLite from 'better-sqlite3';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { PracticeServer } from '../../electron/practice/server.ts';
import type { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { FilesScreen } from './pages/files-screen.ts';
import { fillMirror } from './pages/filled-mirror.ts';
import { namedFiles } from './pages/service-files.ts';

/** What stands at the foot of every screen about the latest export. */
class ExportBar {
  readonly page: Page;
  readonly bar: Locator;
  readonly dialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Export', exact: true });
    this.dialog = page.getByRole('dialog');
  }

  async keepACopy(format: string): Promise<void> {
    await new FilesScreen(this.page).fromMenu('Export…');
    await this.dialog.getByRole('radio', { name: 'A copy to keep' }).check();
    await this.dialog.getByRole('radio', { name: format }).check();
    await this.dialog.getByRole('button', { name: 'Export', exact: true }).click();
  }

  /** Cancels the next export as soon as it can be: a test on a busy machine would come too late, and the page does not. */
  async cancelAtOnce(): Promise<void> {
    await this.page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const look = (): void => {
            const buttons = [...document.querySelectorAll('button')];
            const cancel = buttons.find(({ textContent }) => textContent.trim() === 'Cancel export');
            if (cancel === undefined) return;
            observer.disconnect();
            cancel.click();
            resolve();
          };
          const observer = new MutationObserver(look);
          observer.observe(document.body, { childList: true, subtree: true });
        }),
    );
  }

  /** Where the bar says that the file is. */
  async path(): Promise<string> {
    await expect(this.bar).toContainText(' exported · ');
    return await this.bar.locator('bdi').innerText();
  }
}

/** Starts the app for a person who has a folder for downloads. */
async function opened(
  open: (options: object) => Promise<App>,
  practice: PracticeServer,
  scratch: string,
): Promise<{ app: App; exports: ExportBar; downloads: string }> {
  const downloads = join(scratch, 'home', 'Downloads');
  mkdirSync(downloads, { recursive: true });
  const { args, env } = connectionTo(practice, practice.tokens.admin);
  const home = join(scratch, 'home');
  const app = await open({ args, env: { ...env, HOME: home, USERPROFILE: home } });
  return { app, exports: new ExportBar(app.page), downloads };
}

test(
  'what is on screen is kept as a database of its own, and the whole library as CSV from Settings',
  { tag: '@shell' },
  async ({ open, service, scratch }) => {
    const practice = await service();
    await namedFiles(
      practice,
      [1, 2, 3].map((number) => ({ name: `aurora-${number}.png`, keyvalues: { rarity: '=1+1' } })),
    );
    const { app, exports, downloads } = await opened(open, practice, scratch);
    await expect(app.status).toContainText('Up to date');
    practice.control.changeSettings({ offline: true });
    await app.files.choose('aurora-2.png');
    await app.inspector.rename('dawn-2 of aurora.png');
    await app.files.search.fill('aurora');
    await expect(app.files.found).toContainText('3 files');

    await app.files.fromMenu('Export…');
    await exports.dialog.getByRole('radio', { name: 'A copy to keep' }).check();
    expect(await findings(app.page), 'the dialog').toEqual([]);
    await app.page.keyboard.press('Escape');
    await exports.keepACopy('SQLite');
    await expect(exports.dialog).toBeHidden();
    const path = await exports.path();
    expect(await findings(app.page), 'the result').toEqual([]);
    expect([dirname(path), basename(path)]).toEqual([
      downloads,
      expect.stringMatching(/^pinfold-Studio-[\d-]+\.sqlite$/),
    ]);
    const db = new SQLite(path, { readonly: true });
    expect(db.prepare('SELECT name, state FROM files ORDER BY name').raw().all()).toEqual([
      ['aurora-1.png', 'onServer'],
      ['aurora-3.png', 'onServer'],
      ['dawn-2 of aurora.png', 'waiting'],
    ]);
    expect(db.prepare("SELECT count(*) FROM metadata WHERE key = 'rarity' AND value = '=1+1'").pluck().get()).toBe(3);
    db.close();

    await app.go('Settings');
    await app.settings.show('Data & export');
    // The finished export has its entry in the activity.
    await expect(exports.bar).toBeHidden();
    await expect(app.settings.part).toContainText('Size of the copy');
    expect(await findings(app.page), 'Settings').toEqual([]);
    await app.settings.part.getByRole('radio', { name: 'CSV' }).check();
    await app.settings.part.getByRole('button', { name: 'Export the library' }).click();
    const table = readFileSync(await exports.path(), 'utf8');
    expect(table).toContain(',dawn-2 of aurora.png,');
    expect(table).toContain(",'=1+1");
    expect(table.trimEnd().split('\r\n').length).toBe(1 + 40);
    expect(readdirSync(downloads)).toHaveLength(2);
  },
);

test('an export that is cancelled leaves nothing, and a large list is no table to edit', async ({
  open,
  service,
  scratch,
}) => {
  const practice = await service({ fileCount: 1 });
  const first = await opened(open, practice, scratch);
  await expect(first.app.status).toContainText('Up to date');
  await first.app.running.quit();
  practice.control.changeSettings({ offline: true });
  fillMirror(join(scratch, 'profile'), 30_000, 'all');
  const { app, exports, downloads } = await opened(open, practice, scratch);
  await expect(app.files.found).toContainText('30,000 files');
  await app.files.fromMenu('Export…');
  await expect(exports.dialog.getByRole('radio', { name: 'A table to edit' })).toBeDisabled();
  await expect(exports.dialog).toContainText('A table holds at most 20,000 files.');
  await app.page.keyboard.press('Escape');

  const cancelled = exports.cancelAtOnce();
  await exports.keepACopy('SQLite');
  await cancelled;
  await expect(exports.bar).toBeHidden();
  expect(readdirSync(downloads)).toEqual([]);

  await exports.keepACopy('JSON Lines');
  const text = readFileSync(await exports.path(), 'utf8');
  expect(text.trimEnd().split('\n')).toHaveLength(30_000);
});
