import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('what others changed, what failed and what was sent stand in the activity, with the request ids', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [theirs] = await namedFiles(practice, [{ name: 'theirs.png' }, { name: 'mine.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  practice.control.editFile({ id: theirs!.id, keyvalues: { rarity: 'mythic' } });
  await app.checkNow();
  await app.go('Activity');
  const { activity, page } = app;
  await expect(activity.entry('Somebody changed 1 file elsewhere')).toContainText('rarity on 1');
  await expect(activity.entry(/^.*First copy complete/)).toBeVisible();

  practice.control.changeSettings({ faults: [{ kind: 'error', status: 500, method: 'GET' }] });
  await app.checkNow();
  await activity.entry('The service did not answer').click();
  await expect(activity.pane.getByRole('heading', { name: 'Request ids of failures' })).toBeVisible();
  await expect(activity.pane.getByRole('button', { name: /^Copy the request id / }).first()).toBeVisible();
  practice.control.changeSettings({ faults: [] });
  await app.checkNow();
  await expect(activity.entry('The service answers again')).toBeVisible();

  await app.go(/^Files/);
  await app.files.choose('mine.png');
  await app.inspector.rename('mine-2.png');
  await app.go('Activity');
  const renamed = activity.entry('Rename mine.png to mine-2.png');
  await expect(renamed).toContainText('1 change on the server');
  await page.getByRole('radio', { name: 'Mine' }).check();
  await expect(activity.entries).toHaveCount(1);
  await activity.list.focus();
  await page.keyboard.press('ArrowDown');
  await expect(renamed).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/activity\/c[^?]+\?by=mine$/);
  await page.keyboard.press('Enter');
  await expect(app.changes.pane).toContainText('mine-2.png');
  await page.goBack();
  await expect(renamed).toHaveAttribute('aria-selected', 'true');
});

test('M says that the news are seen, and they count from then on', async ({ openOn, service }) => {
  const practice = await service();
  const [theirs] = await namedFiles(practice, [{ name: 'theirs.png' }]);
  const app = await openOn(practice);
  const { activity, page } = app;
  await expect(app.status).toContainText('Up to date');
  await app.go('Activity');
  await activity.list.focus();
  await page.keyboard.press('m');
  await expect(activity.since).toContainText('Nothing new was seen since');
  practice.control.editFile({ id: theirs!.id, name: 'theirs-2.png' });
  await app.checkNow();
  await expect(activity.since).toContainText('Somebody changed 1 file elsewhere');
  await expect(activity.list).toContainText('You looked last');
  await activity.seen.click();
  await expect(activity.since).toContainText('Nothing new was seen since');
  await expect(activity.entry('Somebody changed 1 file elsewhere')).toBeVisible();
});

test('a finished job leaves its bar for the activity when the person goes on', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'one.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('one.png');
  await app.files.fromMenu('Fetch signatures');
  await expect(app.signatures.work).toContainText('fetched');
  await app.go('Activity');
  await expect(app.signatures.work).toBeHidden();
  await expect(app.activity.entry(/Fetched [\d,]+ signature/)).toBeVisible();
});

test('a day of the library’s chart leads to what happened on it, and to every day from there', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  await namedFiles(practice, [{ name: 'mine.png' }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.choose('mine.png');
  await app.inspector.rename('mine-2.png');
  await app.go('Library');
  const today = app.page.getByRole('link', { name: /: 1 edit sent\. Show the activity$/ });
  await today.focus();
  await app.page.keyboard.press('Enter');
  await expect(app.page).toHaveURL(/activity\?by=mine&on=\d{4}-\d\d-\d\d$/);
  await expect(app.activity.entries).toHaveCount(1);
  await app.page.getByRole('button', { name: 'Show every day' }).click();
  await app.page.getByRole('radio', { name: 'All' }).check();
  await expect(app.activity.entry('First copy complete')).toBeVisible();
});
