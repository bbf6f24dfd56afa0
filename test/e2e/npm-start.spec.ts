import { join } from 'node:path';
import { expect, test } from './driver/fixture.ts';
import { rootDirectory } from './driver/paths.ts';
import { quitProcess, startProcess } from './driver/started-process.ts';

test(
  'the command of the README opens Pinfold on made-up files, and ends when it is told to',
  { tag: '@web-host' },
  async ({ page, scratch }) => {
    const words = ['--browser', '--practice', '--no-open', '--port', '0', '--profile', join(scratch, 'profile')];
    const started = startProcess(process.execPath, [join(rootDirectory, 'electron/launch/start.mjs'), ...words], {
      ...process.env,
      TMPDIR: scratch,
    });
    try {
      await page.goto((await started.says(/(?<=Pinfold is ready at )\S+/)).trim());
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      // It has ten seconds to end in, which on a busy machine are few while everything is being copied. Once that is done
      // practice takes the network away.
      const status = page.getByRole('contentinfo', { name: 'Standing of this connection' });
      await expect(status).toContainText('Working offline', { timeout: 180_000 });
      expect(await quitProcess(started)).toBe(0);
    } finally {
      started.child.kill('SIGKILL');
    }
  },
);
