import { findings } from '../../e2e/pages/axe-findings.ts';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { expect, test } from './fixture.ts';

test('a bar that a button puts away leaves the focus in the list', async ({ page, show, core }) => {
  await show('app');
  await core.fillBars();
  const alerts = page.getByRole('region', { name: 'API keys near their end' });
  await alerts.getByRole('button', { name: 'Got it' }).press('Enter');
  await expect(alerts).toHaveCount(0);
  await expect(page.getByRole('grid')).toBeFocused();
});

test('alerts that could not be put away stay, and say why where the button is', async ({ page, show, core }) => {
  await show('app', 'files', () => core.refuse('keys.dismissAlerts'));
  await core.fillBars();
  const alerts = page.getByRole('region', { name: 'API keys near their end' });
  await alerts.getByRole('button', { name: 'Got it' }).press('Enter');
  await expect(alerts.getByRole('alert')).toBeVisible();
  await expect(alerts.getByRole('button', { name: 'Got it' })).toBeFocused();
});

test('an export that is cancelled leaves the focus in its bar', async ({ page, show, core }) => {
  await show('app');
  await core.fillBars();
  const bar = page.getByRole('region', { name: 'Export' });
  await bar.getByRole('button', { name: 'Cancel export' }).press('Enter');
  await expect(bar.getByRole('button', { name: 'Cancel export' })).toHaveCount(0);
  await expect(bar.getByRole('button')).toBeFocused();
});

