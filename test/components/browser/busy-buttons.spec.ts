import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

test('a button that works keeps the focus, and a second press meanwhile does nothing', async ({ page, show, core }) => {
  await show('app', 'sameContent');
  const look = page.getByRole('button', { name: 'Look again' });
  await expect(look).toBeVisible();
  await core.hold('sameContent.find');
  const asked = await core.asked('sameContent.find');
  await look.press('Enter');
  await expect(look).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await expect(look).toBeFocused();
  await core.release();
  await expect(look).toHaveAttribute('aria-disabled', 'false');
  await expect(look).toBeFocused();
  expect(await core.asked('sameContent.find')).toBe(asked + 1);
});

test('a link that works stays grey under the pointer', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', [['rarity', 'epic']]);
  await files.row('photo 1.png').click();
  await inspector.pane.getByRole('button', { name: /^History/ }).click();
  const restore = inspector.pane.getByRole('button', { name: /^Restore/ });
  await core.hold('files.edit');
  await restore.click();
  await expect(restore).toBeDisabled();
  await restore.hover({ force: true });
  const colours = await restore.evaluate((one) => {
    const grey = document.body.appendChild(document.createElement('i'));
    grey.style.color = 'var(--color-text-3)';
    return [getComputedStyle(one).color, getComputedStyle(grey).color];
  });
  expect(colours[0]).toBe(colours[1]);
  await core.release();
});

test('the button that keeps the name of a group has the focus still when the name could not be kept', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', () => core.group(1));
  await core.refuse('groupNames.put');
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: /^00000000/ })
    .click();
  await page.getByRole('button', { name: 'Name this group' }).click();
  const question = page.getByRole('dialog', { name: 'Name this group' });
  await question.getByRole('textbox').fill('Posters');
  const keep = question.getByRole('button', { name: 'Keep name' });
  await core.hold('groupNames.put');
  await keep.press('Enter');
  await expect(keep).toBeDisabled();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await core.release();
  await expect(question.getByRole('alert')).toBeVisible();
  await expect(keep).toBeFocused();
});
