import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

const gateway = { address: 'https://gateway.example', showsImages: false };

test('a rename says so when the whole name behind a shortened one cannot be read', async ({ page, show, core }) => {
  await show('app');
  const files = new FilesScreen(page);
  await core.describeFirst(`begin ${'n'.repeat(999_994)}`, []);
  await files.rows.first().click();
  await core.refuse('files.get');
  await page.keyboard.press('F2');
  const said = page.getByRole('alert').filter({ hasText: 'The whole name could not be read.' });
  await expect(said).toContainText('r-7');
  await said.getByRole('button', { name: 'Close' }).click();
  await expect(said).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Files' })).toBeFocused();
});

for (const widthPx of [1280, 720])
  test(`a file that the system does not open in a browser is said once, at ${widthPx} px`, async ({
    page,
    show,
    core,
  }) => {
    await page.setViewportSize({ width: widthPx, height: 720 });
    await page.addInitScript(() => Object.assign(window, { pinfold: {} }));
    await show('app');
    await core.stand({}, { gateway });
    await core.describeFirst('photo 1.png', []);
    const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
    await files.rows.first().click();
    await page.keyboard.press('Enter');
    await inspector.pane.getByRole('link', { name: 'Open in browser' }).click();
    const said = page.getByRole('alert').filter({ hasText: 'The system could not open it.' });
    await expect(said).toHaveCount(1);
    await expect(said).toBeInViewport();
    await expect(said).toContainText('https://gateway.example/ipfs/bafybei');
    await said.getByRole('button', { name: 'Close' }).click();
    await expect(said).toHaveCount(0);
  });
