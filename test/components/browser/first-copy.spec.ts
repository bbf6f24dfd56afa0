import { noTraits } from '../../../src/domain/connections/connection.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

test('during a first copy the strip, the navigation and the list say one number, although the list comes late', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  // More rows were read than there are files, because a list may name one twice.
  const job = { kind: 'files', done: 5_000, total: null, perSecond: null } as const;
  await core.stand({ work: 'pull', caughtUpAtMs: null, fullCheckAtMs: null, job });
  await core.hold('files.open');
  await core.become('files', 3_540);
  const strip = page.getByRole('contentinfo', { name: 'Standing of this connection' });
  await expect(strip).toContainText('3,540 files copied. Search covers what is here.');
  await expect(page.getByRole('link', { name: /^Files\s*3,540$/ })).toBeVisible();
  await expect(files.found).toContainText('3,540 files');
  const screens = page.getByRole('navigation', { name: 'Screens' });
  // The public files come first: of the private ones nothing is known yet.
  await expect(screens.getByRole('link', { name: /^Private/ })).toHaveText(/^\s*Private\s*$/);
  await expect(files.search).toHaveAttribute('placeholder', 'Search 3,540 files');
  const copy = page.getByRole('region', { name: 'Copying your library' });
  await expect(copy).toContainText('3,540 so far');
  await expect(copy).toContainText('One block is 1,000 files. The service does not say how many there are.');
  await expect(copy.locator('.block')).toHaveCount(4);
  expect(await findings(page)).toEqual([]);
  await core.release();
  await expect(files.grid).toHaveAttribute('aria-rowcount', '3541');
  await core.stand({ work: 'none', caughtUpAtMs: 0, job: null });
  await expect(copy).toBeHidden();
  await expect(screens.getByRole('link', { name: /^Private/ })).toHaveText(/Private\s*0/);
});

test('keys that were never listed are not counted as none', async ({ page, show, core }) => {
  await show('app');
  const keys = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^API keys/ });
  await core.become('keys', 0);
  await core.stand({ caughtUpAtMs: null });
  await expect(keys).toHaveText(/^\s*API keys\s*$/);
  await core.stand({ caughtUpAtMs: 0 }, { learnt: { ...noTraits, keys: { kind: 'yes', checkedAtMs: 0 } } });
  await expect(keys).toHaveText(/API keys\s*0/);
});
