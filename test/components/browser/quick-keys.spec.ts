import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** A page that is too busy to paint: what waits for a frame waits for good. */
const stopFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    globalThis.requestAnimationFrame = () => 0;
  });

/** A list with a chosen row, on a page that no longer paints. */
async function chosenRow(page: Page): Promise<Locator> {
  const grid = page.getByRole('grid');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await stopFrames(page);
  return grid.getByRole('row', { selected: true });
}

const opened: readonly (readonly [what: string, keys: string, of: (page: Page) => Locator])[] = [
  ['the keys of the screen', '?', (page) => page.getByRole('dialog', { name: 'Keys on this screen' })],
  ['the filter', 'f', (page) => page.getByRole('dialog')],
  ['the palette', 'Control+k', (page) => page.getByRole('dialog')],
  ['the menu of the row', 'Shift+F10', (page) => page.getByRole('menu')],
];

for (const [what, keys, of] of opened)
  test(`a key right after the one that opens ${what} is heard there, before a frame is painted`, async ({
    page,
    show,
  }) => {
    await show('app');
    const row = await chosenRow(page);
    const before = await row.getAttribute('aria-rowindex');
    await page.keyboard.press(keys);
    await page.keyboard.press('End');
    await expect(of(page).locator(':focus')).toBeVisible();
    await expect(row).toHaveAttribute('aria-rowindex', before ?? '');
  });

const buttons: readonly (readonly [what: string, name: RegExp, of: (page: Page) => Locator])[] = [
  ['connections', /^Connection: /, (page) => page.getByRole('menu')],
  ['columns', /^Columns$/, (page) => page.getByRole('dialog', { name: 'Columns of the list' })],
];

for (const [what, name, of] of buttons)
  test(`the button of the ${what} gives what it opens the focus before a frame is painted, and has it back`, async ({
    page,
    show,
  }) => {
    await show('app');
    await stopFrames(page);
    const button = page.getByRole('button', { name });
    await button.press('Enter');
    await expect(of(page).locator(':focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

/** Keeps the code of the palette away, as in the first moments of a start. @returns what lets it come */
async function keepPaletteAway(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

const field = (page: Page): Locator => page.getByRole('combobox', { name: /^Search, paste a CID/ });

for (const when of ['before a frame is painted', 'before its code has come'] as const)
  test(`what is typed right after the key of the palette, ${when}, stands in its field`, async ({ page, show }) => {
    const letCome = when === 'before its code has come' ? await keepPaletteAway(page) : () => undefined;
    await show('app');
    await page.getByRole('grid').focus();
    await stopFrames(page);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('xf photos');
    await page.keyboard.press('Backspace');
    letCome();
    await expect(field(page)).toHaveValue('xf photo');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('!');
    await expect(field(page)).toHaveValue('xf photo!');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

test('Escape takes back a palette whose code has yet to come, and the keys act on the list again', async ({
  page,
  show,
}) => {
  const letCome = await keepPaletteAway(page);
  await show('app');
  const row = await chosenRow(page);
  const before = await row.getAttribute('aria-rowindex');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('End');
  await expect(row).toHaveAttribute('aria-rowindex', before ?? '');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await expect(row).not.toHaveAttribute('aria-rowindex', before ?? '');
  const came = page.waitForEvent('requestfinished', (request) => /\/Palette-[^/]*\.js$/.test(request.url()));
  letCome();
  await came;
  // A task later the code that came has run.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await expect(field(page)).toHaveCount(0);
});
