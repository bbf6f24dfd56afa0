import type { Page } from 'playwright/test';
import type { App } from './app.ts';

/** A state of the app that a person can meet, and how it is reached from anywhere. */
export type AppState = {
  readonly name: string;
  /** The part of the address behind the connection; the page begins anew there. */
  readonly at: string;
  readonly reach?: (app: App) => Promise<void>;
  /** Takes away what the page's beginning anew does not. */
  readonly leave?: (app: App) => Promise<void>;
};

/** Runs a command of the palette by its title. */
export async function command(app: App, title: string): Promise<void> {
  await app.palette.open(`>${title.replace('…', '')}`);
  await app.palette.row(title).first().click();
  await app.palette.dialog.waitFor({ state: 'hidden' });
}

const press =
  (...keys: readonly string[]) =>
  async ({ page, files }: App): Promise<void> => {
    await files.grid.focus();
    await page.keyboard.press('Home');
    for (const key of keys) await page.keyboard.press(key);
  };

const dialog = async ({ page }: App): Promise<void> => page.getByRole('dialog').first().waitFor();
const then =
  (...steps: readonly ((app: App) => Promise<void>)[]) =>
  async (app: App): Promise<void> => {
    for (const step of steps) await step(app);
  };
const run = (title: string) => (app: App) => command(app, title);
const search = (text: string) => (app: App) => app.files.search.fill(text);
const button =
  (name: string | RegExp) =>
  ({ page }: App): Promise<void> =>
    page.getByRole('button', { name }).first().click();
const see =
  (text: string | RegExp) =>
  ({ page }: App): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

const part =
  (name: Parameters<App['inspector']['show']>[0]) =>
  ({ inspector }: App): Promise<void> =>
    inspector.show(name);

const files: readonly AppState[] = [
  { name: 'files', at: 'files' },
  { name: 'a file', at: 'files', reach: press('ArrowDown') },
  { name: 'files found', at: 'files', reach: then(search('atlas'), see(/files/)) },
  { name: 'nothing found', at: 'files', reach: then(search('no such file'), see('No file matches')) },
  { name: 'filter', at: 'files', reach: then(press('f'), dialog) },
  { name: 'filter by metadata', at: 'files', reach: then(press('Shift+F'), dialog) },
  {
    name: 'filter by a date',
    at: 'files',
    reach: then(press('f'), async ({ files: { builder } }) => {
      await builder.getByRole('combobox', { name: 'Filter by' }).selectOption('Added');
    }),
  },
  { name: 'history of a file', at: 'files', reach: then(press('ArrowDown'), part('History')) },
  { name: 'record of a file', at: 'files', reach: then(press('ArrowDown'), part('Record')) },
  { name: 'a file that needs you', at: 'files?state=needsYou', reach: then(press('ArrowDown'), part('Record')) },
  { name: 'a group', at: 'files?group=ember-court' },
  { name: 'a group being named', at: 'files?group=zz-odd-names', reach: button('Name this group') },
  { name: 'rename', at: 'files', reach: press('ArrowDown', 'F2') },
  { name: 'metadata', at: 'files', reach: press('ArrowDown', 'e') },
  { name: 'selection', at: 'files', reach: press('x', 'ArrowDown', 'x') },
  { name: 'menu of a row', at: 'files', reach: press('ArrowDown', 'Shift+F10') },
  { name: 'columns', at: 'files', reach: button('Columns') },
  { name: 'bulk edit', at: 'files', reach: then(press('Control+a', 'e'), dialog) },
  { name: 'batch rename', at: 'files', reach: then(press('Control+a', 'F2'), dialog) },
  { name: 'export', at: 'files', reach: then(press('Control+a'), run('Export…'), dialog) },
  { name: 'import a table', at: 'files', reach: then(run('Import table…'), dialog) },
  { name: 'saved views', at: 'files', reach: then(run('Manage saved views…'), dialog) },
  { name: 'look up a CID', at: 'files', reach: then(run('Look up a CID…'), dialog) },
  { name: 'palette', at: 'files', reach: (app) => app.palette.open() },
  { name: 'palette, typed', at: 'files', reach: (app) => app.palette.open('re') },
  {
    name: 'palette, an edit',
    at: 'files',
    reach: then(press('x', 'ArrowDown', 'x'), (app) => app.palette.open('tier gold')),
  },
  { name: 'keys of the screen', at: 'files', reach: then(press('?'), dialog) },
  { name: 'menu of connections', at: 'files', reach: button(/^Connection: /) },
  { name: 'faults of practice', at: 'files', reach: button(/^Fault: /) },
];

