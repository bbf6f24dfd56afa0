import type { Page } from 'playwright/test';
import { noOutcomes, noTicks } from '../../../src/domain/edits/replay.ts';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { uuid } from '../../support/builders.ts';
import { expect, test } from './fixture.ts';

const refusal = 'The browser did not let Pinfold write to the clipboard. Click into the window and try again.';

/** The browser refuses as it does where a person has forbidden it, or takes every text. */
const clipboard = (page: Page, answer: 'refuses' | 'takes'): Promise<void> =>
  page.evaluate((does) => {
    const writeText = (): Promise<void> =>
      does === 'takes'
        ? Promise.resolve()
        : Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
    Object.defineProperty(navigator.clipboard, 'writeText', { value: writeText, configurable: true });
  }, answer);

/** Writes what is copied where a test can read it. */
const keepCopies = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const writeText = (text: string): Promise<void> => {
      document.documentElement.dataset['copied'] = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator.clipboard, 'writeText', { value: writeText, configurable: true });
  });

test('a CID that the clipboard refuses is said to be refused, and to be copied once it is', async ({ page, show }) => {
  await show('app');
  await clipboard(page, 'refuses');
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  const button = page.getByRole('button', { name: 'Copy the CID' });
  await button.press('Enter');
  const said = (text: string) => page.getByRole('status').filter({ hasText: text });
  await expect(said(refusal)).toHaveCount(1);
  await expect(button).toHaveAttribute('title', refusal);
  await clipboard(page, 'takes');
  await button.press('Enter');
  await expect(button).toHaveAttribute('title', 'Copied');
  await expect(said(refusal)).toHaveCount(0);
});

test('a key that the clipboard refuses is said to be refused until that is closed, with the focus in the list', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  await core.become('keys', 3);
  await clipboard(page, 'refuses');
  const list = page.getByRole('grid');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy id' }).press('Enter');
  const alert = page.getByRole('alert').filter({ hasText: refusal });
  await expect(alert).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await alert.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(alert).toBeHidden();
  await expect(list).toBeFocused();
});

test('a receipt that the clipboard refuses says so, and no longer once it is copied', async ({ page, show, core }) => {
  await show('app');
  const ended = {
    ...{ startedAtMs: 0, endedAtMs: Date.now() + 86_400_000, activeMs: 6_000, reasons: 0, waiting: 0, sets: {} },
    ...{ counts: { ...noOutcomes, onServer: 3 }, ticks: { ...noTicks, tape: 'ooo' } },
  };
  await core.stand({ work: 'none', replay: { current: null, ended } });
  await clipboard(page, 'refuses');
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await receipt.getByRole('button', { name: 'Copy as text' }).click();
  await expect(receipt.getByRole('alert')).toHaveText(refusal);
  await clipboard(page, 'takes');
  await receipt.getByRole('button', { name: 'Copy as text' }).click();
  await expect(receipt.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(receipt.getByRole('alert')).toHaveCount(0);
});

test('a copy from the inspector is of the file that stands there, whatever is selected beside it', async ({
  page,
  show,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(files.found).toContainText('1 of 1,000 selected');
  await files.row('photo 2.png').click();
  const inspector = new Inspector(page);
  await expect(inspector.pane.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await keepCopies(page);
  await inspector.pane.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'JSON' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-copied', new RegExp(uuid(2)));
});

test('a copy from the menu of selected rows is of all of them', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(files.found).toContainText('2 of 1,000 selected');
  await keepCopies(page);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Copy as' }).press('ArrowRight');
  await page.getByRole('menuitem', { name: 'JSON' }).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-copied', new RegExp(`${uuid(1)}[^]*${uuid(2)}`));
});
