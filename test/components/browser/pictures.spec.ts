import type { Page } from 'playwright/test';
import { FilesScreen } from '../../e2e/pages/files-screen.ts';
import { Inspector } from '../../e2e/pages/inspector.ts';
import { expect, test } from './fixture.ts';

const gateway = { address: 'https://gateway.example', showsImages: true };

const pictureOf = async (page: Page) => {
  await new FilesScreen(page).row('photo 1.png').click();
  return new Inspector(page).pane.getByRole('img', { name: 'photo 1.png' });
};

test('a picture stays, and is asked for once, however often the state of the connections comes', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', async () => {
    await core.stand({}, { gateway });
    await core.describeFirst('photo 1.png', []);
  });
  const picture = await pictureOf(page);
  await expect(picture).toBeVisible();
  const element = await picture.elementHandle();
  for (const waiting of [1, 2, 3]) {
    const before = await core.asked('connections.list');
    await core.stand({ counts: { waiting, needsYou: 0, refused: 0, held: 0, gone: 0, parked: 0 } });
    await expect.poll(() => core.asked('connections.list')).toBeGreaterThan(before);
  }
  await expect(picture).toBeVisible();
  expect(await element?.evaluate((one) => one.isConnected)).toBe(true);
  expect(await core.asked('gateways.image')).toBe(1);
});

test('a picture that could not be asked for offline is asked for once the network is back', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files', async () => {
    await core.stand({ network: 'down' }, { gateway });
    await core.describeFirst('photo 1.png', []);
  });
  await expect(await pictureOf(page)).toBeVisible();
  const before = await core.asked('gateways.image');
  await core.stand({ network: 'up' });
  await expect.poll(() => core.asked('gateways.image')).toBe(before + 1);
});
