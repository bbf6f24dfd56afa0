import { findings } from '../../e2e/pages/axe-findings.ts';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { expect, test } from './fixture.ts';

test('what a search found in a name is marked, also across the two parts of a long one', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files?search=PHOTO 1.png');
  const files = new FilesScreen(page);
  await expect(files.list).toContainText('No file matches “PHOTO 1.png”');
  await core.describeFirst('a long name of a phóto 1.png.bak', []);
  await files.search.fill('photo 1.png');
  const row = files.row('a long name of a phóto 1.png.bak');
  await expect(row.locator('mark')).toHaveText(['phó', 'to', '1.png']);
  await expect(row.locator('mark').first()).toHaveCSS('text-decoration-line', 'underline');
  await files.search.fill('');
  await expect(files.found).toContainText('1,000 files');
  await expect(row).toBeVisible();
  await expect(page.locator('mark')).toHaveCount(0);
});

test('a row whose name does not hold the search says which pair does, to a screen reader too', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files?search=nothing');
  const files = new FilesScreen(page);
  await core.describeFirst('harbour.png', [['origin', 'a long story that ends with <b>photo 1.png</b>']]);
  await files.search.fill('photo 1.png');
  const row = files.row('harbour.png');
  const said = 'origin = …th <b>photo 1.png</b>';
  await expect(row.locator('.reason')).toHaveText(said);
  await expect(row.locator('mark')).toHaveText(['photo']);
  await expect(row.getByRole('gridcell', { name: 'harbour.png' })).toHaveAccessibleName(`harbour.png, ${said}`);
  expect(await findings(page, ['label-content-name-mismatch'])).toEqual([]);
});

test('a search that is typed has its count read out once, when it is settled', async ({ page, show }) => {
  await show('app');
  const files = new FilesScreen(page);
  await expect(files.found).toContainText('1,000 files');
  await files.list.evaluate((list) => {
    const listen = (): void =>
      list
        .querySelectorAll('[role=status]')
        .forEach(({ textContent }) =>
          list.setAttribute('data-heard', `${list.getAttribute('data-heard')}|${textContent}`),
        );
    new MutationObserver(listen).observe(list, { subtree: true, childList: true, characterData: true });
  });
  await files.search.pressSequentially('photo 1.png', { delay: 40 });
  await expect(files.found).toContainText('1 file of 1,000');
  await expect(files.list).toHaveAttribute('data-heard', /1 file of 1,000/);
  await expect(files.list).not.toHaveAttribute('data-heard', /0 files of 1,000/);
});
