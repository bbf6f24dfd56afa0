import { findings } from '../../e2e/pages/axe-findings.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { aConnection } from '../../support/builders.ts';
import { expect, test } from './fixture.ts';

test('the inspector sums up what is selected, and speaks of the file again afterwards', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await files.row('photo 2.png').click();
  await expect(inspector.getByRole('heading', { name: 'aurora.png' })).toBeVisible();
  await page.keyboard.press('Control+a');
  await expect(inspector.getByRole('heading', { name: '1,000 files' })).toBeVisible();
  await expect(inspector).toContainText('639 MB · 999 image/png and 1 text/plain');
  await expect(inspector).toContainText('1 MB to 3.7 MB each, half under 1.9 MB');
  await expect(inspector.getByRole('definition')).toHaveText([/rare:\s999/, 'not set: 1,000', '1.4 on all 1,000']);
  const tops = await inspector
    .locator('.seals > *')
    .evaluateAll((seals) => seals.map((seal) => seal.getBoundingClientRect().bottom));
  const banner = (await inspector.locator('.seals').boundingBox())!;
  expect(Math.max(...tops), 'every seal that is counted is whole').toBeLessThanOrEqual(banner.y + banner.height);
  await page.keyboard.press('Escape');
  await expect(inspector.getByRole('heading', { name: 'aurora.png' })).toBeVisible();
});

test('sizes come later than the rest, and belong to the selection on screen', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await core.hold('selection.sizes');
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+a');
  await expect(inspector).toContainText('Adding up sizes…');
  await expect(inspector.getByRole('heading', { name: '1,000 files' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(inspector.getByRole('heading', { name: '999 files' })).toBeVisible();
  await core.release();
  await expect(inspector).toContainText('639 MB');
});

test('sizes of the selection before do not stand under the next one, and say when they cannot be added up', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+a');
  await expect(inspector).toContainText('639 MB');
  await core.hold('selection.sizes');
  await page.keyboard.press('x');
  await expect(inspector.getByRole('heading', { name: '999 files' })).toBeVisible();
  await expect(inspector).toContainText('Adding up sizes…');
  await expect(inspector).not.toContainText('639 MB');
  await core.refuse('selection.sizes');
  await core.release();
  await expect(inspector.getByRole('alert')).toBeVisible();
  await expect(inspector).not.toContainText('Adding up sizes…');
});

test('files that would refuse another pair are told of before an edit', async ({ page, show, core }) => {
  await show('app');
  const { learnt } = aConnection();
  const refused = { pairs: 11, name: null, key: null, value: null };
  await core.stand({}, { learnt: { ...learnt, limits: { ...learnt.limits, refused } } });
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('Control+a');
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('note')).toContainText('62 of these hold 10 pairs already.');
  await expect(inspector.getByRole('note')).toContainText('refused a record of 11 pairs before');
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing in a summary, nor in the menus over it, ${colorScheme}`, async ({ page, show }) => {
    await page.emulateMedia({ colorScheme });
    await show('app');
    const files = new FilesScreen(page);
    await files.row('photo 2.png').click();
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('heading', { name: '1,000 files' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Control+Shift+C');
    await expect(page.getByRole('menu')).toContainText('What will be copied');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });
