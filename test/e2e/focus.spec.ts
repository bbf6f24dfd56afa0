import type { Page } from 'playwright/test';
import type { App } from './pages/app.ts';
import { command } from './pages/every-state.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const screens = [
  'library',
  'files',
  'keys',
  'audit',
  'signatures',
  'sameContent',
  'changes',
  'activity',
  'settings',
  'guide',
];

test(
  'F6 walks round the parts of every screen, and Shift F6 back',
  { tag: '@web-host' },
  async ({ openOn, service }) => {
    const { page, status } = await openOn(await service());
    await expect(status).toContainText('Up to date');
    const connection = /#\/c\/[^/?]+/.exec(page.url())?.[0];
    for (const screen of screens) {
      await test.step(screen, async () => {
        await page.goto(`${page.url().split('#')[0]}${connection}/${screen}`);
        await page.locator('main [data-pane]').first().waitFor();
        const parts = await page.locator('[data-pane]').filter({ visible: true }).count();
        const there = await walk(page, 'F6', parts);
        expect(new Set(there).size, 'every part has its turn').toBe(parts);
        expect(await walk(page, 'F6', parts), 'the second round is like the first').toEqual(there);
        await page.keyboard.press('F6');
        expect(await walk(page, 'Shift+F6', parts)).toEqual([...there].reverse());
      });
    }
  },
);

/** @returns the place of the part that has the focus, after each press; -1 where no part has it */
async function walk(page: Page, key: string, presses: number): Promise<readonly number[]> {
  const places: number[] = [];
  for (let nth = 0; nth < presses; nth += 1) {
    await page.keyboard.press(key);
    places.push(
      await page.evaluate(() =>
        [...document.querySelectorAll('[data-pane]')].findIndex((part) => part.contains(document.activeElement)),
      ),
    );
  }
  return places;
}

/** What a person does, by keyboard where the focus matters; after each the focus is somewhere. */
const deeds: Readonly<Record<string, (app: App) => Promise<void>>> = {
  'a rename that is given up': async ({ page }) => {
    await page.keyboard.press('F2');
    await page.keyboard.press('Escape');
  },
  'a rename': async ({ page, inspector }) => {
    await page.keyboard.press('F2');
    await page.keyboard.type('aurora-new');
    await page.keyboard.press('Enter');
    await expect(inspector.title).toContainText('aurora-new.png');
  },
  'the rename, taken back and made again by the buttons of the bar': async ({ files, page }) => {
    const bar = page.getByRole('region', { name: 'Last change' });
    const [undo, redo] = [bar.getByRole('button', { name: 'Undo' }), bar.getByRole('button', { name: 'Redo' })];
    await undo.press('Enter');
    await expect(redo).toBeFocused();
    await redo.press('Enter');
    await expect(undo).toBeFocused();
    await files.grid.focus();
  },
  'metadata that are given up': async ({ page, inspector }) => {
    await page.keyboard.press('e');
    await expect(inspector.field('rarity')).toBeFocused();
    await inspector.pane.getByRole('button', { name: 'Cancel' }).press('Enter');
    await inspector.editMetadata.waitFor();
  },
  'the rename, taken back': async ({ page }) => page.keyboard.press('ControlOrMeta+z'),
  'the bar of the last change, put away': async ({ page }) =>
    page.getByRole('region', { name: 'Last change' }).getByRole('button', { name: 'Hide' }).press('Enter'),
  'a bulk edit that is left': async ({ page, files }) => {
    await files.grid.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('e');
    await leaveDialog(page);
  },
  'a selection that is dropped': async ({ page }) => page.keyboard.press('Escape'),
  'a menu of a row': async ({ page }) => {
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
  },
  'the palette': async ({ page, palette }) => {
    await palette.open();
    await page.keyboard.press('Escape');
  },
  'a table to import': async (app) => {
    await command(app, 'Import table…');
    await leaveDialog(app.page);
  },
  'saved views': async (app) => {
    await command(app, 'Manage saved views…');
    await leaveDialog(app.page);
  },
  'a CID to look up': async (app) => {
    await command(app, 'Look up a CID…');
    await leaveDialog(app.page);
  },
  'an export': async (app) => {
    await command(app, 'Export…');
    await leaveDialog(app.page);
  },
  'another connection, and back': async ({ page, firstRun }) => {
    await page.getByRole('button', { name: /^Connection: / }).press('Enter');
    await page.getByRole('menuitem', { name: 'Add a connection…' }).press('Enter');
    await firstRun.fill('http://127.0.0.1:9', 'a token that is none');
    await firstRun.test.press('Enter');
    await expect(firstRun.form.getByRole('alert')).toBeVisible();
    await notOnThePage(page, 'a test');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Files', exact: true })).toBeVisible();
  },
};

async function leaveDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const notOnThePage = (page: Page, after: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.activeElement?.tagName), `after ${after}`).not.toBe('BODY');

test('the focus never falls to the page', { tag: '@web-host' }, async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.files.search.fill('aurora');
  await app.files.openRow('aurora.png');
  await app.files.grid.focus();
  for (const [name, deed] of Object.entries(deeds)) {
    await test.step(name, async () => {
      await deed(app);
      await notOnThePage(app.page, name);
    });
  }
});

test('the focus is in the list after practising is chosen by keyboard', { tag: '@web-host' }, async ({ open }) => {
  const app = await open();
  await expect(app.firstRun.practise).toBeFocused();
  await app.page.keyboard.press('Enter');
  await expect(app.files.grid).toBeFocused();
});

test(
  'a key that follows Esc is heard, also before the next frame',
  { tag: '@web-host' },
  async ({ openOn, service }) => {
    const { page, palette, files } = await openOn(await service());
    await files.grid.focus();
    await palette.open('table');
    // A machine at its limit paints late: the page of before stays for a moment.
    await page.evaluate(() => (window.requestAnimationFrame = () => 0));
    await page.keyboard.press('Escape');
    await expect(files.grid).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('imp');
    await expect(palette.field).toHaveValue('imp');
    await expect(palette.field).toBeFocused();
  },
);
