import type { Page } from 'playwright/test';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const hashOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash.split('/').slice(3).join('/'));

test('each chart has a title, a sentence with its finding, and a table with the same numbers', async ({
  page,
  show,
}) => {
  await show('app', 'library');
  const sentences = [
    ['Bytes by type', 'Video: half of the bytes; most files: Images.'],
    ['Bytes by month', 'This month brought 96 GB, more than twice any other month here.'],
    ['Groups', 'Night Orchard holds'],
    ['Metadata', '41 files without stage, 82 without collection.'],
    ['API keys', '1 is used up, 1 runs out within 30 days.'],
    ['Edits a day', 'Today is the biggest day of the last 30; 15 came from elsewhere.'],
  ] as const;
  for (const [title, sentence] of sentences) {
    await expect(part(page, title)).toContainText(sentence);
    await page.getByRole('button', { name: `${title}: show as a table` }).click();
    await expect(page.getByRole('region', { name: `${title}, table` }).getByRole('table')).toBeVisible();
    await expect(page.getByRole('button', { name: `${title}: show as a chart` })).toBeFocused();
  }
  await expect(page.getByRole('row', { name: /^Jan 1970/ })).toHaveText(/Jan 1970\s*220\s*96\sGB/);
  await expect(page.getByRole('row', { name: /^No date, or one to come/ })).toContainText('9,000,000 PB');
  await expect(page.getByRole('row', { name: /9,900 more groups/ })).toContainText('3,000');
});

test('each mark leads to its list, by keys too, and Back returns to the charts', async ({ page, show }) => {
  await show('app', 'library');
  const marks = [
    ['link', /^Video 214 GB 702 files/, 'files?type=video/*'],
    ['link', /^Jan 1970: 96 GB, 220 files/, 'files?created=1970-01-01..1970-01-31'],
    ['link', /^Night Orchard 618/, 'files?group=Night+Orchard'],
    ['link', /^No group 1,104/, 'files?group='],
    ['link', /^No type given/, 'files?type='],
    ['link', /^stage .*Show 12,377 files with/, 'files?metadata=["has","stage"]'],
    ['link', '41 without stage', 'files?metadata=["lacks","stage"]'],
    ['link', /^drop uploader 9 Jan/, 'keys/drop'],
    ['link', '1 used up', 'keys?condition=exhausted'],
    ['link', /^Sent from this computer/, 'changes?tab=sent'],
    ['link', '214 new files', 'files?created=1969-12-31..'],
  ] as const;
  for (const [role, name, address] of marks.slice(0, 5)) {
    const mark = page.getByRole(role, { name });
    await mark.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hashOf(page)).toBe(address);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  }
  for (const [role, name, address] of marks) {
    expect(decodeURIComponent((await page.getByRole(role, { name }).getAttribute('href')) ?? '')).toContain(
      `/${address}`,
    );
  }
});

test('the charts fit, and axe finds nothing, wide, narrow and high', async ({ page, show }) => {
  await show('app', 'library');
  await expect(part(page, 'Edits a day')).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [720, 450],
    [400, 800],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const main = page.getByRole('main');
    await expect.poll(() => main.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await findings(page), `${width} px`).toEqual([]);
  }
});

test('what does not fit a chart is summed up, and its mark opens the table', async ({ page, show }) => {
  await show('app', 'library');
  await page.getByRole('button', { name: /9,995 more groups/ }).click();
  const table = page.getByRole('region', { name: 'Groups, table' });
  await expect(table.getByRole('row')).toHaveCount(103);
  await expect(table).toBeFocused();
});

test('text of the service is text, with its invisible characters named', async ({ page, show }) => {
  await show('app', 'library');
  await expect(part(page, 'Bytes by type')).toContainText('oddU+202Egpj/*');
});

test('an empty copy says so, and the charts come with its first files', async ({ page, show, core }) => {
  await page.clock.install();
  await show('app', 'library');
  await core.fillLibrary('empty');
  await page.clock.runFor(3_000);
  await expect(page.getByRole('heading', { name: 'Nothing is here to look at yet' })).toBeVisible();
  await core.fillLibrary('full');
  await page.clock.runFor(3_000);
  await expect(part(page, 'Bytes by type')).toBeVisible();
});

test('a first copy under way is said above the charts', async ({ page, show, core }) => {
  await show('app', 'library');
  await core.stand({ caughtUpAtMs: null, work: 'pull' });
  await expect(page.getByRole('status').filter({ hasText: 'The first copy is under way' })).toBeVisible();
});

test('the screen asks again at most every two seconds, however often the copy changes', async ({
  page,
  show,
  core,
}) => {
  await page.clock.install();
  await show('app', 'library');
  await expect(part(page, 'Bytes by type')).toBeVisible();
  // A clock that is installed goes on by itself, and on a busy machine by more than the seconds counted here.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const before = await core.asked('library.contents');
  for (let times = 0; times < 20; times += 1) {
    await core.fillLibrary('full');
    await page.clock.runFor(100);
  }
  await page.clock.runFor(2_000);
  expect((await core.asked('library.contents')) - before).toBeLessThanOrEqual(2);
});

test('more new files than are counted at once are told as so many or more, in the library and in the activity', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'activity', () => core.fillLibrary('flooded'));
  await expect(part(page, 'Since you last looked')).toContainText('50,000 files or more came.');
  await page.getByRole('link', { name: 'Library' }).click();
  await expect(part(page, 'Since you last looked')).toContainText('50,000 or more new files');
});
