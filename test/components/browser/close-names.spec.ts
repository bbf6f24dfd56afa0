import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('a close name keeps its place and the focus while files are copied', async ({ page, show, core }) => {
  await show('app');
  await new FilesScreen(page).search.fill('phto');
  const close = page.getByRole('button', { name: 'photo', exact: true });
  await close.focus();
  const opened = await core.asked('files.open');
  await core.become('files', 1_001);
  await expect.poll(() => core.asked('files.open')).toBeGreaterThan(opened);
  await expect(page.getByRole('link', { name: /^Files\s*1,001$/ })).toBeVisible();
  await expect(close).toBeFocused({ timeout: 2_000 });
  expect(await core.asked('files.closeTo')).toBe(1);
});
