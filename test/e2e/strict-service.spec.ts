import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a service that cannot list its files takes ids, says of each how it went, and takes edits', async ({
  openOn,
  service,
}) => {
  const practice = await service();
  const [file] = await namedFiles(practice, [{ name: 'known by id.png', keyvalues: { kept: 'as it is' } }]);
  practice.control.changeSettings({ listing: false, readById: false });
  const app = await openOn(practice);
  await expect(app.files.list).toContainText('This service cannot list its files');
  const unknown = '00000000-0000-4000-8000-000000000000';
  await app.files.importIds([file!.id, unknown, 'not an id at all']);
  await expect(app.files.imported(file!.id)).toContainText('in the copy');
  await expect(app.files.imported(unknown)).toContainText('The service has no file with this id');
  await expect(app.files.imported('not an id at all')).toContainText('This is not a file id.');
  await app.page.keyboard.press('Escape');

  await app.files.choose('known by id.png');
  await app.inspector.editMetadata.click();
  await app.inspector.add('seen', 'yes');
  await app.inspector.saveMetadata();
  await expect
    .poll(() => practice.control.file(file!.id))
    .toMatchObject({ keyvalues: { kept: 'as it is', seen: 'yes' } });
  await app.files.isOnServer('known by id.png');
});
