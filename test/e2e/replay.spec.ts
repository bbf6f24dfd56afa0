import { findings } from './pages/axe-findings.ts';
import { BulkEdit } from './pages/bulk-edit.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const numbers = Array.from({ length: 16 }, (_, place) => place + 1);

test('going online sends what waits under a bar, and a receipt says what became of it', async ({ openOn, service }) => {
  test.slow();
  const practice = await service({ switches: { maxPairs: 2 } });
  const files = await namedFiles(
    practice,
    numbers.map((number) => ({
      name: `replay-${number}.png`,
      keyvalues: number === 2 ? { rarity: 'rare', drop: 'winter' } : {},
    })),
  );
  const app = await openOn(practice);
  const bulk = new BulkEdit(app.page);
  const bar = app.page.getByRole('region', { name: 'Sending changes' });
  const receipt = app.page.getByRole('region', { name: 'What became of your changes' });
  await expect(app.status).toContainText('Up to date');
  practice.control.changeSettings({ offline: true });
  await app.files.search.fill('replay');
  await expect(app.files.found).toContainText('16 files');
  await app.files.grid.focus();
  await app.page.keyboard.press('ControlOrMeta+a');
  await app.page.keyboard.press('e');
  await bulk.setKey('tier', 'gold');
  await bulk.preview();
  await bulk.button('Queue 16 changes').click();
  await expect(app.files.stateOf('replay-1.png')).toContainText('waiting');

  await test.step('the bar counts while files are sent', async () => {
    // Somebody else was there meanwhile: at another field of one file, and at the same field of another.
    practice.control.editFile({ id: files[2]!.id, keyvalues: { colour: 'blue' } });
    practice.control.editFile({ id: files[3]!.id, keyvalues: { tier: 'silver' } });
    practice.control.changeSettings({ offline: false, latencyMs: 300 });
    await app.checkNow();
    await expect(bar.getByRole('progressbar', { name: 'Files sent' })).toHaveAttribute('aria-valuemax', '16');
    await expect(bar.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(receipt).toBeHidden();
  });

  await test.step('the receipt has the counts of the whole replay, and takes no focus', async () => {
    await expect(receipt).toContainText('Sent changes to 16 files');
    await expect(receipt.getByRole('listitem')).toHaveText([
      /13\s*on server/,
      /1\s*combined with a change by somebody else/,
      /1\s*changed in both places/,
      /1\s*refused, one reason/,
    ]);
    await expect(receipt.locator(':focus')).toHaveCount(0);
    await app.files.isOnServer('replay-5.png');
    await expect(app.files.stateOf('replay-2.png')).toContainText('refused');
    await expect(app.files.stateOf('replay-4.png')).toContainText('needs you');
    expect(await findings(app.page), 'the receipt').toEqual([]);
  });

  await test.step('its ways lead to the changes, and Esc closes it', async () => {
    await receipt.getByRole('link', { name: 'Show what was sent' }).click();
    await expect(app.page).toHaveURL(/changes\/[^?]+\?tab=open/);
    await expect(app.page.getByRole('region', { name: 'Chosen change' })).toContainText('tier');
    await receipt.getByRole('link', { name: 'See why' }).click();
    await expect(app.changes.row('Set tier = gold on 16 files')).toBeVisible();
    await receipt.getByRole('link', { name: 'See why' }).press('Escape');
    await expect(receipt).toBeHidden();
    await expect(app.page.locator('body')).not.toBeFocused();
  });
});
