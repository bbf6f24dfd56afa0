import { findings } from '../../e2e/pages/axe-findings.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Palette } from '../../e2e/pages/palette.ts';
import { uuid } from '../../support/builders.ts';
import { expect, test } from './fixture.ts';

test('the palette opens on its field, walks by keys, and gives the focus back', async ({ page, show }) => {
  await show('app');
  const palette = new Palette(page);
  const { grid, found } = new FilesScreen(page);
  await expect(found).toContainText('1,000 files');
  await grid.focus();
  await palette.open();
  await expect(palette.field).toBeFocused();
  const first = await palette.chosen.getAttribute('id');
  await expect(palette.field).toHaveAttribute('aria-activedescendant', first ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(palette.chosen).toHaveCount(1);
  await expect(palette.chosen).not.toHaveAttribute('id', first ?? '');
  await page.keyboard.press('End');
  await expect(palette.chosen).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toBeHidden();
  await expect(grid).toBeFocused();
  await palette.open();
  await page.keyboard.press('Control+k');
  await expect(palette.dialog).toBeHidden();
  await expect(grid).toBeFocused();
});

test('a screen reader is led to the chosen row, whatever else on the page has the name of a command', async ({
  page,
  show,
}) => {
  await show('app');
  const palette = new Palette(page);
  await expect(new FilesScreen(page).found).toContainText('1,000 files');
  await palette.open('>inspector');
  await expect(palette.chosen).toHaveText(/^(Show|Hide) the inspector/);
  const led = await palette.field.evaluate(
    (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.role,
  );
  expect(led).toBe('option');
});

test('a screen is opened by its name, and the focus is on that screen', async ({ page, show }) => {
  await show('app');
  const palette = new Palette(page);
  await palette.open('chang');
  await expect(palette.chosen).toHaveText(/^Changes.*G.*C/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Changes', level: 1 })).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('an action that opens another dialog leaves the focus in it, and gives it back to the list', async ({
  page,
  show,
}) => {
  await show('app');
  const palette = new Palette(page);
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await files.grid.focus();
  await palette.open('>add filt');
  await expect(palette.chosen).toContainText('Add filter…');
  await page.keyboard.press('Enter');
  await expect(files.builder).toBeVisible();
  await expect(files.builder.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(files.grid).toBeFocused();
});

test('a command that cannot run stands last with its reason, and says it when chosen', async ({ page, show }) => {
  await show('app');
  const palette = new Palette(page);
  await palette.open('undo');
  await expect(palette.group('Not possible now').getByRole('option').first()).toHaveText('Undo nothing to undo');
  await palette.row(/^Undo/).click();
  await expect(palette.said).toHaveText('Undo: nothing to undo');
  await expect(palette.dialog).toBeVisible();
});

test('a file is found by its name and by its id, and the late answer to earlier words is dropped', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const palette = new Palette(page);
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await core.hold('files.open');
  await palette.open('photo 7.png');
  await expect(palette.dialog).toContainText('Looking for files…');
  await palette.field.fill(`:${uuid(12)}`);
  await core.release();
  await expect(palette.rows).toHaveText([/photo 12\.png public/]);
  await expect(palette.chosen).toContainText('photo 12.png');
  await page.keyboard.press('Enter');
  await expect(files.selected).toContainText('photo 12.png');
  await expect(page).toHaveURL(new RegExp(uuid(12)));
  await expect(files.grid).toBeFocused();

  await palette.open(':no-such-id');
  await expect(palette.dialog).toContainText('No file in the copy on this computer has this id or CID.');
});

test('a file that goes and comes back under an open palette does so in it', async ({ page, show, core }) => {
  await show('app');
  const palette = new Palette(page);
  await palette.open('photo 7.png');
  await expect(palette.chosen).toContainText('photo 7.png');
  await core.become('files', 5);
  await expect(palette.row(/photo 7\.png/)).toBeHidden();
  await core.become('files', 1_000);
  await expect(palette.chosen).toContainText('photo 7.png');
  await expect(palette.field).toBeFocused();
});

test('Enter before the files are found opens the first that comes, unless another text is typed', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const palette = new Palette(page);
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await core.hold('files.open');
  await palette.open('photo 7.png');
  await page.keyboard.press('Enter');
  await palette.field.fill('photo 8.png');
  await page.keyboard.press('Enter');
  await core.release();
  await expect(palette.dialog).toBeHidden();
  await expect(files.selected).toContainText('photo 8.png');
  await expect(files.grid).toBeFocused();
});

test('/ goes to the search of files and Ctrl Shift P to commands alone; another dialog keeps the palette shut', async ({
  page,
  show,
}) => {
  await show('app');
  const palette = new Palette(page);
  const files = new FilesScreen(page);
  await files.grid.focus();
  await page.keyboard.press('Control+Shift+p');
  await expect(palette.field).toHaveValue('>');
  await page.keyboard.press('Escape');
  await expect(files.grid).toBeFocused();
  await page.keyboard.press('/');
  await expect(files.search).toBeFocused();
  await files.grid.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys on this screen' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.dialog).toBeHidden();
  await expect(keys).toBeVisible();
});

test('each row has an icon, and the typed letters are marked in commands, files and staged edits', async ({
  page,
  show,
}) => {
  await show('app');
  const palette = new Palette(page);
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await palette.open();
  expect(await palette.rows.count()).toBeGreaterThan(50);
  await expect(palette.rows.filter({ hasNot: page.locator('svg') })).toHaveCount(0);
  await expect(palette.dialog.locator('mark')).toHaveCount(0);
  await palette.field.fill('KEY aud');
  await expect(palette.chosen.locator('mark')).toHaveText(['key', 'aud']);
  await expect(palette.chosen).toHaveAccessibleName(/^API keys: Scope audit/);
  await palette.field.fill('photo 7.png');
  await expect(palette.row(/^photo 7\.png/).locator('mark')).toHaveText(['photo', '7.png']);
  await palette.field.fill('tier=gold');
  await expect(palette.chosen.locator('mark')).toHaveText(['tier', 'gold']);
  await expect(palette.row('Show files where tier is gold').locator('mark')).toHaveText(['tier', 'gold']);
  await expect(palette.dialog).not.toContainText('Looking for files…');
  await expect(palette.said).toHaveText(`${await palette.rows.count()} rows`);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the palette, ${theme}, wide and narrow`, async ({ page, show }) => {
    await show('app');
    const palette = new Palette(page);
    await expect(new FilesScreen(page).found).toContainText('1,000 files');
    await page.locator('html').evaluate((html, chosen) => void (html.dataset['theme'] = chosen), theme);
    for (const width of [1_440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      for (const text of ['', 'undo', 'photo 7.png', 'no such thing']) {
        await palette.open(text);
        if (text.startsWith('photo')) await expect(palette.chosen).toContainText('photo 7.png');
        expect(await findings(page), `${text} at ${width}`).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(palette.dialog).toBeHidden();
      }
    }
  });
}
