import { findings } from './pages/axe-findings.ts';
import { copying, expect, test } from './pages/preconditions.ts';

/** Practice as a newcomer meets it, with edits and uses that are there already. */
const asAlways = { env: { PINFOLD_PRACTICE_EMPTY: '' } };

test('practice begins with something on every screen', async ({ open }) => {
  test.slow();
  const app = await open(asAlways);
  await app.firstRun.practise.click();
  await expect(app.status).toContainText('Working offline', copying);
  await expect(app.practice.network).not.toBeChecked();

  await test.step('the list begins with files that people make', async () => {
    await expect(app.files.rows.first()).toContainText('paper-automata-0416@2x.png');
  });

  await test.step('five files carry the marks of what became of an edit', async () => {
    await app.nav.getByRole('link', { name: /^Edited here/ }).click();
    await expect(app.files.found).toContainText('5 files');
    await expect(app.files.grid.getByRole('gridcell', { name: /^waiting/ })).toHaveCount(3);
    await expect(app.files.grid.getByRole('gridcell', { name: /^held/ })).toHaveCount(1);
    await expect(app.files.grid.getByRole('gridcell', { name: /^needs you/ })).toHaveCount(1);
  });

  await test.step('the network takes the three edits, and leaves what needs a person', async () => {
    await app.practice.network.click();
    await expect(app.status).toContainText('1 needs you');
    await expect(app.status).not.toContainText('Working offline');
    await expect(app.status).not.toContainText('3 files waiting');
  });
});

test('the guided practice checks off what a person does, and is left and taken up at will', async ({ open }) => {
  test.slow();
  let app = await open(asAlways);
  await app.firstRun.practise.click();
  await expect(app.status).toContainText('Working offline', copying);
  await app.practice.network.click();
  await expect(app.status).not.toContainText('Working offline');
  const { guidePanel } = app.practice;

  await test.step('it begins with the focus on its heading', async () => {
    await app.practice.guide.click();
    await expect(guidePanel.getByRole('heading', { name: 'Guided practice' })).toBeFocused();
    await expect(app.practice.step('Take the network away')).toBeVisible();
    await expect(guidePanel.getByRole('status')).toContainText('Step 1 of 5');
    expect(await findings(app.page)).toEqual([]);
  });

  await test.step('the network goes', async () => {
    await app.practice.network.click();
    await expect(app.practice.step('Rename a file')).toBeVisible();
  });

  await test.step('left, it gives the focus back, and after a restart it goes on where it was', async () => {
    await guidePanel.getByRole('button', { name: 'Leave for now' }).click();
    await expect(guidePanel).toBeHidden();
    await expect(app.practice.guide).toBeFocused();
    await expect(app.practice.guide).toHaveText('Guided practice: 1 of 5 done');
    await app.running.quit();
    app = await open(asAlways);
    await app.practice.guide.click();
    await expect(app.practice.step('Rename a file')).toBeVisible();
  });

  await test.step('a rename', async () => {
    await app.practice.somebodyElse.click();
    await expect(app.practice.said).toHaveText('Choose a file first.');
    await app.files.choose('ember-court-card-411-front.png');
    await expect(app.practice.said).toHaveText('');
    await app.inspector.rename('ember-court-card-411-front-final.png');
    await expect(app.practice.step('Let somebody else rename it')).toBeVisible();
  });

  await test.step('somebody else, and the network is back', async () => {
    await app.practice.somebodyElse.click();
    await expect(app.practice.step('Bring the network back')).toBeVisible();
    await app.practice.network.click();
    await expect(app.practice.step('Decide')).toBeVisible();
  });

  await test.step('the decision', async () => {
    await app.practice.guidePanel.getByRole('button', { name: 'Open Changes' }).click();
    await app.changes.open('Rename ember-court-card-411');
    await app.changes.decide('Name', 'Yours');
    await app.changes.use.click();
    await expect(app.practice.guidePanel.getByRole('status')).toContainText('Nothing was lost');
    await expect(app.practice.guidePanel.getByRole('listitem').filter({ hasText: 'done' })).toHaveCount(5);
    expect(await findings(app.page)).toEqual([]);
    await app.practice.guidePanel.getByRole('button', { name: 'Close' }).click();
    await expect(app.practice.guide).toBeFocused();
  });
});

test('the practice bar is put away and comes back, with the focus where it went', async ({ open }) => {
  const app = await open({ args: ['--practice'] });
  await app.page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(app.practice.network).toBeHidden();
  const show = app.status.getByRole('button', { name: 'Practice bar' });
  await expect(show).toBeFocused();
  await app.page.keyboard.press('Enter');
  await expect(app.practice.network).toBeFocused();
});

test('a fault is chosen from a menu by keys, each with its sentence, and shows in the strip', async ({ open }) => {
  const app = await open({ args: ['--practice'] });
  const { page, practice } = app;
  await expect(app.status).toContainText('Up to date');
  await practice.fault.press('Enter');
  const menu = page.getByRole('menu', { name: 'Fault' });
  const items = menu.getByRole('menuitemradio');
  await expect(items).toHaveCount(5);
  await expect(menu.getByRole('menuitemradio', { checked: true })).toContainText('Every request is answered at once.');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(practice.fault).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(items.first()).toBeFocused();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(practice.fault).toBeFocused();
  await expect(practice.fault).toHaveText('Fault: rate limit (429)');
  await app.checkNow();
  await expect(app.status).toContainText('The service asks to wait');
});
