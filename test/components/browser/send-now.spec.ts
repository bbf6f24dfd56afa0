import { findings } from '../../e2e/pages/axe-findings.ts';
import { ChangesScreen } from '../../e2e/pages/changes-screen.ts';
import { Palette } from '../../e2e/pages/palette.ts';
import { expect, test } from './fixture.ts';

const counts = { waiting: 3, needsYou: 0, refused: 0, gone: 0, held: 0, parked: 0 };
const why = {
  offline: 'There is no network. Waiting changes are sent when it is back.',
  paused: 'This connection is paused. Waiting changes are sent once it goes on.',
  noToken: 'There is no token. Waiting changes are sent once there is one.',
};

test('Send now cannot be pressed while nothing can be sent, says why, keeps the focus, and sends once it can', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'changes');
  const { sendNow } = new ChangesScreen(page);
  await core.stand({ counts });
  await expect(sendNow).toHaveClass(/primary/);
  await sendNow.focus();
  for (const [reason, status] of [
    [why.offline, { network: 'down' }],
    [why.paused, { mode: 'paused', network: 'up' }],
    [why.noToken, { mode: 'noToken' }],
  ] as const) {
    await core.stand(status);
    await expect(page.getByText(reason)).toBeVisible();
    await expect(sendNow).toHaveAttribute('aria-disabled', 'true');
    await expect(sendNow).toHaveAccessibleDescription(reason);
    await expect(sendNow).not.toHaveClass(/primary/);
    await page.keyboard.press('Enter');
    expect(await findings(page)).toEqual([]);
  }
  await expect(sendNow).toBeFocused();
  expect(await core.asked('connections.checkNow')).toBe(0);
  await core.stand({ mode: 'running' });
  await expect(sendNow).toHaveAttribute('aria-disabled', 'false');
  await expect(sendNow).toHaveClass(/primary/);
  await page.keyboard.press('Enter');
  await expect.poll(() => core.asked('connections.checkNow')).toBe(1);
  await core.stand({ counts: { ...counts, waiting: 0 } });
  await expect(sendNow).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

for (const widthPx of [1280, 720])
  test(`the key of Send now sends nothing while nothing can be sent, and says why, at ${widthPx} px`, async ({
    page,
    show,
    core,
  }) => {
    await page.setViewportSize({ width: widthPx, height: 720 });
    await show('app', 'changes');
    const changes = new ChangesScreen(page);
    const { pane, sendNow } = changes;
    const said = page.locator('main').getByRole('status').filter({ hasText: why.offline });
    const waits = pane.getByRole('paragraph').filter({ hasText: 'Sends when the network is back.' });
    await core.stand({ counts, network: 'down' });
    await expect(sendNow).toHaveAttribute('aria-disabled', 'true');
    await changes.row('photo 1').click();
    await expect(pane.getByRole('heading', { name: /^Rename photo 1/ })).toBeVisible();
    await expect(said).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect(said).toHaveCount(1);
    const heights = await page.getByText(why.offline).evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(
      heights.filter((px) => px > 1),
      'the reason is seen once',
    ).toHaveLength(1);
    expect(await core.asked('connections.checkNow')).toBe(0);
    await core.stand({ network: 'up' });
    await expect(said).toHaveCount(0);
    await core.stand({ network: 'down' });
    await expect(waits).toBeVisible();
    await expect(said).toHaveCount(0);
    await core.stand({ network: 'up' });
    await expect(waits).toHaveCount(0);
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => core.asked('connections.checkNow')).toBe(1);
  });

for (const widthPx of [1280, 720])
  test(`the key of Send now says that nothing waits, at ${widthPx} px`, async ({ page, show, core }) => {
    await page.setViewportSize({ width: widthPx, height: 720 });
    await show('app', 'changes');
    const changes = new ChangesScreen(page);
    await changes.list.press('Control+Enter');
    const said = page.locator('main').getByRole('status').filter({ hasText: 'No change waits to be sent.' });
    await expect(said).toBeInViewport();
    expect(await core.asked('connections.checkNow')).toBe(0);
  });

test('the palette says why nothing can be sent', async ({ page, show, core }) => {
  await show('app', 'changes');
  const palette = new Palette(page);
  await core.stand({ counts, network: 'down' });
  await palette.open('send what');
  await expect(palette.group('Not possible now').getByRole('option')).toHaveText(/offline: sends by itself/);
});
