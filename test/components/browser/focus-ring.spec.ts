import type { Locator } from 'playwright/test';
import { expect, test } from './fixture.ts';

/** How many of the pixels along the edges of a list have the colour of its ring, as a share of all. */
async function ringShare(list: Locator): Promise<number> {
  const page = list.page();
  const { x, y, width, height } = (await list.boundingBox())!;
  const edges = [
    { x, y, width: 1, height },
    { x: x + width - 1, y, width: 1, height },
    { x, y, width, height: 1 },
    { x, y: y + height - 1, width, height: 1 },
  ];
  const shares: number[] = [];
  for (const clip of edges) {
    const picture = (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
    shares.push(await list.evaluate(shareOfRing, picture));
  }
  return Math.min(...shares);
}

async function shareOfRing(list: Element, picture: string): Promise<number> {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const ring = getComputedStyle(list).outlineColor.match(/\d+/g)!.map(Number);
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (ring.every((part, place) => Math.abs(part - data[at + place]!) < 8)) found++;
  }
  return found / (width * height);
}

for (const screen of ['keys', 'changes'] as const) {
  test(`no row covers the ring of the list: ${screen}`, async ({ page, show, core }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await show('app', screen);
    await core.become(screen, 40);
    const list = page.getByRole('main').getByRole('grid');
    await expect(list.getByRole('row').nth(2)).toBeVisible();
    await list.press('Shift');
    await list.focus();
    await expect(list.locator('[aria-selected=true]')).toHaveCount(0);
    expect(await ringShare(list)).toBeGreaterThan(0.99);
  });
}
