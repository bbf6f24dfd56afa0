import { join } from 'node:path';
import { openPracticeDatabase } from '../../electron/practice/tables/schema.ts';
import { startPractice } from '../../electron/practice/server.ts';
import { wallets } from '../../electron/practice/seed/wallets.ts';
import { spellingsOf } from '../../src/domain/signatures/cid.ts';
import type { App } from './pages/app.ts';
import { findings } from './pages/axe-findings.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { savedFile } from './pages/saved-file.ts';
import { listedFiles } from './pages/service-files.ts';

const VERSION_0 = 'QmfNMUbFN7oBiTt2qs8aLS8PZh52DLc5wAV8B6DZVsqtzr';

async function know(app: App, ...labels: readonly string[]): Promise<void> {
  await app.go('Settings');
  await app.settings.show('Known signers');
  for (const { address, label } of wallets.filter((wallet) => labels.includes(wallet.label))) {
    await app.page.getByRole('textbox', { name: 'Address' }).fill(address);
    await app.page.getByRole('textbox', { name: 'Label' }).fill(label);
    await app.page.getByRole('button', { name: 'Add signer' }).click();
    await expect(app.page.getByRole('list', { name: 'Known signers' })).toContainText(label);
  }
}

test('signatures of a view are fetched, checked against known signers, and reported', async ({ openOn, service }) => {
  const practice = await service({ fileCount: 60 });
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.fromMenu('Fetch signatures');
  await expect(app.signatures.work).toContainText('signatures were fetched');
  await app.go('Signatures');
  await expect(app.signatures.grid).toContainText('Signed, not checked');
  await expect(app.signatures.list).toContainText('No signer is known yet');
  expect(await findings(app.page), 'signatures in the list').toEqual([]);

  practice.control.changeSettings({ offline: true });
  await know(app, 'Practice studio', 'Practice archive');
  await app.go('Signatures');
  await app.signatures.status.selectOption({ index: 3 });
  // The first row, and not any: one of these stands in the list before it is narrowed as well.
  const first = app.signatures.grid.getByRole('row').nth(1);
  await expect(first).toContainText('Valid for a known signer');
  await first.getByRole('button').click();
  await expect(app.signatures.lookUp).toContainText(/Valid, signed by\s*Practice/);
  await expect(app.signatures.lookUp).toContainText('spelled as the service keeps it');
  expect(await findings(app.page), 'a CID').toEqual([]);
  await app.page.keyboard.press('Escape');

  const report = app.signatures.list.getByRole('button', { name: 'Report CSV' });
  expect(await savedFile(app, () => report.click(), 'pinfold-signatures.csv')).toContain(',');
});

test('an address whose capitals are wrong is refused, in words', async ({ openOn, service }) => {
  const app = await openOn(await service());
  await app.go('Settings');
  await app.settings.show('Known signers');
  await app.page.getByRole('textbox', { name: 'Address' }).fill('0xcD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826');
  await app.page.getByRole('textbox', { name: 'Label' }).fill('Studio');
  await app.page.getByRole('button', { name: 'Add signer' }).click();
  await expect(app.page.getByRole('alert')).toContainText('EIP-55');
  await expect(app.page.getByText('No signer is known yet.')).toBeVisible();
});

test('a pasted CID is found in any spelling, and its signature fetched', async ({ openOn, service }) => {
  const practice = await service({ fileCount: 60 });
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go('Signatures');
  await app.signatures.paste('no cid');
  await expect(app.signatures.lookUp).toContainText('This is no CID that can be read.');
  const unknown = 'bafkreih5aznjvttude6c3wbvqeebb6rlx5wkbzyppv7garjiubll2ceym4';
  await app.signatures.lookUp.getByRole('textbox', { name: 'CID' }).fill(` ipfs://${unknown}/a.png `);
  await expect(app.signatures.lookUp).toContainText('version 1, base32 · codec raw · hash sha2-256, 32 bytes');
  await expect(app.signatures.lookUp).toContainText('No file of the copy has this CID.');
  await app.signatures.lookUp.getByRole('button', { name: 'Fetch', exact: true }).click();
  await expect(app.signatures.lookUp).toContainText('Not signed.');
});

test('files with the same content stand together, however the CID is spelled', async ({ open, scratch }) => {
  const databasePath = join(scratch, 'service.db');
  const practice = await startPractice({ databasePath, fileCount: 40, keyCount: 5 });
  const database = openPracticeDatabase(databasePath);
  const [first, second, third] = await listedFiles(practice, 'public');
  const [, version1] = spellingsOf(VERSION_0);
  for (const [file, cid] of [
    [first, VERSION_0],
    [second, version1],
    [third, VERSION_0],
  ] as const) {
    database.prepare('UPDATE files SET cid = ? WHERE id = ?').run(cid, file!.id);
  }
  database.close();
  const app = await open(connectionTo(practice, practice.tokens.admin));
  await expect(app.status).toContainText('Up to date');
  await app.go('Same content');
  const list = app.page.getByRole('grid', { name: 'Files with the same content' });
  await expect(list.getByRole('row').first()).toContainText('3 files');
  await expect(list.getByRole('row')).toHaveCount(4);
  await list.getByRole('link').first().click();
  await app.inspector.show('Record');
  await expect(app.inspector.pane).toContainText('As version');
  await app.files.search.fill(version1!);
  await expect(app.files.rows).toHaveCount(3);
  await practice.close();
});

test('a token that may not read signatures says so, and files and keys go on working', async ({ openOn, service }) => {
  const noScope = { kind: 'error', status: 401, pathContains: '/signature/' } as const;
  const app = await openOn(await service({ fileCount: 20, switches: { faults: [noScope] } }));
  await expect(app.status).toContainText('Up to date');
  await app.files.fromMenu('Fetch signatures');
  await expect(app.signatures.work).toContainText('This token may not read them (org:files:read)');
  await app.go('Signatures');
  await expect(app.signatures.list).toContainText('Files and API keys go on working');
  await app.checkNow();
  await expect(app.status).toContainText('Up to date');
});
