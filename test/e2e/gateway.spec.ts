import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';
import { type PracticeServer, startPractice } from '../../electron/practice/server.ts';
import { findings } from './pages/axe-findings.ts';
import { type GatewayServer, startGateway } from './pages/gateway-server.ts';
import { expect, test as base } from './pages/preconditions.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const RAW = 0x55;
const DAG_PB = 0x70;
const cidOf = (codec: number, bytes: Uint8Array): string =>
  CID.createV1(codec, digest.create(0x12, createHash('sha256').update(bytes).digest())).toString();

/** Files of the service, by name. */
const files = {
  'checked.png': { network: 'public', type: 'image/png', cid: cidOf(RAW, PNG) },
  'large.png': { network: 'public', type: 'image/png', cid: cidOf(DAG_PB, PNG) },
  'lie.png': { network: 'public', type: 'image/png', cid: cidOf(RAW, Buffer.from('else')) },
  'drawing.svg': { network: 'public', type: 'image/svg+xml', cid: cidOf(RAW, Buffer.from('svg')) },
  'secret.png': { network: 'private', type: 'image/png', cid: cidOf(RAW, Buffer.concat([PNG, PNG])) },
} as const;

const test = base.extend<{ gateway: GatewayServer; pictured: PracticeServer }>({
  gateway: async ({}, use) => {
    const gateway = await startGateway();
    for (const { cid } of Object.values(files)) gateway.contents.set(`/ipfs/${cid}`, PNG);
    gateway.contents.set(`/ipfs/${files['secret.png'].cid}`, Buffer.concat([PNG, PNG]));
    await use(gateway);
    await gateway.close();
  },
  pictured: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'pf-gateway-'));
    const databasePath = join(folder, 'service.db');
    const service = await startPractice({ databasePath, fileCount: Object.keys(files).length, keyCount: 5 });
    const database = new SQLite(databasePath);
    const rows = database.prepare('SELECT seq FROM files ORDER BY seq').pluck().all();
    Object.entries(files).forEach(([name, { network, type, cid }], place) => {
      database
        .prepare('UPDATE files SET name = ?, network = ?, mime_type = ?, cid = ?, size_bytes = 70 WHERE seq = ?')
        .run(name, network, type, cid, rows[place]);
    });
    database.close();
    await use(service);
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test('a gateway that a person sets shows pictures, says what was checked, and learns nothing else', async ({
  gateway,
  pictured,
  openOn,
}) => {
  const app = await openOn(pictured);
  const { inspector, page } = app;
  const picture = inspector.pane.getByRole('img', { name: /^Picture: / });
  const open = inspector.pane.getByRole('link', { name: 'Open in browser' });
  await expect(app.status).toContainText('Up to date');

  await test.step('without a gateway there is no picture and no link, and none is asked', async () => {
    await app.files.choose('checked.png');
    await expect(inspector.title).toHaveText('checked.png');
    await expect(open).toHaveCount(0);
    await app.palette.open('>gateway');
    await expect(app.palette.row('Open through the gateway')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('a gateway is set, by keyboard, and says what it sees', async () => {
    await app.go('Settings');
    const setting = page.getByRole('region', { name: 'Gateway' });
    await expect(setting).toContainText('The gateway sees which files you look at.');
    const address = setting.getByRole('textbox', { name: 'Address of an IPFS gateway' });
    await address.fill('http://192.168.1.1');
    await address.blur();
    await expect(setting).toContainText('Over http anybody on the way sees which files you look at');
    await address.fill(`${gateway.origin}/ipfs/`);
    await page.keyboard.press('Enter');
    await expect(address).toHaveValue(gateway.origin);
    const pictures = setting.getByRole('checkbox', { name: 'Show pictures of public files in the inspector' });
    await expect(pictures).not.toBeChecked();
    await pictures.click();
    await expect(pictures).toBeChecked();
    await expect(setting.getByRole('button', { name: 'Use no gateway' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    expect(gateway.asked).toEqual([]);
  });

  await test.step('the picture of a file is checked against its CID', async () => {
    await app.go(/^Files/);
    await app.files.choose('checked.png');
    await expect(picture).toHaveAccessibleName('Picture: checked.png');
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1);
    await expect(inspector.pane).toContainText('Checked: the bytes match the seal.');
    await expect(open).toHaveAttribute('href', `${gateway.origin}/ipfs/${files['checked.png'].cid}`);
    await expect(open).toHaveAttribute('rel', 'noopener noreferrer');
    expect(await findings(page)).toEqual([]);
  });

  await test.step('one that cannot be checked says so', async () => {
    await app.files.choose('large.png');
    await expect(inspector.pane).toContainText('Not checked');
    await expect(picture).toHaveAccessibleName('Picture: large.png');
  });

  await test.step('other bytes than the CID names are not shown', async () => {
    await app.files.choose('lie.png');
    await expect(inspector.pane).toContainText('These bytes are not this file.');
    await expect(picture).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
  });

  await test.step('a drawing is not asked for', async () => {
    await app.files.choose('drawing.svg');
    await expect(inspector.pane).toContainText('no picture that Pinfold shows');
  });

  await test.step('a private file is asked for when the person says so', async () => {
    await app.files.choose('secret.png');
    await expect(inspector.pane).toContainText('This file is private.');
    expect(gateway.asked.some(({ path }) => path.includes(files['secret.png'].cid))).toBe(false);
    await inspector.pane.getByRole('button', { name: 'Load this picture all the same' }).click();
    await expect(picture).toHaveAccessibleName('Picture: secret.png');
    await expect(inspector.pane).toContainText('Checked: the bytes match the seal.');
  });

  await test.step('working offline loads nothing', async () => {
    const before = gateway.asked.length;
    await app.palette.open('>pause');
    await page.keyboard.press('Enter');
    await app.files.choose('checked.png');
    await expect(inspector.pane).toContainText('Working offline: no picture is loaded.');
    expect(gateway.asked).toHaveLength(before);
  });

  for (const { headers } of gateway.asked) {
    expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(headers)).not.toContain(pictured.tokens.admin);
  }
  expect(gateway.asked.some(({ path }) => path.includes(files['drawing.svg'].cid))).toBe(false);
});

test('a gateway that is away leaves the seal in its place, and can be tried again', async ({
  gateway,
  pictured,
  openOn,
}) => {
  const app = await openOn(pictured);
  const { inspector, page } = app;
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  const setting = page.getByRole('region', { name: 'Gateway' });
  await setting.getByRole('textbox').fill(gateway.origin);
  await page.keyboard.press('Enter');
  await setting.getByRole('checkbox').click();
  await expect(setting.getByRole('checkbox')).toBeChecked();
  await gateway.close();
  await app.go(/^Files/);
  await app.files.choose('checked.png');
  await expect(inspector.pane).toContainText('The gateway is away. There is no picture.');
  await inspector.pane.getByRole('button', { name: 'Try again' }).click();
  await expect(inspector.pane).toContainText('The gateway is away. There is no picture.');
  await app.go('Settings');
  await setting.getByRole('button', { name: 'Use no gateway' }).click();
  await expect(setting.getByRole('textbox')).toBeFocused();
  await expect(setting.getByRole('checkbox')).toHaveCount(0);
});

test(
  'a file opens at the gateway by the palette, in a tab of its own',
  { tag: '@web-host' },
  async ({ gateway, pictured, openOn }) => {
    const app = await openOn(pictured);
    const { page } = app;
    await expect(app.status).toContainText('Up to date');
    await app.go('Settings');
    const setting = page.getByRole('region', { name: 'Gateway' });
    await setting.getByRole('textbox').fill(gateway.origin);
    await page.keyboard.press('Enter');
    await expect(setting.getByRole('checkbox')).toBeVisible();
    await app.go(/^Files/);
    await app.files.choose('checked.png');
    await expect(app.inspector.pane.getByRole('link', { name: 'Open in browser' })).toBeVisible();
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      (async () => {
        await app.palette.open('>through the gateway');
        await page.keyboard.press('Enter');
      })(),
    ]);
    await expect.poll(() => tab.url()).toBe(`${gateway.origin}/ipfs/${files['checked.png'].cid}`);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await expect.poll(() => gateway.asked.length).toBeGreaterThan(0);
    expect(gateway.asked[0]?.headers.referer).toBeUndefined();
    await tab.close();
    await page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('button', { name: 'Copy', exact: true })
      .click();
    const link = page.getByRole('menuitem', { name: 'Gateway link' });
    await link.hover();
    await expect(page.getByText(`${gateway.origin}/ipfs/${files['checked.png'].cid}`)).toBeVisible();
  },
);
