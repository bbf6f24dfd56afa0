import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

test('metadata comes before the record, which is folded away and stays open for the next file', async ({
  page,
  show,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await files.row('photo 1.png').click();
  const record = inspector.pane.getByRole('button', { name: /^Record/ });
  await expect(record).toHaveAttribute('aria-expanded', 'false');
  const topOf = (name: string): Promise<number> =>
    inspector.pane
      .getByRole('heading', { name })
      .first()
      .evaluate((one) => one.getBoundingClientRect().top);
  expect(await topOf('Metadata')).toBeLessThan(await topOf('Record'));
  await expect(inspector.pane.getByRole('term').filter({ hasText: 'Digest' })).toHaveCount(0);
  await record.focus();
  await page.keyboard.press('Enter');
  await expect(record).toHaveAttribute('aria-expanded', 'true');
  await expect(inspector.pane.getByRole('term').filter({ hasText: 'Network' })).toBeVisible();
  await files.row('photo 2.png').click();
  await expect(record).toHaveAttribute('aria-expanded', 'true');
});

test('what an API key may do comes before its record', async ({ page, show, core }) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  await page.getByRole('row').filter({ hasText: 'key 1' }).click();
  await expect(page.getByRole('complementary').getByRole('heading', { level: 3 })).toHaveText([
    'Uses over time',
    'Scopes',
    'Record',
    'Raw',
  ]);
});

test('a key with thousands of scopes is drawn as far as a person reads, those first that are granted', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  const scopes = Object.fromEntries(Array.from({ length: 10_000 }, (_, place) => [`n${place}`, place >= 9_700]));
  await core.grant(scopes);
  await page.getByRole('row').filter({ hasText: 'key 1' }).click();
  const pane = page.getByRole('complementary');
  await expect(pane).toContainText('and 9,800 more scopes, 100 of them granted');
  await expect(pane.getByText('n9700', { exact: true })).toBeVisible();
  expect(await pane.getByRole('listitem').count()).toBeLessThan(500);
});

test('metadata of thousands of pairs is drawn as far as a person reads, and goes on when asked, also in the editor', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  const pairs = Array.from({ length: 10_000 }, (_, place): [string, string] => [`key-${place}`, `value ${place}`]);
  await core.describeFirst('photo 1.png', pairs);
  await files.row('photo 1.png').click();
  await expect(inspector.pane).toContainText('10,000 pairs');
  const terms = inspector.pane.getByRole('term').filter({ hasText: 'key-' });
  await expect(terms).toHaveCount(200);
  const more = inspector.pane.getByRole('button', { name: 'Show 200 more of 9,800' });
  await more.click();
  await expect(terms).toHaveCount(400);
  await inspector.editMetadata.click();
  const boxes = inspector.pane.getByRole('combobox', { name: /^key-/ });
  await expect(boxes).toHaveCount(200);
  await more.click();
  await expect(boxes).toHaveCount(400);
  await inspector.change('key-399', 'other');
  await inspector.saveMetadata();
  await expect(terms).toHaveCount(200);
});

test('the focus of a value that was restored moves to the inspector when the file arrives anew, however late', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', [['rarity', 'epic']]);
  await files.row('photo 1.png').click();
  await inspector.pane.getByRole('button', { name: /^History/ }).click();
  const restore = inspector.pane.getByRole('button', { name: /^Restore/ });
  await restore.focus();
  await page.keyboard.press('Enter');
  await expect(inspector.pane.getByRole('status').filter({ hasText: 'Saved on this computer' })).toBeVisible();
  await expect(restore).toBeFocused();
  await core.describeFirst('photo 1.png', [['rarity', 'rare']]);
  await expect(restore).toHaveCount(0);
  await expect(inspector.pane).toBeFocused();
});

test('the focused button goes on to restore its own value when another moment arrives before it', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', [['rarity', 'epic']]);
  await files.row('photo 1.png').click();
  await inspector.show('History');
  await inspector.pane.getByRole('button', { name: /^Restore/ }).focus();
  await core.passRarity('mythic');
  await expect(inspector.history).toHaveCount(2);
  await expect(page.locator(':focus')).toHaveAccessibleName(/rare/);
});

test('a suggested value is taken by Enter although the values come later, and what is typed is not saved for it', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', [['rarity', 'rare']]);
  await files.row('photo 1.png').click();
  await inspector.editMetadata.press('Enter');
  await core.hold('files.facetValues');
  await inspector.field('rarity').fill('epi');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await core.release();
  await expect(inspector.field('rarity')).toHaveValue('épic');
  await expect(inspector.pane).toContainText('was: rare');
  await page.keyboard.press('Enter');
  await expect(inspector.editMetadata).toBeVisible();
});

test('an API key of which nothing is known yet, or any more, is not said to have no name', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  await core.hold('keys.get');
  await page.getByRole('row').filter({ hasText: 'key 1' }).click();
  const title = page.getByRole('complementary').getByRole('heading', { level: 2 });
  await expect(title).toHaveText('API key');
  await core.release();
  await expect(title).toHaveText('key 1');
});
