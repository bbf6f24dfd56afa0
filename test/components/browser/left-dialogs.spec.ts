import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const dialogs = {
  'Add filter': (page: Page) => press(page, 'Add filter'),
  'Edit metadata': async (page: Page) => {
    await new FilesScreen(page).row('photo 2.png').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('e');
  },
  'Saved views': (page: Page) => press(page, 'Views…'),
  Export: (page: Page) => new FilesScreen(page).fromMenu('Export…'),
} as const;

for (const [title, open] of Object.entries(dialogs)) {
  test(`the dialog "${title}" closes with the list of files, and a return does not open it again`, async ({
    page,
    show,
  }) => {
    await show('app', 'changes');
    await page
      .getByRole('navigation', { name: 'Screens' })
      .getByRole('link', { name: /^Files/ })
      .click();
    await open(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.evaluate(() => history.go(new URL(location.href).hash.includes('file=') ? -2 : -1));
    await expect(dialog).toBeHidden();
    await page.goForward();
    await expect(new FilesScreen(page).found).toContainText('1,000');
    await expect(dialog).toBeHidden({ timeout: 2_000 });
  });
}

test('the question about signing out does not outlive its screen, and forgets its tick', async ({ page, show }) => {
  await show('app', 'settings/about');
  const parts = page.getByRole('list', { name: 'Parts of Settings' });
  await parts.getByRole('button', { name: 'Connections' }).click();
  await page.getByRole('button', { name: 'Sign out…' }).click();
  const question = page.getByRole('dialog', { name: /Sign out/ });
  const wipes = question.getByRole('checkbox');
  await wipes.check();
  await page.goBack();
  await expect(question).toBeHidden();
  await page.goForward();
  await page.getByRole('list', { name: 'Connections' }).getByRole('button', { name: 'Archive' }).click();
  await expect(question).toBeHidden({ timeout: 2_000 });
  await page.getByRole('button', { name: 'Sign out…' }).click();
  await expect(wipes).not.toBeChecked({ timeout: 2_000 });
});

test('the question for the name of a group is about no other group, and does not outlive its list', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', () => core.group(2));
  const groups = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^00000000/ });
  await groups.first().click();
  await groups.last().click();
  const question = page.getByRole('dialog', { name: 'Name this group' });
  await page.getByRole('button', { name: 'Name this group' }).click();
  await question.getByRole('textbox').fill('Posters');
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await page.goForward();
  await expect(page.getByRole('link', { name: /^00000000.*2/ })).toHaveAttribute('aria-current', 'page');
  await expect(question).toBeHidden({ timeout: 2_000 });
  await page.goBack();
  await page.getByRole('button', { name: 'Name this group' }).click();
  await expect(question.getByRole('textbox')).toHaveValue('');
});
