import { App } from './pages/app.ts';
import { collectComplaints, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('an edit in one browser tab shows in the other', { tag: '@web-host' }, async ({ openOn, service, complaints }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'shared.png' }]);
  const first = await openOn(practice);
  await expect(first.status).toContainText('Up to date');
  const page = await first.page.context().newPage();
  await page.goto(first.running.address!);
  await collectComplaints(page, complaints);
  const second = new App(first.running, page);
  await second.files.choose('shared.png');
  practice.control.changeSettings({ offline: true });

  await first.files.choose('shared.png');
  await first.inspector.rename('shared by both.png');
  await expect(second.inspector.pane).toContainText('shared by both.png waiting');
  await expect(second.status).toContainText('Changes to 1 file waiting on this computer');
  for (const { files } of [first, second]) await files.search.fill('shared by');
  practice.control.changeSettings({ offline: false });
  await second.checkNow();
  await expect(first.inspector.title).toHaveText('shared by both.png');
  await first.files.isOnServer('shared by both.png');
  await second.files.isOnServer('shared by both.png');
});
