import type { Page } from 'playwright/test';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

/** Holds a key down: each further press without a release is a repetition. */
async function hold(page: Page, key: string, times: number, between = async () => undefined as unknown): Promise<void> {
  for (let press = 0; press < times; press += 1) {
    await page.keyboard.down(key);
    await between();
  }
  await page.keyboard.up(key);
}

test('the key that keeps the value of the service, held down, decides about one file', async ({ page, show, core }) => {
  await show('app', 'changes', () => core.disagree(3));
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  await page.keyboard.press('Enter');
  const keep = changes.pane.getByRole('button', { name: 'Keep server' });
  await hold(page, 's', 3, async () => {
    await expect(changes.pane.getByRole('heading', { level: 3 })).not.toContainText('photo 1.png');
    await expect(keep).toBeEnabled();
  });
  await expect(changes.pane.getByRole('heading', { level: 3 })).toContainText('photo 2.png');
  expect(await core.asked('changes.decide')).toBe(1);
});

test('the key of the palette, held down, leaves it open', async ({ page, show }) => {
  await show('app');
  await page.getByRole('grid').focus();
  await page.keyboard.down('Control');
  await hold(page, 'k', 4);
  await page.keyboard.up('Control');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('the keys of a row, held down, do once what they do', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 2.png').click();
  await hold(page, 'x', 4);
  await expect(files.row('photo 2.png')).toHaveClass(/picked/);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  await hold(page, 'Space', 4);
  await expect(inspector).toBeHidden();
});

test('the key that holds a change set, held down, does not release it again', async ({ page, show, core }) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  await hold(page, 'x', 3, () => expect.poll(() => core.asked('changes.hold')).toBe(1));
  await expect(changes.row('photo 1')).toContainText('Held');
  expect(await core.asked('changes.release')).toBe(0);
});
