import { join } from 'node:path';
import { App } from './pages/app.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { fillMirror } from './pages/filled-mirror.ts';

const MILLION = 1_000_000;

/** Displays as Chromium tells them: twice the dots on half the pixels is what zooming to 200 % makes of a page. */
const displays = [
  ['at scale 1', { width: 1280, height: 800, deviceScaleFactor: 1 }],
  ['at scale 2', { width: 1280, height: 800, deviceScaleFactor: 2 }],
  ['at scale 3', { width: 1280, height: 800, deviceScaleFactor: 3 }],
  ['at 200 %', { width: 640, height: 400, deviceScaleFactor: 2 }],
] as const;

const title = 'the first and the last of a million rows are reached by keys, wheel and scroll bar on every display';

test(title, { tag: '@web-host' }, async ({ open, service, scratch }) => {
  test.slow(); // a million rows are made
  const practice = await service({ fileCount: 1 });
  const first = await open(connectionTo(practice, practice.tokens.admin));
  await expect(first.status).toContainText('Up to date');
  await first.running.quit();
  practice.control.changeSettings({ offline: true });
  fillMirror(join(scratch, 'profile'), MILLION, 'ends');

  const app = await open({});
  await expect(app.files.found).toContainText('1,000,000 files');
  // An address admits one browser; the contexts have what that browser has.
  const storageState = await app.page.context().storageState();
  for (const [name, { deviceScaleFactor, ...viewport }] of displays) {
    await test.step(name, async () => {
      const context = await app.page.context().browser()!.newContext({ viewport, deviceScaleFactor, storageState });
      const page = await context.newPage();
      await page.goto(app.running.address!);
      await reachTheEnds(new App(app.running, page));
      await context.close();
    });
  }
});

async function reachTheEnds({ files, page }: App): Promise<void> {
  const last = files.rows.last();
  await expect(files.found).toContainText('1,000,000 files');
  await expect(files.rows.nth(1)).toContainText('photo 0000001.png');
  await files.grid.focus();
  await page.keyboard.press('End');
  await expect(last).toHaveAttribute('aria-rowindex', String(MILLION + 1));
  await expect(last).toContainText('photo 0999999.png');
  await expect(last).toBeInViewport({ ratio: 0.9 });
  await expect(files.grid).toHaveAttribute('aria-rowcount', String(MILLION + 1));

  await page.keyboard.press('Home');
  await expect(files.rows.first()).toHaveAttribute('aria-rowindex', '2');
  await expect(files.rows.first()).toBeInViewport({ ratio: 0.9 });

  const box = (await files.grid.boundingBox())!;
  await page.mouse.move(box.x + 40, box.y + box.height / 2);
  await page.mouse.wheel(0, 280);
  // A pixel of the scroll bar is several rows, and the wheel moves by its own: in dots of the display when it is played.
  await expect(files.rows.first()).toHaveAttribute('aria-rowindex', /^(12|7|5)$/);

  await files.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
  await expect(last).toContainText('photo 0999999.png');
  await files.grid.evaluate((grid) => grid.scrollTo(0, grid.scrollHeight / 2));
  await expect(files.rows.nth(2)).toContainText(/photo 04\d|photo 05\d/);
  await files.grid.evaluate((grid) => grid.scrollTo(0, 0));
  await expect(files.rows.first()).toHaveAttribute('aria-rowindex', '2');
}
