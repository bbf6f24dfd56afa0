import type { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

/** A theme changes colours and nothing else: the second is looked at for what depends on them. */
const themes = [
  ['light', undefined],
  ['dark', ['color-contrast']],
] as const;

test('axe finds nothing on any screen, in both themes', async ({ openOn, service }) => {
  test.slow(); // two looks at each screen
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.fromMenu('Fetch signatures');
  await expect(app.signatures.work).toContainText('were fetched');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-mine.png');
  practice.control.editFile({ id: file!.id, name: 'aurora-theirs.png' });
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('1 needs you');

  for (const [theme, rules] of themes) {
    const look: Look = async (what) => expect.soft(await findings(app.page, rules), `${what}, ${theme}`).toEqual([]);
    await app.go('Settings');
    await app.settings.show('Appearance');
    await app.page.getByRole('radio', { name: theme }).check();
    await expect(app.page.locator('html')).toHaveAttribute('data-theme', theme);
    for (const [screen, show] of Object.entries(screens)) {
      await show(app, look);
      await look(screen);
    }
  }
});

/** Looks at what is on screen. */
type Look = (what: string) => Promise<void>;

const screens: Readonly<Record<string, (app: App, look: Look) => Promise<void>>> = {
  settings: async (app, look) => {
    await app.settings.show('Connections');
    await expect(app.page.getByRole('button', { name: 'Probe again' })).toBeVisible();
    for (const part of ['Offline copy', 'Sync', 'Conflicts', 'Appearance', 'About']) {
      await app.settings.show(part);
      await expect(app.page.getByRole('heading', { name: part, level: 2 })).toBeVisible();
      await look(part);
    }
    await app.settings.show('Connections');
  },
  library: async (app, look) => {
    await app.go('Library');
    await expect(app.page.getByRole('region', { name: 'Edits a day', exact: true })).toBeVisible();
    await look('library as charts');
    const toTable = app.page.getByRole('button', { name: /show as a table/ });
    while ((await toTable.count()) > 0) await toTable.first().click();
  },
  activity: async (app, look) => {
    await app.go('Activity');
    await expect(app.activity.entries.first()).toBeVisible();
    await look('activity');
    await app.activity.entries.first().click();
    await expect(app.activity.pane.getByRole('heading', { level: 2 })).toBeVisible();
  },
  files: async (app) => {
    await app.go(/^Files/);
    await app.files.choose('aurora-mine.png');
    await app.inspector.show('Record');
    await expect(app.inspector.pane).toContainText('was changed in both places');
  },
  filters: async (app, look) => {
    await app.files.addFilterButton.click();
    await app.files.builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Created');
    await look('dates');
    await app.files.builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Metadata');
    await look('metadata');
    await app.page.keyboard.press('Escape');
    await app.files.search.fill('no such file');
    await expect(app.files.list).toContainText('No file matches');
    await look('nothing found');
    await app.files.search.fill('');
    await app.files.addFilter('Network', 'public');
    await app.savedViews.save('Public ones');
    await app.savedViews.open();
    await expect(app.savedViews.dialog.getByRole('listitem')).toHaveCount(1);
    await look('views');
    await app.page.getByRole('button', { name: 'Remove Public ones' }).click();
    await expect(app.savedViews.dialog.getByRole('listitem')).toHaveCount(0);
    await app.page.keyboard.press('Escape');
  },
  palette: async (app, look) => {
    await app.palette.open();
    await look('nothing typed');
    await app.palette.field.fill('aurora');
    await expect(app.palette.group('Files found').getByRole('option')).toHaveCount(1);
    await look('a file found');
    await app.page.keyboard.press('Escape');
    await expect(app.palette.dialog).toBeHidden();
  },
  'API keys': async (app, look) => {
    await app.files.list.getByRole('button', { name: 'Clear all' }).click();
    await app.go(/^API keys/);
    await app.keys.row('Practice admin').click();
    await expect(app.page.getByRole('complementary', { name: 'API key' })).toBeVisible();
    await app.page.getByText('More filters').click();
    await app.keys.tool('Ask the service').click();
    await expect(app.keys.list).toContainText('The service answers the same');
    await look('more filters and the answer of the service');
    await app.keys.tool('Alerts…').click();
    await expect(app.page.getByRole('dialog')).toContainText('80 %');
    await look('alerts');
    await app.page.keyboard.press('Escape');
  },
  'scope audit': async (app) => {
    await app.nav.getByRole('link', { name: 'Scope audit' }).click();
    await expect(app.page.getByRole('heading', { name: 'Dead keys' })).toBeVisible();
  },
  signatures: async (app, look) => {
    await app.go('Signatures');
    await expect(app.signatures.grid.getByRole('row').nth(3)).toBeVisible();
    await app.signatures.grid.getByRole('row').nth(1).getByRole('button').click();
    await expect(app.signatures.lookUp).toContainText('Parts');
    await look('a CID');
    await app.page.keyboard.press('Escape');
    await app.go('Settings');
    await app.settings.show('Known signers');
    await look('known signers');
    await app.go('Same content');
    await expect(app.page.getByRole('button', { name: 'Look again' })).toBeEnabled();
    await look('same content');
    await app.go('Signatures');
  },
  changes: async (app) => {
    await app.go(/^Needs you/);
    await app.changes.open('Rename');
    await expect(app.changes.use).toBeVisible();
  },
  'dry run': async (app) => {
    await app.page.keyboard.press('Control+Shift+Enter');
    await expect(app.changes.pane).toContainText('Nothing is waiting');
  },
  history: async (app, look) => {
    await app.go(/^Files/);
    await app.files.choose('aurora-mine.png');
    await app.page.keyboard.press('Control+/');
    await expect(app.inspector.pane).toContainText('The story of this edit');
    await look('explained');
    await app.inspector.show('History');
    await expect(app.inspector.history.filter({ hasText: 'needs your decision' }).first()).toBeVisible();
  },
  'first run': async (app, look) => {
    await app.page.getByRole('button', { name: 'Connection: Studio' }).click();
    await app.page.getByRole('menuitem', { name: 'Add a connection…' }).click();
    await expect(app.firstRun.practise).toBeVisible();
    await look('first run');
    await app.page.getByRole('button', { name: 'Back' }).click();
  },
};

test('a button without a name and words in pale grey would be found', { tag: '@web-host' }, async ({ page }) => {
  await page.setContent('<main><button></button><p style="color: #ddd; background: #fff">pale</p></main>');
  expect((await findings(page)).join()).toMatch(/button-name.*color-contrast/);
  expect(await findings(page, ['color-contrast'])).toEqual([expect.stringMatching(/^color-contrast/)]);
});
