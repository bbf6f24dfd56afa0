import type { Page } from 'playwright/test';
import { seededRandom } from '../support/seeded-random.ts';
import { expect, test } from './pages/preconditions.ts';

/** What a hand on a keyboard presses: every shortcut, the keys of lists, fields and dialogs, and a few letters. */
const keys = [
  ...['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'PageDown', 'PageUp'],
  ...['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Enter', 'Enter', 'Enter', 'Space', 'Escape', 'Escape'],
  ...['F2', 'F6', 'Shift+F6', 'Shift+F10', '?', '/', 'e', 'f', 'Shift+f', 'x', 's', 'j', 'k', 'm', '1', '2', '3'],
  ...['Control+k', 'Control+Shift+p', 'Control+f', 'Control+a', 'Control+c', 'Control+z', 'Control+Shift+z'],
  ...['Control+Enter', 'Control+Shift+Enter', 'Control+/', 'Control+1', 'Shift+ArrowDown', 'Control+Space'],
  ...['Backspace', 'Delete', 'a', 'o', 'Shift+c'],
];
const screens = ['l', 'f', 'f', 'k', 's', 'c', 'a'];
const PRESSES = 120;

/** `PINFOLD_KEY_SEEDS=4` runs the walks of seeds 1 to 4; a walk meets other answers each time, so that none is a story of every run. */
const walks = Number(process.env['PINFOLD_KEY_SEEDS'] ?? 0);

const hasFocus = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement !== document.body);

for (let seed = 1; seed <= walks; seed += 1)
  test(`whatever keys are pressed, the focus is somewhere and the palette leads on: seed ${seed}`, async ({
    openOn,
    service,
  }) => {
    test.slow();
    const { page, status, files } = await openOn(await service());
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await expect(status).toContainText('Up to date');
    await expect(files.rows.first()).toBeVisible();
    const random = seededRandom(seed);
    const pressed: string[] = [];
    const press = async (key: string): Promise<void> => {
      pressed.push(key);
      await page.keyboard.press(key);
    };
    const one = (from: readonly string[]): string => from[Math.floor(random.next() * from.length)] ?? 'Escape';
    for (let turn = 0; turn < PRESSES; turn += 1) {
      const isScreen = random.next() < 0.08;
      if (isScreen) await press('g');
      await press(one(isScreen ? screens : keys));
      // Past the last stop, Tab leaves the page for the browser.
      if (pressed.at(-1)?.endsWith('Tab') === true && !(await hasFocus(page))) await press('Tab');
      await expect.poll(() => hasFocus(page), { message: `after ${pressed.slice(-8).join(' ')}` }).toBe(true);
    }
    for (let turn = 0; turn < 6; turn += 1) await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('>activity');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/activity/);
  });
