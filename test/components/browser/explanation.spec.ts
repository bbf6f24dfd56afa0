import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

type Show = (scene: 'app') => Promise<void>;

/** The inspector of the first file, of which an edit waits, with that edit explained. */
async function explained(page: Page, show: Show, wait: () => Promise<void>): Promise<Inspector> {
  await show('app');
  await wait();
  await new FilesScreen(page).row('photo 1.png').click();
  const inspector = new Inspector(page);
  await inspector.pane.getByRole('button', { name: 'Explain this state' }).click();
  return inspector;
}

test('an action on an explained edit that fails says why, and leaves the focus on its button', async ({
  page,
  show,
  core,
}) => {
  const inspector = await explained(page, show, () => core.waitFor({ kind: 'turn' }));
  await core.refuse('changes.discard');
  await core.hold('changes.discard');
  await inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' }).press('Enter');
  await expect(inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' })).toBeDisabled();
  await core.release();
  await expect(inspector.pane.getByRole('alert')).toBeVisible();
  await expect(inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' })).toBeFocused();
  await test.step('which is no longer said once the edit is explained anew', async () => {
    const explain = inspector.pane.getByRole('button', { name: 'Explain this state' });
    await explain.click();
    await explain.click();
    await expect(inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' })).toBeVisible();
    await expect(inspector.pane.getByRole('alert')).toHaveCount(0);
  });
});

test('an explained edit that goes when it is discarded leaves the focus in the inspector', async ({
  page,
  show,
  core,
}) => {
  const inspector = await explained(page, show, () => core.waitFor({ kind: 'turn' }));
  await inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' }).press('Enter');
  await expect(inspector.pane.getByRole('button', { name: 'Explain this state' })).toHaveCount(0);
  await expect(inspector.pane).toBeFocused();
});

test('a parked edit that cannot be sent from its explanation says why, and leaves the focus on its button', async ({
  page,
  show,
  core,
}) => {
  const inspector = await explained(page, show, () => core.waitFor({ kind: 'parked' }));
  await core.refuse('changes.adopt');
  await core.hold('changes.adopt');
  const send = inspector.pane.getByRole('button', { name: /^Send.*: photo 1.png/ });
  await send.press('Enter');
  await expect(send).toBeDisabled();
  await core.release();
  await expect(inspector.pane.getByRole('alert')).toBeVisible();
  await expect(send).toBeFocused();
});

test('a refused edit that is discarded goes with its notice, and leaves the focus in the inspector', async ({
  page,
  show,
  core,
}) => {
  await show('app');
  await core.refuseEdit();
  await new FilesScreen(page).row('photo 1.png').click();
  const { pane } = new Inspector(page);
  await pane.getByRole('button', { name: 'Discard', exact: true }).press('Enter');
  await expect(pane.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0);
  await expect(pane).toBeFocused();
});

for (const width of [1280, 640])
  test(`a state is explained by its key while the inspector is away, ${width} px wide`, async ({
    page,
    show,
    core,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await show('app');
    await core.waitFor({ kind: 'turn' });
    const [files, inspector] = [new FilesScreen(page), new Inspector(page)];
    await files.row('photo 1.png').click();
    if (width > 900) await page.keyboard.press('Space');
    await expect(inspector.pane).toHaveCount(0);
    await page.keyboard.press('Control+/');
    await expect(inspector.pane.getByRole('button', { name: 'Discard: photo 1.png' })).toBeVisible();
    await expect(width > 900 ? files.grid : inspector.pane).toBeFocused();
  });
