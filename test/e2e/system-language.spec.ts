import { connectionTo, expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a system without a language shows its files in English', { tag: '@web-host' }, async ({ open, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png' }]);
  const app = await open(connectionTo(practice, practice.tokens.admin));
  await expect(app.status).toContainText('Up to date');
  // As Chromium says it under LANG=C.
  await app.page.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { value: ['en-US@posix', 'en-US'] }),
  );
  await app.page.reload();
  await expect(app.files.found).toContainText('files');
  await expect(app.files.row('aurora.png')).toBeVisible();
});
