import type { Locator } from 'playwright/test';
import { noTraits } from '../../../src/domain/connections/connection.ts';
import { expect, test } from './fixture.ts';

test('the head of the keys says how old the copy is, unless they may not be listed, and filters have one line', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'keys');
  const head = page.getByRole('region', { name: 'API keys' });
  await core.stand({ network: 'down', caughtUpAtMs: Date.UTC(2026, 0, 5, 12) });
  await expect(head.getByText(/^as copied 5 Jan/)).toBeVisible();
  const conditions = head.getByRole('radiogroup', { name: 'Condition' });
  const more = head.getByText('More filters');
  const line = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox();
    return box === null ? NaN : box.y + box.height / 2;
  };
  await page.setViewportSize({ width: 1440, height: 860 });
  expect(Math.abs((await line(conditions)) - (await line(more)))).toBeLessThan(4);
  await more.click();
  expect(await line(more)).toBeGreaterThan(await line(conditions));
  const keys = { kind: 'no', checkedAtMs: 0, words: 'not you', requestId: null } as const;
  await core.stand({}, { learnt: { ...noTraits, keys } });
  await expect(head.getByText(/not you/)).toBeVisible();
  await expect(head.getByText(/^as copied/)).toHaveCount(0);
});

test('nothing stands between the title of the audit and its first line where there is nothing to notice', async ({
  page,
  show,
}) => {
  await show('app', 'audit');
  const title = page.getByRole('heading', { name: 'Scope audit' });
  const first = page.getByText(/^What the .* in force may do/);
  const [above, below] = [await title.boundingBox(), await first.boundingBox()];
  expect(below!.y - above!.y - above!.height).toBeLessThan(28);
});
