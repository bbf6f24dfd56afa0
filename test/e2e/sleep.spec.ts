import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'nothing is sent while the computer falls asleep, and what waits goes out when it wakes',
  { tag: '@stand-in' },
  async ({ openOn, service }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const app = await openOn(practice);
    await expect(app.status).toContainText('Up to date');
    await app.running.standIn!.suspend();
    await expect(app.status).toContainText('Working offline');
    await app.files.choose('aurora.png');
    await app.inspector.rename('aurora-mine.png');
    await expect(app.status).toContainText('waiting on this computer');
    const updates = () => practice.control.requests().filter(({ method }) => method === 'PUT').length;
    expect(updates()).toBe(0);
    await app.running.standIn!.resume();
    await expect.poll(updates).toBe(1);
    await expect(app.status).toContainText('Up to date');
  },
);
