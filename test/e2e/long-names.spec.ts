import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const longName = `begin ${'n'.repeat(999_994)}`;

test('a name of a megabyte goes through the whole app, and what stands beside it is edited and sent', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: longName, keyvalues: { mine: 'before' } }]);
  const app = await openOn(practice);
  await expect(app.status).toContainText('Up to date');
  await app.files.search.fill('begin');
  await expect(app.files.found).toContainText('1 file');
  const row = app.files.rows.first();
  await expect(row).toContainText('1,000,000 characters');
  await row.click();
  await expect(app.inspector.title).toContainText('… 1,000,000 characters');
  await app.inspector.editMetadata.click();
  await app.inspector.change('mine', 'after');
  await app.inspector.saveMetadata();
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ name: longName, keyvalues: { mine: 'after' } });
  await expect(app.status).toContainText('Up to date');

  await app.inspector.rename('short.png');
  await expect.poll(() => practice.control.file(file!.id)).toMatchObject({ name: 'short.png' });
});
