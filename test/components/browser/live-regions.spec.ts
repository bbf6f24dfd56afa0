import type { Page } from 'playwright/test';
import type { Channel } from '../../../src/contract/index.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { changesMessages } from '../../../src/views/changes/changes-messages.ts';
import { importMessages } from '../../../src/views/files/import/import-messages.ts';
import { selfTestMessages } from '../../../src/views/settings/connections/connection-messages.ts';
import { connectionMessages } from '../../../src/views/settings/settings-messages.ts';
import { signersMessages } from '../../../src/views/settings/signers/signers-messages.ts';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
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

test('what became of imported ids is said where something was said before', async ({ page, show, core }) => {
  await show('app', 'files', () => answer(page, 'files.import', { lines: [], added: 2 }));
  const listing = { kind: 'no', checkedAtMs: 0, words: '404', requestId: null } as const;
  await core.stand({}, { learnt: { ...noTraits, listing } });
  await page.getByRole('button', { name: 'Import ids…' }).click();
  const form = page.getByRole('dialog', { name: importMessages.title });
  await form.getByRole('textbox').fill('11111111-1111-4111-8111-111111111111');
  await noteRegions(page);
  await form.getByRole('button', { name: importMessages.go, exact: true }).click();
  await expect(form.locator('[role=status][data-before]').filter({ hasText: importMessages.added(2) })).toHaveCount(1);
});

test('what a self-test found is said where something was said before', async ({ page, show }) => {
  const result = { verdict: 'merge', updates: 3, stays: null };
  await show('app', 'settings/connections', () => answer(page, 'selfTest.run', result));
  await page.getByRole('button', { name: selfTestMessages.open }).click();
  const dialog = page.getByRole('dialog', { name: selfTestMessages.title });
  await dialog.getByRole('textbox').fill('photo 1.png');
  await dialog.getByRole('button', { name: selfTestMessages.look }).click();
  await expect(dialog.getByRole('button', { name: selfTestMessages.run })).toBeEnabled();
  await noteRegions(page);
  await dialog.getByRole('button', { name: selfTestMessages.run }).click();
  const said = selfTestMessages.verdicts.merge;
  await expect(dialog.locator('[role=status][data-before]').filter({ hasText: said })).toHaveCount(1);
});

test('that a change set is taken back is said where something was said before', async ({ page, show, core }) => {
  await show('app', 'changes', () => answer(page, 'changes.takeBack', null));
  await core.arriveFirst();
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  const takeBack = changes.pane.getByRole('button', { name: changesMessages.actions.takeBack }).first();
  await expect(takeBack).toBeVisible();
  await noteRegions(page);
  await takeBack.click();
  const said = changesMessages.takenBack;
  await expect(changes.pane.locator('[role=status][data-before]').filter({ hasText: said })).toHaveCount(1);
});
