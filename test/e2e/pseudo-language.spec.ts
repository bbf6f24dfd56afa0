import type { Page } from 'playwright/test';
import type { PracticeServer } from '../../electron/practice/server.ts';
import { settingsSections } from '../../src/state/app/route.ts';
import { connectionTo, expect, test } from './pages/preconditions.ts';
import { speakPseudo } from './pages/pseudo-language.ts';
import { askService, namedFiles } from './pages/service-files.ts';
import { textFindings } from './pages/text-findings.ts';

const widths = [1_440, 1_024, 320] as const;

/** Every screen by its address, and what opens on it by a key. */
const screens: readonly (readonly [string, string, ...string[]])[] = [
  ['files', 'files'],
  ['a filter', 'files', 'f'],
  ['a rename', 'files', 'ArrowDown', 'F2'],
  ['metadata', 'files', 'ArrowDown', 'e'],
  ['a selection', 'files', 'Control+a'],
  ['bulk edit', 'files', 'Control+a', 'e'],
  ['batch rename', 'files', 'Control+a', 'F2'],
  ['palette', 'files', 'Control+k'],
  ['keys of the screen', 'files', '?'],
  ['library', 'library'],
  ['API keys', 'keys'],
  ['scope audit', 'audit'],
  ['signatures', 'signatures'],
  ['same content', 'sameContent'],
  ['needs you', 'changes?tab=needsYou'],
  ['waiting', 'changes?tab=waiting'],
  ['held', 'changes?tab=held'],
  ['sent', 'changes?tab=sent', 'ArrowDown'],
  ['dry run', 'changes', 'Control+Shift+Enter'],
  ['discarded', 'changes?tab=discarded'],
  ['activity', 'activity'],
  ...settingsSections.map((section) => [`settings, ${section}`, `settings/${section}`] as const),
];

/** Words that every language shares, and those in the names that this test gave. */
const shared = [
  ...['Pinfold', 'Studio', 'English', 'Deutsch', 'IPFS', 'CIDs', 'SQLite', 'aurora', 'two', 'http', 'https'],
  ...['OFL', 'MIT', 'ISC', 'Apache', 'BSD', 'OR'],
];

const title = 'a language a third longer fits every screen, and no word stands outside the catalogues';
test(title, { tag: '@web-host' }, async ({ open, service }) => {
  test.slow(); // three widths of each screen
  const practice = await service();
  await namedFiles(practice, [{ name: 'aurora.png', keyvalues: { rarity: 'rare' } }]);
  const app = await open(connectionTo(practice, practice.tokens.admin));
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('aurora.png');
  await app.inspector.rename('aurora-two.png');
  await expect(app.status).toContainText('Up to date');
  const known = new Set([...shared, ...(await wordsOf(practice))]);

  const start = app.page.url();
  const storageState = await app.page.context().storageState();
  const context = await app.page.context().browser()!.newContext({ locale: 'de-DE', storageState });
  const page = await context.newPage();
  const catalogues = await speakPseudo(page);
  await page.goto(start);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(catalogues()).toBeGreaterThan(25);

  const connection = /#\/c\/[^/?]+/.exec(start)?.[0];
  for (const [name, address, ...keys] of screens) {
    await page.setViewportSize({ width: widths[0], height: 900 });
    await reach(page, `${connection}/${address}`, keys);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const { clipped, plain, widerByPx } = await textFindings(page);
      const at = `${name}, ${width} px wide`;
      expect
        .soft(
          plain.filter((word) => !known.has(word)),
          `${at}: words outside the catalogues`,
        )
        .toEqual([]);
      expect.soft(clipped, `${at}: texts cut off`).toEqual([]);
      expect.soft(widerByPx, `${at}: pixels to scroll sideways`).toBeLessThanOrEqual(0);
    }
  }
  await context.close();
});

/** Every word of the service's own texts. */
async function wordsOf(practice: PracticeServer): Promise<readonly string[]> {
  const answers = await Promise.all(
    ['/files/public', '/files/private', '/api_keys'].map((path) => askService<unknown>(practice, path)),
  );
  return JSON.stringify(answers).match(/[\p{L}\p{M}\d]+/gu) ?? [];
}

/** Waits until the page has drawn itself at its width. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** A fresh page at an address, with the focus in its list, and keys pressed there. */
async function reach(page: Page, address: string, keys: readonly string[]): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, address);
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  if (keys.length === 0) return;
  await page.getByRole('grid').first().focus();
  for (const key of keys) await page.keyboard.press(key);
}
