import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a search that finds nothing offers words that are close to it, apart from what was found', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const names = ['quayside-lights.png', 'quayside-night.png', 'meadow.svg'];
  await namedFiles(
    practice,
    names.map((name) => ({ name, keyvalues: {} })),
  );
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('quaysdie');
  const close = app.page.getByRole('region', { name: 'Close to it' });
  await expect(close.getByRole('listitem')).toHaveText([/quayside\s*one letter away · quayside-(lights|night)\.png/]);
  await expect(app.files.found).toContainText('0 files of');
  expect(await findings(app.page)).toEqual([]);
  await close.getByRole('button', { name: 'quayside' }).press('Enter');
  await expect(app.files.found).toContainText('2 files of');
  await expect(app.files.grid).toBeFocused();
  await app.files.search.fill('zzzzzz');
  await expect(app.files.found).toContainText('0 files of');
  await expect(close).toBeHidden();
});
