import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('a connection that is made late takes nobody away from the screen they went on to', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: /^Connection: Studio/ }).click();
  await page.getByRole('menuitem', { name: /^Add/ }).click();
  await core.hold('connections.addPractice');
  await page.getByRole('button', { name: /^Practise/ }).click();
  await page.getByRole('button', { name: /^Back/ }).click();
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await core.release();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await expect(files.selected).toContainText('photo 2.png');
  await expect(header.getByRole('button', { name: /^Connection: / })).toHaveText(/Studio/);
});

test('a practice connection that starts late takes nobody away from the screen they went on to', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', () => core.stand({ caughtUpAtMs: null, network: 'down' }));
  await core.become('files', 0);
  await core.hold('connections.addPractice');
  await page.getByRole('button', { name: /^Practise/ }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Changes/ })
    .click();
  const title = page.getByRole('heading', { name: 'Changes', level: 1 });
  await expect(title).toBeVisible();
  await core.release();
  await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
  await expect(title).toBeVisible();
  await expect(page.getByRole('button', { name: /^Connection: / })).toHaveText(/Studio/);
});