test('filters that are cleared leave the focus in the screen', async ({ page, show }) => {
  await show('app', 'signatures');
  await page.getByRole('combobox', { name: 'State' }).selectOption({ index: 1 });
  const clear = page.getByRole('main').getByRole('search').getByRole('button', { name: 'Clear filters' });
  await clear.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('a signer is renamed and removed with the keyboard alone', async ({ page, show, core }) => {
  await show('app', 'settings/signers');
  await core.fillBars();
  const rename = page.getByRole('button', { name: 'Rename' });
  await rename.press('Enter');
  await page.keyboard.insertText('Printer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Printer' })).toBeVisible();
  await expect(rename).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Known signers' }).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(rename).toBeFocused();
  const remove = page.getByRole('button', { name: 'Remove Printer' });
  await remove.press('Enter');
  await expect(remove).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('a question that is asked again with success leaves the focus in the screen', async ({ page, show, core }) => {
  await show('app', 'changes');
  await core.refuse('changes.set');
  await new ChangesScreen(page).row('photo 1').click();
  const again = page.getByRole('alert').getByRole('button');
  await expect(again).toBeVisible();
  await core.refuse();
  await again.press('Enter');
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('an edit that is to stay parked leaves the focus in the screen', async ({ page, show, core }) => {
  await show('app', 'changes');
  await core.park(1);
  const keep = page.getByRole('button', { name: 'Keep parked' });
  await keep.press('Enter');
  await expect(keep).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('the fields of more filters stay open when the last one returns to "any"', async ({ page, show }) => {
  await show('app', 'keys');
  await page.getByText('More filters').click();
  const power = page.getByRole('combobox', { name: 'May' });
  await power.focus();
  await power.selectOption({ index: 1 });
  await expect(page.getByText('More filters (1 in use)')).toBeVisible();
  await power.selectOption({ index: 0 });
  await expect(page.getByText('More filters', { exact: true })).toBeVisible();
  await expect(power).toBeVisible();
  await expect(power).toBeFocused();
});

test('a check that the core refuses is said in the strip, and a new status does not take it away', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  await core.refuse('connections.checkNow');
  const strip = page.getByRole('contentinfo');
  await strip.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(strip.getByRole('alert')).toContainText('r-7');
  await core.stand({ network: 'down' });
  await expect(strip).toContainText('Working offline');
  await expect(strip.getByRole('alert')).toBeVisible({ timeout: 2_000 });
  expect(await findings(page)).toEqual([]);
});

test('lines are pasted into the editor of metadata, and taken or put away, with the keyboard alone', async ({
  page,
  show,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await files.row('photo 1.png').click();
  await inspector.editMetadata.press('Enter');
  const form = inspector.pane.locator('form');
  const add = form.getByRole('button', { name: 'Add a pair' });
  const paste = form.getByRole('button', { name: 'Paste key=value lines…' });
  const lines = form.getByRole('textbox', { name: 'Lines of key=value' });
  await paste.press('Enter');
  await expect(lines).toBeFocused();
  await page.keyboard.type('tier=gold');
  await form.getByRole('button', { name: 'Take these lines' }).press('Enter');
  await expect(inspector.field('New value')).toHaveValue('gold');
  await expect(add).toBeFocused();
  await paste.press('Enter');
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(add).toBeFocused();
});

test('a history that is shown to its end leaves the focus in the inspector', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', [['rarity', 'epic']]);
  for (let past = 0; past < 60; past += 1) await core.passRarity(`rarity ${past}`);
  await files.row('photo 1.png').click();
  await inspector.show('History');
  await expect(inspector.history).toHaveCount(50);
  const more = inspector.pane.getByRole('button', { name: 'Show 11 more' });
  await more.press('Enter');
  await expect(inspector.history).toHaveCount(61);
  await expect(more).toHaveCount(0);
  await expect(inspector.pane).toBeFocused();
});

test('the button that selects the whole list gives the focus to the list', async ({ page, show }) => {
  await page.setViewportSize({ width: 1_600, height: 800 });
  await show('app');
  const files = new FilesScreen(page);
  await files.row('photo 1.png').click();
  await page.keyboard.press('x');
  const all = files.list.getByRole('button', { name: 'Select all 1,000' });
  await all.press('Enter');
  await expect(all).toHaveCount(0);
  await expect(files.grid).toBeFocused();
});

const manyPairs = Array.from({ length: 250 }, (_, place): [string, string] => [`key ${place}`, 'value']);

test('metadata that is shown to its end leaves the focus in the inspector', async ({ page, show, core }) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', manyPairs);
  await files.row('photo 1.png').click();
  const more = inspector.pane.getByRole('button', { name: /^Show 50 more/ });
  await more.press('Enter');
  await expect(more).toHaveCount(0);
  await expect(inspector.pane).toBeFocused();
});

test('pairs that are shown to their end in the editor leave the focus on the first that is new', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
  await core.describeFirst('photo 1.png', manyPairs);
  await files.row('photo 1.png').click();
  await inspector.editMetadata.press('Enter');
  const more = inspector.pane.getByRole('button', { name: /^Show 50 more/ });
  await more.press('Enter');
  await expect(more).toHaveCount(0);
  await expect(inspector.pane.getByRole('combobox', { name: 'Key key 200', exact: true })).toBeFocused();
});

test('an import of ids that is stopped leaves the focus on the button that begins one', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const listing = { kind: 'no', checkedAtMs: 0, words: '404', requestId: null } as const;
  await core.stand({}, { learnt: { ...noTraits, listing } });
  await page.getByRole('button', { name: 'Import ids…' }).click();
  const form = page.getByRole('dialog', { name: 'Import ids' });
  await form.getByRole('textbox').fill('11111111-1111-4111-8111-111111111111');
  await core.hold('files.import');
  await form.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  const stop = form.getByRole('button', { name: 'Stop' });
  await stop.press('Enter');
  await expect(stop).toHaveCount(0);
  await expect(form.locator('[type=submit]')).toBeFocused();
  await core.release();
});

test('a button of a change set that goes because the set has changed leaves the focus on its title', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes');
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  const hold = changes.pane.getByRole('button', { name: 'Hold: Rename photo 1.png' }).first();
  await hold.focus();
  await core.disagree(1);
  await expect(hold).toHaveCount(0);
  await expect(changes.pane.getByRole('heading', { level: 2 })).toBeFocused();
});

test('a decision that goes because somebody else made it leaves the focus on the title of its change set', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes', () => core.disagree(1));
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  const keep = changes.pane.getByRole('button', { name: 'Keep server' });
  await keep.focus();
  await core.agree();
  await expect(keep).toHaveCount(0);
  await expect(changes.pane.getByRole('heading', { level: 2 })).toBeFocused();
});

test('edits that are shown to their end leave the focus on the first that is new', async ({ page, show, core }) => {
  await show('app', 'changes', () => core.widenFirst(150));
  await core.refuse('changes.outcomes');
  const changes = new ChangesScreen(page);
  await changes.row('photo 1').click();
  const more = changes.pane.getByRole('button', { name: 'Show 100 more files' });
  await more.press('Enter');
  await expect(more).toHaveCount(0);
  await expect(changes.pane.locator('[data-edit]').nth(100).getByRole('link').first()).toBeFocused();
});