const changes: readonly AppState[] = [
  { name: 'changes that need you', at: 'changes?tab=needsYou' },
  {
    name: 'conflict',
    at: 'changes?tab=needsYou',
    reach: ({ changes: screen }) => screen.rows.first().click(),
  },
  { name: 'changes waiting', at: 'changes?tab=waiting' },
  { name: 'changes held', at: 'changes?tab=held' },
  { name: 'changes sent', at: 'changes?tab=sent' },
  { name: 'changes discarded', at: 'changes?tab=discarded' },
  { name: 'dry run', at: 'changes', reach: run('Dry run of what waits') },
];

/** A gateway where nothing listens: port 9 is that of the discard protocol (RFC 863). */
const setGateway = async ({ page }: App): Promise<void> => {
  const setting = page.getByRole('region', { name: 'Gateway' });
  await setting.getByRole('textbox').fill('http://127.0.0.1:9');
  await setting.getByRole('button', { name: 'Set the gateway' }).click();
  await setting.getByRole('checkbox').click();
  await setting.getByRole('checkbox', { checked: true }).waitFor();
};

const gateways: readonly AppState[] = [
  { name: 'settings, gateway set', at: 'settings/connections', reach: setGateway },
  {
    name: 'a file without its picture',
    at: 'files',
    reach: then(press('ArrowDown'), see(/gateway is away|no picture that|is private|no CID that|is larger than/)),
    leave: async (app) => {
      await app.go('Settings');
      await app.page.getByRole('button', { name: 'Use no gateway' }).click();
      await app.page.getByRole('button', { name: 'Use no gateway' }).waitFor({ state: 'hidden' });
    },
  },
];

const others: readonly AppState[] = [
  { name: 'library', at: 'library' },
  {
    name: 'library as tables',
    at: 'library',
    reach: async ({ page }) => {
      const toTable = page.getByRole('button', { name: /show as a table/ });
      await toTable.first().waitFor();
      while ((await toTable.count()) > 0) await toTable.first().click();
    },
  },
  { name: 'API keys', at: 'keys' },
  { name: 'an API key', at: 'keys', reach: ({ keys }) => keys.grid.getByRole('row').nth(1).click() },
  { name: 'filters of keys', at: 'keys', reach: async ({ page }) => page.getByText('More filters').first().click() },
  { name: 'alerts of keys', at: 'keys', reach: then(run('Alerts of API keys…'), dialog) },
  { name: 'scope audit', at: 'audit' },
  { name: 'signatures', at: 'signatures' },
  { name: 'same content', at: 'sameContent', reach: see(/in .* groups?|No two files/) },
  { name: 'activity', at: 'activity' },
  { name: 'an entry of activity', at: 'activity', reach: ({ activity }) => activity.entries.first().click() },
  { name: 'guide', at: 'guide/conflicts', reach: see('A conflict exists only') },
  ...[
    'connections',
    'offlineCopy',
    'sync',
    'conflicts',
    'signers',
    'appearance',
    'keyboard',
    'data',
    'diagnostics',
    'about',
  ].map((section) => ({
    name: `settings, ${section}`,
    at: `settings/${section}`,
  })),
  {
    name: 'another connection',
    at: 'files',
    reach: then(button(/^Connection: /), async ({ page, firstRun }) => {
      await page.getByRole('menuitem', { name: 'Add a connection…' }).click();
      await firstRun.practise.waitFor();
    }),
    leave: button('Back'),
  },
  {
    name: 'offline',
    at: 'files',
    reach: then((app) => app.practice.network.click(), see('Working offline')),
    leave: (app) => app.practice.network.click(),
  },
  {
    name: 'paused',
    at: 'files',
    reach: then(run('Pause this connection'), see('Paused')),
    leave: run('Resume this connection'),
  },
];

/** Every screen of a practice connection, with what opens on it. */
export const everyState: Readonly<Record<string, readonly AppState[]>> = {
  'the files': files,
  'the changes': changes,
  'a gateway': gateways,
  'all else': others,
};

/** Begins anew at a state, with the states before it gone. */
export async function show(app: App, state: AppState): Promise<void> {
  const { page } = app;
  await page.evaluate((at) => {
    location.hash = `${/^#\/c\/[^/?]+/.exec(location.hash)?.[0] ?? ''}/${at}`;
  }, state.at);
  await page.reload();
  await page.getByRole('contentinfo').waitFor();
  await atRest(page);
  await state.reach?.(app);
  await atRest(page);
}

/** Nothing is loading any more. */
async function atRest(page: Page): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
}
