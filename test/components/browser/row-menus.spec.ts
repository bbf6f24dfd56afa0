import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

test('a right click on a change set offers what its buttons do, with the keys, and the list keeps the focus', async ({
  page,
  show,
}) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.row('photo 2').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'What can be done with this change set' });
  await expect(menu.getByRole('menuitem', { name: /^Hold/ })).toHaveText(/Hold.*X/);
  await expect(menu.getByRole('menuitem', { name: /^Discard/ })).toBeVisible();
  await expect(changes.row('photo 2')).toHaveAttribute('aria-selected', 'true');
  expect(await findings(page)).toEqual([]);
  await menu.getByRole('menuitem', { name: /^Hold/ }).click();
  await expect(menu).toBeHidden();
  await expect(changes.tick('photo 2')).not.toBeChecked();
  await expect(changes.list).toBeFocused();
});

for (const keys of ['ContextMenu', 'Shift+F10'])
  test(`${keys} opens the menu of a change set and of an edit, and Esc leads back`, async ({ page, show }) => {
    await show('app', 'changes');
    const changes = new ChangesScreen(page);
    await changes.open('photo 1');
    await changes.list.focus();
    await page.keyboard.press(keys);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(changes.list).toBeFocused();

    const hold = changes.pane.locator('[data-edit]').getByRole('button', { name: /^Hold/ });
    await hold.focus();
    await page.keyboard.press(keys);
    const menu = page.getByRole('menu', { name: 'What can be done with this edit' });
    await expect(menu.getByRole('menuitem')).toHaveText([/Hold/, /Discard/, /Show in Files/]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(hold).toBeFocused();
  });
