import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'with an icon in the tray the app goes on without a window, sends what waits, and comes back by it',
  { tag: '@stand-in' },
  async ({ openOn, service }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const app = await openOn(practice);
    const standIn = app.running.standIn!;
    const all = async (what: string) => (await standIn.record()).filter((one) => one.what === what);
    const updates = () => practice.control.requests().filter(({ method }) => method === 'PUT').length;
    await expect(app.status).toContainText('Up to date');
    await app.go('Settings');
    await app.settings.show('Sync');
    const wanted = app.page.getByRole('checkbox', { name: 'Keep Pinfold among the icons of the system' });
    await expect(wanted).not.toBeChecked();
    expect(await standIn.tray(null)).toBe(false);
    await wanted.check();
    await expect.poll(async () => (await all('new Tray')).length).toBe(1);

    await standIn.suspend();
    await app.go('Files');
    await app.files.choose('aurora.png');
    await app.inspector.rename('aurora-mine.png');
    await expect.poll(async () => (await all('tray.setToolTip')).at(-1)?.with).toEqual(['Pinfold: 1 file is waiting']);
    await app.page.close();
    await expect.poll(async () => (await all('app.window-all-closed')).length).toBe(1);
    expect(updates()).toBe(0);
    await standIn.resume();
    await expect.poll(updates).toBe(1);

    expect(await standIn.tray('Open Pinfold')).toBe(true);
    await expect.poll(async () => (await all('new BrowserWindow')).length).toBe(2);
    expect(await all('app.quit')).toEqual([]);
  },
);
