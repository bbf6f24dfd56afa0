import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

/** From now on the code of a part throws as it is read, as that of a damaged file does. */
const damage = (page: Page, part: string): Promise<unknown> =>
  page.route(new RegExp(`/${part}-[^/]*\\.js$`), (route) =>
    route.fulfill({ body: 'throw new Error("damaged")', contentType: 'text/javascript' }),
  );

test('a screen whose code cannot be loaded says so, and the others come all the same', async ({ page, show }) => {
  await damage(page, 'ActivityView');
  await show('app', 'activity');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be loaded');
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /API keys/ })
    .click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
});

test('a palette whose code cannot be loaded says so, and takes no keys', async ({ page, show }) => {
  await damage(page, 'Palette');
  await show('app');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('grid').getByRole('row', { selected: true })).toHaveCount(1);
});

test('a summary whose code cannot be loaded says so in the inspector', async ({ page, show }) => {
  await damage(page, 'SelectionSummary');
  await show('app');
  await page.getByRole('grid').focus();
  await page.keyboard.press('Control+a');
  await expect(new Inspector(page).pane.getByRole('alert')).toContainText('could not be loaded');
});

test('a gateway link whose code cannot be loaded says so in the inspector', async ({ page, show, core }) => {
  await damage(page, 'GatewayLink');
  await show('app');
  await core.stand({}, { gateway: { address: 'https://gateway.test', showsImages: false } });
  await new FilesScreen(page).row('photo 1.png').click();
  await expect(new Inspector(page).pane.getByRole('alert')).toContainText('could not be loaded');
});

test('a guide whose words cannot be loaded says so', async ({ page, show }) => {
  await damage(page, 'pages-in-german');
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.lang = 'de')));
  await show('app', 'guide');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('could not be loaded');
});
