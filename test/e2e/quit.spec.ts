import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'who quits with a waiting edit is told on the window, and a system that shuts down waits for no reader',
  { tag: '@stand-in' },
  async ({ openOn, service }) => {
    const practice = await service();
    await namedFiles(practice, [{ name: 'aurora.png' }]);
    const app = await openOn(practice);
    const standIn = app.running.standIn!;
    await expect(app.status).toContainText('Up to date');
    await standIn.suspend();
    await app.files.choose('aurora.png');
    await app.inspector.rename('aurora-mine.png');
    await expect(app.status).toContainText('1 file');

    await standIn.readNoBoxes();
    standIn.chooseQuit();
    const boxes = async () => (await standIn.record()).filter(({ what }) => what === 'dialog.showMessageBox');
    await expect
      .poll(async () => (await boxes()).map(({ with: given }) => given))
      .toEqual([
        [
          expect.objectContaining({ message: expect.stringMatching(/^The changes to 1 file are waiting\./) }),
          { isOnWindow: true },
        ],
      ]);
    expect(app.page.isClosed()).toBe(false);
    expect(await standIn.shutDown()).toBe(0);
  },
);
