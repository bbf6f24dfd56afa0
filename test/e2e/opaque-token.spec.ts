import { type OpaqueService, opaqueService } from './pages/opaque-tokens.ts';
import { connectionTo, expect, test as base } from './pages/preconditions.ts';
import type { PracticeServer } from '../../electron/practice/server.ts';
import { namedFiles } from './pages/service-files.ts';

const [first, second] = ['first-opaque-word-of-a-token', 'second-opaque-word-of-a-token'] as const;

const test = base.extend<{ opaque: (practice: PracticeServer) => Promise<OpaqueService> }>({
  opaque: async ({}, use) => {
    const started: OpaqueService[] = [];
    await use(async (practice) => {
      const service = await opaqueService(practice, [first, second]);
      started.push(service);
      return service;
    });
    await Promise.all(started.map((service) => service.close()));
  },
});

test('with a token that names no account everything works, and a new one asks before it sends what waits', async ({
  open,
  opaque,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
  const { baseUrl } = await opaque(practice);
  const app = await open(connectionTo({ baseUrl }, first));
  await expect(app.status).toContainText('Up to date');
  await expect(app.files.found).toContainText('40 files');
  practice.control.changeSettings({ offline: true });
  await app.files.choose('one.png');
  await app.inspector.rename('mine.png');
  await expect(app.status).toContainText('Changes to 1 file waiting on this computer');

  await app.go('Settings');
  await expect(app.settings.part).toContainText('The token does not name one.');
  await expect(app.settings.part).toContainText(/sha256:[0-9a-f]{32}/);
  await app.settings.newToken.fill(second);
  await app.settings.replaceToken.click();
  await expect(app.settings.part).toContainText('Edits to 1 file are parked. Decide about them in Changes.');
  practice.control.changeSettings({ offline: false });
  await app.checkNow();
  await expect(app.status).toContainText('Changes to 1 file are parked. Checked');
  await expect(app.status).not.toContainText('Up to date');
  await app.go(/^Files/);
  await app.files.search.fill('mine');
  await expect(app.files.stateOf('mine.png')).toContainText('parked');
  expect(practice.control.file(file!.id)).toMatchObject({ name: 'one.png' });

  await app.go(/^Changes/);
  await expect(app.page.getByRole('main')).toContainText('1 edit was made with the token you replaced');
  await expect(app.page.getByRole('main')).toContainText('Same account?');
  await app.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'mine.png' });
  await expect(app.status).toContainText('Up to date');
});
