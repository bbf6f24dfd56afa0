import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test('a refused edit shows what the service said, and other files go on', async ({ openOn, service }) => {
  const practice = await service({ switches: { maxNameLength: 20 } });
  const [first, second, third] = await namedFiles(practice, [
    { name: 'one.png' },
    { name: 'two.png' },
    { name: 'three.png' },
  ]);
  const app = await openOn(practice);
  await app.files.choose('one.png');
  await app.inspector.rename('a name of more than twenty characters.png');
  await expect(app.inspector.pane).toContainText('The service did not accept this (400).');
  await expect(app.inspector.pane).toContainText('name is longer than 20 characters');
  await expect(app.inspector.pane).toContainText(/Request [0-9a-f-]{36}/);
  await app.files.choose('two.png');
  await app.inspector.rename('two that is also far too long.png');
  await expect(app.status).toContainText('2 refused');
  await expect(app.status).not.toContainText('Up to date');

  await app.files.choose('three.png');
  await app.inspector.rename('three-b.png');
  await expect.poll(() => practice.control.file(third!.id)).toMatchObject({ name: 'three-b.png' });

  await app.go(/^Needs you/);
  await app.changes.open('Rename one.png');
  await expect(app.changes.pane).toContainText('name is longer than 20 characters');
  await expect(app.changes.pane).toContainText(/Request [0-9a-f-]{36}/);
  practice.control.changeSettings({ maxNameLength: 255 });
  await app.changes.button('Retry').first().click();
  await expect
    .poll(() => practice.control.file(first!.id))
    .toMatchObject({ name: 'a name of more than twenty characters.png' });

  await app.changes.open('Rename two.png');
  await app.changes.button('Discard').first().click();
  await expect(app.changes.list).toHaveText(/^\s*Sent last/);
  await app.changes.show('Discarded');
  await app.changes.open('Rename two.png');
  await expect(app.changes.pane).toContainText('two that is also far too long.png');
  expect(practice.control.file(second!.id)).toMatchObject({ name: 'two.png' });
  await expect(app.status).not.toContainText('refused');
});
