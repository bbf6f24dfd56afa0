import { findings } from '../../e2e/pages/axe-findings.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Palette } from '../../e2e/pages/palette.ts';
import { expect, test } from './fixture.ts';

test('an edit is typed, shown before and after, and queued without leaving the keyboard', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  const palette = new Palette(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await palette.open('tier=gold');
  await expect(palette.dialog).toContainText('Do, on the 2 selected files');
  await expect(palette.chosen).toContainText('Set tier = gold');
  await expect(palette.chosen).toContainText('2 of 2 files change');
  await expect(palette.dialog).toContainText('silver');
  await expect(palette.row('Show files where tier is gold')).toBeVisible();
  expect(await findings(page)).toEqual([]);
  expect(await core.asked('bulk.apply')).toBe(0);
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeHidden();
  await expect(files.grid).toBeFocused();
  await expect.poll(() => core.asked('bulk.apply')).toBe(1);
});

test('an edit that fails once other words are typed is said beside those words', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  const palette = new Palette(page);
  await files.row('photo 2.png').click();
  await palette.open('tier=gold');
  await expect(palette.chosen).toContainText('Set tier = gold');
  await expect(palette.dialog).toContainText('silver');
  await core.hold('bulk.prepare');
  await core.refuse('bulk.prepare');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeHidden();
  await palette.open('photo 7');
  await core.release();
  const said = palette.dialog.getByRole('alert');
  await expect(said).toContainText('r-7');
  await expect(said).toContainText('Not done: Set tier = gold.');
  await expect(palette.field).toHaveValue('photo 7');
  await palette.field.fill('');
  await expect(said).toHaveCount(0);
});

test('what was chosen last stands first when the palette opens again', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const palette = new Palette(page);
  await files.row('photo 2.png').click();
  await palette.open('dark colours');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeHidden();
  await palette.open('photo 7.png');
  await expect(palette.chosen).toContainText('photo 7.png');
  await page.keyboard.press('Enter');
  await expect(palette.dialog).toBeHidden();
  await page.keyboard.press('Control+k');
  // The colours are dark now, so that command cannot run again.
  await expect(palette.group('Recent').getByRole('option')).toHaveText([/photo 7\.png/]);
  await page.keyboard.press('Enter');
  await expect(files.selected).toContainText('photo 7.png');
});

test('the preview of new names keeps their ends in sight', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  const palette = new Palette(page);
  await files.row('photo 2.png').click();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await palette.open('rename to sheet-');
  const line = palette.dialog.getByRole('paragraph').filter({ hasText: 'photo 2.png' });
  const end = line.locator('ins .end');
  await expect(end).toHaveText('final-v3.tif');
  const [lineBox, endBox] = await Promise.all([line.boundingBox(), end.boundingBox()]);
  expect(endBox!.x + endBox!.width).toBeLessThanOrEqual(lineBox!.x + lineBox!.width);
});
