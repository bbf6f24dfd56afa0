import { App } from './pages/app.ts';
import { collectComplaints, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('two connections are edited offline, and each sends its own edits and nobody else’s', async ({
  openOn,
  service,
}) => {
  const [studio, archive] = [await service(), await service()];
  // The same ids on both: an edit that went astray would find a file to change.
  const [first] = await namedFiles(studio, [{ name: 'of the studio.png' }]);
  const [second] = await namedFiles(archive, [{ name: 'of the archive.png' }]);
  expect(first!.id).toBe(second!.id);
  const app = await openOn(studio);
  await expect(app.status).toContainText('Up to date');
  await app.connections.add(archive.baseUrl, archive.tokens.admin, 'Archive');
  await expect(app.status).toContainText('Up to date');
  for (const { control } of [studio, archive]) control.changeSettings({ offline: true });

  await app.files.choose('of the archive.png');
  await app.inspector.rename('archive, edited.png');
  await app.connections.go('Studio');
  await app.files.choose('of the studio.png');
  await app.inspector.rename('studio, edited.png');
  await expect(app.status).toContainText('Changes to 1 file waiting on this computer');
  await app.connections.open();
  await expect(app.connections.item('Studio')).toContainText('edits to 1 file');
  await expect(app.connections.item('Archive')).toContainText('edits to 1 file');
  await app.page.keyboard.press('Escape');

  studio.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect.poll(() => studio.control.file(first!.id)).toMatchObject({ name: 'studio, edited.png' });
  expect(archive.control.file(second!.id)).toMatchObject({ name: 'of the archive.png' });
  archive.control.changeSettings({ offline: false });
  await app.connections.go('Archive');
  await app.checkNow();
  await expect.poll(() => archive.control.file(second!.id)).toMatchObject({ name: 'archive, edited.png' });
  expect(studio.control.file(first!.id)).toMatchObject({ name: 'studio, edited.png' });
});

test('a connection opens in a window of its own', { tag: '@web-host' }, async ({ openOn, service, complaints }) => {
  const [studio, archive] = [await service(), await service()];
  await namedFiles(studio, [{ name: 'of the studio.png' }]);
  const app = await openOn(studio);
  await app.connections.add(archive.baseUrl, archive.tokens.admin, 'Archive');
  await app.connections.go('Studio');
  const opening = app.page.context().waitForEvent('page');
  await app.connections.open();
  await app.connections.ownWindow.click();
  const page = await opening;
  await collectComplaints(page, complaints);
  const other = new App(app.running, page);
  await expect(other.connections.current).toContainText('Studio');
  await app.connections.go('Archive');
  await expect(app.connections.current).toContainText('Archive');
  await expect(other.connections.current).toContainText('Studio');
  await expect(other.files.row('of the studio.png')).toBeVisible();
});

test('another address parks what waits and says so, and the old one brings it back', async ({ openOn, service }) => {
  const [studio, archive] = [await service(), await service()];
  const [first] = await namedFiles(studio, [{ name: 'of the studio.png' }]);
  const [second] = await namedFiles(archive, [{ name: 'of the archive.png' }, { name: 'only there.png' }]);
  const app = await openOn(studio);
  await expect(app.status).toContainText('Up to date');
  studio.control.changeSettings({ offline: true });
  await app.files.choose('of the studio.png');
  await app.inspector.rename('edited.png');

  await app.go('Settings');
  await app.settings.address.fill(archive.baseUrl);
  const host = new URL(studio.baseUrl).host;
  await expect(app.settings.part).toContainText('Edits to 1 file are parked');
  await expect(app.settings.part).toContainText(`go on when the address is ${host} again`);
  await expect(app.settings.changeAddress).toBeDisabled();
  await app.settings.tokenFor(archive.baseUrl).fill(archive.tokens.admin);
  await app.settings.changeAddress.click();
  await expect(app.status).toContainText('1 parked: made with another token, account or address');
  await app.go(/^Files/);
  await app.files.search.fill('only there');
  await expect(app.files.row('only there.png')).toBeVisible();
  await app.checkNow();
  await expect(app.status).toContainText('Changes to 1 file are parked. Checked');
  expect(archive.control.file(second!.id)).toMatchObject({ name: 'of the archive.png' });

  studio.control.changeSettings({ offline: false });
  await app.go('Settings');
  await app.settings.address.fill(studio.baseUrl);
  await app.settings.tokenFor(studio.baseUrl).fill(studio.tokens.admin);
  await app.settings.changeAddress.click();
  await expect.poll(() => studio.control.file(first!.id)).toMatchObject({ name: 'edited.png' });
});

test('a read-only connection takes no edit and sends none', async ({ openOn, service }) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  await app.settings.show('Sync');
  await app.settings.readOnly.click();
  await expect(app.settings.readOnly).toBeChecked();
  await expect(app.connections.current).toContainText('read-only');
  await app.go(/^Files/);
  await app.files.choose('one.png');
  await app.inspector.tryToRename('two.png');
  await expect(app.inspector.pane).toContainText('This connection is read-only.');
  await app.checkNow();
  await expect(app.status).toContainText('Up to date');
  expect(practice.control.file(file!.id)).toMatchObject({ name: 'one.png' });
});

test('a self-test on a named file settles how metadata is treated, and leaves the file as it was', async ({
  openOn,
  service,
}) => {
  const practice = await service({ switches: { keyvaluesMode: 'replace' } });
  const [file] = await namedFiles(practice, [{ name: 'nobody minds.png', keyvalues: { env: 'prod' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  await expect(app.settings.part).toContainText('Not known yet');
  await app.settings.selfTest('nobody minds');
  await expect(app.page.getByRole('dialog')).toContainText('Settled: this service replaces metadata');
  await expect(app.page.getByRole('dialog')).toContainText('2 updates were sent. The file is as it was.');
  await app.page.keyboard.press('Escape');
  await expect(app.settings.part).toContainText('Replaced: what an update leaves out is gone');
  expect(practice.control.file(file!.id)).toMatchObject({ name: 'nobody minds.png', keyvalues: { env: 'prod' } });
});

test('the last requests are shown with their ids, and the report holds no token', async ({ openOn, service }) => {
  const practice = await service();
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.go('Settings');
  await app.settings.show('Diagnostics');
  const rows = app.page.getByRole('region', { name: 'Last requests' }).last().getByRole('row');
  await expect(rows.filter({ hasText: 'GET /files/public' }).first()).toContainText(/200\s*\d+ ms\s*[0-9a-f-]{36}/);
  await app.page.getByText('Report', { exact: true }).last().click();
  await expect(app.page.locator('pre')).toContainText(new URL(practice.baseUrl).host);
  const report = await app.page.locator('pre').textContent();
  for (const part of practice.tokens.admin.split('.')) expect(report).not.toContain(part);
});
