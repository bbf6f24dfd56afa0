import type { Page } from 'playwright/test';
import type { Channel } from '../../../src/contract/index.ts';
import { connectionMessages } from '../../../src/views/settings/settings-messages.ts';
import { signersMessages } from '../../../src/views/settings/signers/signers-messages.ts';
import { expect, test } from './fixture.ts';

// A screen reader tells what changes within a live region, and not that one comes with its words (WAI-ARIA 1.2, 6.6.3).

/** Live regions that are no part of the page. */
const hiddenRegions = (page: Page): Promise<number> =>
  page
    .locator('[role=status]')
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).display === 'none').length);

for (const [screen, first] of [
  ['connect', 'Test the connection'],
  ['sameContent', 'Look again'],
  ['settings/keyboard', /^Change the keys/],
] as const)
  test(`what a screen says later has its place before (${screen})`, async ({ page, show }) => {
    await show('app', screen);
    if (screen === 'connect') await page.evaluate(() => (location.hash = '#/connect'));
    await expect(page.getByRole('button', { name: first }).first()).toBeVisible();
    await expect(page.locator('[role=status]').first()).toBeAttached();
    expect(await hiddenRegions(page)).toBe(0);
  });

/** From now on one question has this answer. */
const answer = (page: Page, name: Channel, value: unknown): Promise<void> =>
  page.evaluate(
    ([channel, answered]) => {
      const { ask } = window.core;
      type Asked = Parameters<typeof ask>;
      const other = (one: Asked[0], input: Asked[1]) =>
        one === channel ? Promise.resolve({ ok: true, value: answered }) : ask(one, input);
      Object.assign(window.core, { ask: other });
    },
    [name, value] as const,
  );

const noteRegions = (page: Page): Promise<void> =>
  page.locator('[role=status]').evaluateAll((all) => all.forEach((one) => one.setAttribute('data-before', '')));

test('how many signers an import brought is said where something was said before', async ({ page, show }) => {
  const imported = { signers: [], taken: 2, problems: [], problemCount: 0 };
  await show('app', 'settings/signers', () => answer(page, 'signers.import', imported));
  const file = { name: 'signers.csv', mimeType: 'text/csv', buffer: Buffer.from('address,label\n') };
  await expect(page.getByRole('button', { name: signersMessages.bring })).toBeVisible();
  await noteRegions(page);
  await page.locator('input[type=file]').last().setInputFiles(file);
  await expect(page.getByText(signersMessages.taken(2))).toBeVisible();
  await expect(page.locator('[role=status][data-before]').filter({ hasText: signersMessages.taken(2) })).toHaveCount(1);
});

test('what is lost with a copy is said once its box is ticked', async ({ page, show }) => {
  await show('app', 'settings/connections', () =>
    answer(page, 'localWords.counts', { stars: 3, notes: 0, groupNames: 0 }),
  );
  await page.getByRole('button', { name: connectionMessages.signOut, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox')).toBeVisible();
  await noteRegions(page);
  await dialog.getByRole('checkbox').check();
  await expect(dialog.getByText(/3 stars/)).toBeVisible();
  await expect(dialog.locator('[role=status][data-before]').filter({ hasText: '3 stars' })).toHaveCount(1);
});
