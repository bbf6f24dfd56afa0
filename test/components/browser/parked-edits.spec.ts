import { expect, test } from './fixture.ts';

test('parked edits are asked about, and one word sends them', async ({ page, show, core }) => {
  await show('app', 'changes');
  await core.park(5);
  const question = page.getByRole('note').filter({ hasText: '5 edits were made with the token you replaced' });
  await expect(question).toContainText('Same account?');
  await core.hold('changes.adopt');
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question.getByRole('button', { name: 'Send' })).toBeDisabled();
  await core.release();
  await expect(question).toHaveCount(0);
});

test('edits that are to stay parked are asked about no more, and can still be sent', async ({ page, show, core }) => {
  await show('app', 'changes');
  await core.park(1);
  const question = page.getByRole('note').filter({ hasText: '1 edit was made' });
  await question.getByRole('button', { name: 'Keep parked' }).click();
  await expect(question).not.toContainText('Same account?');
  await expect(question.getByRole('button', { name: 'Keep parked' })).toHaveCount(0);
  await expect(question.getByRole('button', { name: 'Send' })).toBeEnabled();
});
