import { chromium, type Page } from 'playwright/test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { wallets } from '../../electron/practice/seed/wallets.ts';
import { browserSwitches, findBrowser, noBrowserText } from '../../electron/launch/browser.mjs';
import { type PracticeServer, startPractice } from '../../electron/practice/server.ts';
import type { FaultSettingsChange } from '../../electron/practice/faults/fault-settings.ts';
import { webHost } from './driver/web-host.ts';
import { App } from './pages/app.ts';
import { BulkEdit } from './pages/bulk-edit.ts';
import { withPalette } from './pages/palette-png.ts';
import { collectionFiles, nameGroups } from './pages/pictured-library.ts';
import { keepSamples } from './pages/kept-samples.ts';
import { askService } from './pages/service-files.ts';

/** Makes the pictures of the README: each screen in both themes. `node test/e2e/screenshots.ts OUT_DIR`, after a build. */
async function main(directory: string): Promise<void> {
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error(noBrowserText);
  const scratch = mkdtempSync(join(tmpdir(), 'pf-'));
  const profileDirectory = join(scratch, 'profile');
  const service = new Service(join(scratch, 'service.db'));
  await service.start({});
  const browser = await chromium.launch({ executablePath, args: [...browserSwitches] });
  const { env } = process;
  const running = await webHost.launch({ profileDirectory, args: [], env: { ...env, TMPDIR: scratch } }, browser);
  try {
    await running.page.setViewportSize({ width: 1440, height: 820 });
    mkdirSync(directory, { recursive: true });
    await story(new App(running), { service, profileDirectory }, (name) =>
      picture(running.page, join(directory, name)),
    );
  } finally {
    await running.release();
    await browser.close();
    await service.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A service that can go away altogether and come back to the same address. */
class Service {
  readonly #databasePath: string;
  #port = 0;
  #server: PracticeServer | null = null;

  constructor(databasePath: string) {
    this.#databasePath = databasePath;
  }

  get now(): PracticeServer {
    if (this.#server === null) throw new Error('The service is away');
    return this.#server;
  }

  async start(switches: FaultSettingsChange): Promise<void> {
    this.#server = await startPractice({
      databasePath: this.#databasePath,
      port: this.#port,
      library: 'studio',
      switches: { filesPageSize: 1_000, keysPageSize: 100, ...switches },
    });
    this.#port = Number(new URL(this.#server.baseUrl).port);
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }
}

type Given = { readonly service: Service; readonly profileDirectory: string };

async function story(app: App, given: Given, show: (name: string) => Promise<void>): Promise<void> {
  const { service, profileDirectory } = given;
  const files = await collectionFiles(service.now);
  await app.firstRun.fill(service.now.baseUrl, service.now.tokens.admin);
  await app.firstRun.name.fill('Studio');
  await app.firstRun.test.click();
  await app.firstRun.verdict('Read signatures').getByText('yes').waitFor();
  // What the test found stands below the fold of the other pictures.
  await app.page.setViewportSize({ width: 1440, height: 960 });
  await show('first-run');
  await app.page.setViewportSize({ width: 1440, height: 820 });
  await app.firstRun.connect.click();
  await app.status.getByText('Up to date').first().waitFor();
  await nameGroups(app);

  await service.stop();
  await app.files.search.fill('aurora');
  await app.files.openRow('aurora-0412.png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'epic');
  await app.inspector.change('artist', 'Ines Okafor');
  await app.inspector.saveMetadata();
  await app.files.openRow('aurora-0409.png');
  await app.inspector.rename('aurora-0409-final.png');
  await app.files.openRow('aurora-0414.png');
  await app.inspector.rename('aurora-0414 (northern lights over the fjord, second take).png');
  await app.inspector.editMetadata.click();
  await app.inspector.change('rarity', 'legendary');
  await app.inspector.add('place', 'Tromsø');
  await app.inspector.remove('series');
  await app.inspector.saveMetadata();
  await app.status.getByText('Working offline').first().waitFor();
  await app.status.getByText('Changes to 3 files waiting on this computer').first().waitFor();
  await app.inspector.pane.evaluate((pane) => pane.scrollTo(0, 0));
  await show('files');
  await bulkPreview(app, show);
  await app.files.search.fill('');

  const disputed = files.find(({ name }) => name === 'aurora-0412.png');
  await service.start({ faults: [{ kind: 'rateLimit', retryAfterSeconds: 600, method: 'PUT' }] });
  service.now.control.editFile({ id: disputed!.id, keyvalues: { rarity: 'mythic' } });
  await app.checkNow();
  await app.status.getByText('1 needs you').first().waitFor();
  await app.go(/^Needs you/);
  await app.changes.open('aurora-0412.png');
  await app.changes.decide('rarity', 'Yours');
  await show('changes');
  const already = files.find(({ name }) => name === 'aurora-0409.png');
  service.now.control.editFile({ id: already!.id, name: 'aurora-0409-final.png' });
  await app.changes.dryRun.click();
  await app.changes.dryRunFiles.first().waitFor();
  await show('dry-run');
  await app.page.keyboard.press('Escape');

  service.now.control.changeSettings({ faults: [] });
  await app.checkNow();
  // The conflict above was looked at, and not decided.
  await app.status.getByText('Changes to 1 file need you').first().waitFor();
  await keysAndAudit(app, service.now, profileDirectory);
  await show('api-keys');
  await app.go('Scope audit');
  await app.page.getByRole('heading', { name: 'Dead keys' }).waitFor();
  await show('scope-audit');
  await app.go('Library');
  await app.page.getByRole('region', { name: 'Edits a day', exact: true }).waitFor();
  await show('library');
  await app.go('Settings');
  await app.settings.show('Connections');
  await show('settings');
  await signatures(app, show);
  // Last, because it leaves the service away.
  await connectionsAndDiagnostics(app, service, show);
}

/** Signatures of one collection, with two known signers, and one of them looked at closely. */
async function signatures(app: App, show: (name: string) => Promise<void>): Promise<void> {
  await app.settings.show('Known signers');
  for (const { address, label } of wallets.slice(0, 2)) {
    await app.page.getByRole('textbox', { name: 'Address' }).fill(address);
    await app.page.getByRole('textbox', { name: 'Label' }).fill(label.replace('Practice ', 'The '));
    await app.page.getByRole('button', { name: 'Add signer' }).click();
    await app.page.getByRole('list', { name: 'Known signers' }).getByText(address).waitFor();
  }
  await app.go(/^Files/);
  await app.files.search.fill('aurora');
  await app.files.fromMenu('Fetch signatures');
  await app.signatures.work.getByText('were fetched').waitFor();
  await app.signatures.work.getByRole('button', { name: 'Hide' }).click();
  await app.go('Signatures');
  const valid = app.signatures.grid.getByRole('row').filter({ hasText: 'Valid for a known signer' });
  await valid.first().waitFor();
  await show('signatures');
  await valid.first().getByRole('button').click();
  await app.signatures.lookUp.getByText('Valid, signed by').waitFor();
  await show('signature');
  await app.page.keyboard.press('Escape');
}

/** Keys that have been watched for three months. */
async function keysAndAudit(app: App, service: PracticeServer, profileDirectory: string): Promise<void> {
  for (const { keyId, counts } of service.control.usageHistory())
    if (counts.length > 0)
      keepSamples(
        profileDirectory,
        keyId,
        counts.map(({ uses }) => uses),
        24,
      );
  const { keys } = await askService<{ keys: { readonly id: string; readonly name: string }[] }>(service, '/api_keys');
  const key = keys.find(({ name }) => name === 'drop uploader');
  if (key === undefined) throw new Error('The studio has no drop uploader');
  await app.go(/^API keys/);
  await app.page.evaluate((id) => (location.hash = location.hash.replace(/\/keys.*/, `/keys/${id}`)), key.id);
  await app.keys.inspector.getByText('Uses over time').waitFor();
}

/** What moving to another address would mean, looked at and left; then what was asked of the service. */
async function connectionsAndDiagnostics(
  app: App,
  service: Service,
  show: (name: string) => Promise<void>,
): Promise<void> {
  service.now.control.changeSettings({ offline: true });
  await app.go(/^Files/);
  await app.files.choose('aurora-0405.png');
  await app.inspector.rename('aurora-0405-final.png');
  await app.status.getByText('Changes to 1 file waiting on this computer').first().waitFor();
  await app.go('Settings');
  await app.settings.show('Connections');
  await app.settings.address.fill('https://files.example.com/v3');
  await app.settings.tokenFor('https://files.example.com/v3').scrollIntoViewIfNeeded();
  await show('connections');
  await app.settings.show('Diagnostics');
  await app.page.getByRole('region', { name: 'Last requests' }).last().getByRole('row').nth(3).waitFor();
  await show('diagnostics');
}

/** What a change of many files would do, looked at and left. */
async function bulkPreview(app: App, show: (name: string) => Promise<void>): Promise<void> {
  const bulk = new BulkEdit(app.page);
  await app.files.grid.focus();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('e');
  await bulk.setKey('rarity', 'uncommon');
  await bulk.preview();
  await show('bulk-edit');
  await app.page.keyboard.press('Escape');
  await app.page.keyboard.press('Escape');
  await bulk.dialog.waitFor({ state: 'hidden' });
  await app.files.grid.focus();
  await app.page.keyboard.press('Escape');
}

async function picture(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    writeFileSync(`${path}-${colorScheme}.png`, withPalette(await page.screenshot({ animations: 'disabled' })));
  }
}

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Say where the pictures go: node test/e2e/screenshots.ts OUT_DIR');
await main(resolve(directory));
