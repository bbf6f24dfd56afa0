import { recoveryMessages as messages } from '../../../src/views/recovery/recovery-messages.ts';
import { expect, test } from './fixture.ts';

test('nothing is said of snapshots before they have been read', async ({ page, show, core }) => {
  await show('recovery', '', () => core.hold('recovery.copies'));
  const snapshots = page.getByRole('region', { name: messages.snapshots });
  await expect(snapshots.getByRole('status')).toHaveText(messages.reading);
  await expect(snapshots).not.toContainText(messages.noSnapshots);
  await core.release();
  await expect(snapshots).toContainText(messages.noSnapshots);
  await expect(snapshots.getByRole('status')).toHaveCount(0);
});

test('snapshots that could not be read are neither none nor on their way', async ({ page, show, core }) => {
  await show('recovery', '', () => core.refuse('recovery.copies'));
  await expect(page.getByRole('alert')).toBeVisible();
  const snapshots = page.getByRole('region', { name: messages.snapshots });
  await expect(snapshots).toContainText(messages.snapshotsAbout);
  await expect(snapshots).not.toContainText(messages.noSnapshots);
  await expect(snapshots).not.toContainText(messages.reading);
});
