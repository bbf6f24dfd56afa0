import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

const MEGABYTE = 1_000_000;
const longName = `begin ${'n'.repeat(MEGABYTE - 6)}`;

/** The longest time for which the page stood still, from now on. */
async function watchingForFreezes(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const longest = { ms: 0 };
    Object.assign(window, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => (window as unknown as { longest: { ms: number } }).longest.ms);
}

/** A busy machine draws an ordinary page in a third of this. */
const FREEZE_MS = 1_500;

test('a name of a megabyte is shown cut in its row and in the inspector, which can copy the whole', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  const freezeMs = await watchingForFreezes(page);
  await core.describeFirst(longName, []);
  const row = files.rows.first();
  await expect(row).toContainText('begin nnn');
  await expect(row).toContainText('1,000,000 characters');
  await row.click();
  await expect(inspector.title).toContainText('… 1,000,000 characters');
  expect((await inspector.title.innerText()).length).toBeLessThan(400);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await expect(inspector.title.getByRole('button', { name: 'Copy the whole name' })).toBeVisible();
  await inspector.show('What the service said');
  await expect(inspector.pane).toContainText('characters');
  expect(await page.evaluate(() => document.body.innerText.length)).toBeLessThan(60_000);
  expect(await freezeMs()).toBeLessThan(FREEZE_MS);
});

test('a name that is too long to be edited is replaced by what is typed, and says so', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst(longName, []);
  await files.rows.first().click();
  await inspector.startRename();
  await expect(inspector.newName).toHaveValue('');
  await expect(inspector.pane).toContainText('The name has 1,000,000 characters, too many to be edited here.');
  await inspector.newName.fill('short.png');
  await expect(inspector.save).toBeEnabled();
  await page.keyboard.press('Escape');
  await files.rows.first().dblclick();
  await expect(files.grid.getByRole('textbox', { name: 'New name' })).toBeFocused();
});

test('a value of a megabyte does not keep the other values from being edited', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  const freezeMs = await watchingForFreezes(page);
  await core.describeFirst('usual.png', [
    ['long', 'v'.repeat(MEGABYTE)],
    ['k'.repeat(MEGABYTE), 'value of a long key'],
    ['short', 'before'],
  ]);
  await files.rows.first().click();
  await expect(inspector.title).toHaveText('usual.png');
  await inspector.editMetadata.click();
  await inspector.change('short', 'after');
  await expect(inspector.save).toBeEnabled();
  expect(await freezeMs()).toBeLessThan(FREEZE_MS);
});
