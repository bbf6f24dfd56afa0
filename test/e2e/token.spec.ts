import { tokenKeyId } from '../../electron/practice/seed/seed-keys.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

test(
  'a token that turns invalid pauses the queue, loses nothing, and a new one sends it',
  { tag: '@shell' },
  async ({ openOn, service }) => {
    const practice = await service();
    const [file] = await namedFiles(practice, [{ name: 'one.png' }]);
    const app = await openOn(practice, 'filesOnly');
    await expect(app.status).toContainText('Up to date');
    practice.control.revokeKey(tokenKeyId(1, 'filesOnly'));
    await app.files.choose('one.png');
    await app.inspector.rename('one-b.png');
    await expect(app.status).toContainText('The service refused this token (401).');
    await expect(app.status).toContainText('Changes to 1 file waiting on this computer');
    await app.files.search.fill('one-b');
    await expect(app.files.stateOf('one-b.png')).toContainText('waiting');
    await app.files.choose('one-b.png');
    await app.inspector.editMetadata.click();
    await app.inspector.add('made', 'while the token was refused');
    await app.inspector.saveMetadata();
    await expect(app.files.stateOf('one-b.png')).toHaveText('waiting: 2 fields');
    expect(practice.control.file(file!.id)).toMatchObject({ name: 'one.png' });

    await app.go('Settings');
    await expect(app.settings.part).toContainText('The service refused this token (401).');
    await app.settings.newToken.fill(practice.tokens.admin);
    await app.settings.replaceToken.click();
    await expect
      .poll(() => practice.control.file(file!.id))
      .toMatchObject({
        name: 'one-b.png',
        keyvalues: { made: 'while the token was refused' },
      });
    await expect(app.status).toContainText('Up to date');
  },
);
