import type { SyncStatus } from '../../../src/contract/connections.ts';
import { noOutcomes, noTicks } from '../../../src/domain/edits/replay.ts';
import { findings } from '../../e2e/pages/axe-findings.ts';
import { expect, test } from './fixture.ts';

const setId = '00000000-0000-4000-8000-0000000000aa';
/** Of which nobody has seen the end yet when the page opens. */
const endedAtMs = Date.now() + 86_400_000;
const atStart = {
  startedAtMs: 0,
  endedAtMs: null,
  activeMs: 0,
  counts: noOutcomes,
  sets: {},
  reasons: 0,
  ticks: noTicks,
};
const underWay = {
  ...atStart,
  ...{ activeMs: 4_000, waiting: 132, reasons: 1 },
  counts: { ...noOutcomes, onServer: 240, combined: 1, refused: 43 },
  ticks: { tape: `${'o'.repeat(240)}c${'r'.repeat(43)}`, filesPerTick: 1 },
};
const over = {
  ...atStart,
  ...{ endedAtMs, activeMs: 6_000, waiting: 0, reasons: 1 },
  counts: { onServer: 350, combined: 1, gaveWay: 1, needsYou: 1, refused: 63, gone: 0 },
  ticks: { tape: `${'o'.repeat(350)}cdn${'r'.repeat(63)}`, filesPerTick: 1 },
  sets: { onServer: setId, combined: setId, gaveWay: setId, needsYou: setId, refused: setId },
} as unknown as NonNullable<SyncStatus['replay']['ended']>;
const sending = { work: 'push', replay: { current: underWay, ended: null } } satisfies Partial<SyncStatus>;
const atRest = { work: 'none', replay: { current: null, ended: over } } satisfies Partial<SyncStatus>;

test('the bar counts and paces, and its button keeps the focus from falling when it goes', async ({
  page,
  show,
  core,
}) => {
  await show('app', 'files');
  await core.stand(sending);
  const bar = page.getByRole('region', { name: 'Sending changes' });
  await expect(bar).toContainText('284 of 416');
  await expect(bar).toContainText('71/s');
  await expect(bar).toContainText('43 refused so far, one reason');
  await expect(bar.getByRole('progressbar', { name: 'Files sent' })).toHaveAttribute('aria-valuenow', '284');
  expect(await findings(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Pause' }).focus();
  await core.stand(atRest);
  await expect(bar).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
});

test('the bar is the tape of the receipt, with what waits behind it; of very many files it has shares', async ({
  page,
  show,
  core,
}) => {
  const ticks = (outcome: string) =>
    page
      .getByRole('progressbar', { name: 'Files sent' })
      .locator(`path.${outcome}`)
      .evaluate((path) => path.getAttribute('d')?.match(/M/g)?.length);
  await show('app', 'files');
  await core.stand(sending);
  expect(await ticks('onServer')).toBe(240);
  expect(await ticks('refused')).toBe(43);
  expect(await ticks('waiting')).toBe(132);
  await core.stand({ ...sending, replay: { current: { ...underWay, waiting: 90_000 }, ended: null } });
  await expect(page.getByRole('progressbar', { name: 'Files sent' }).locator('.shares')).toBeVisible();
});

test('a window that is made narrower keeps the whole bar in sight', async ({ page, show, core }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await show('app', 'files');
  await core.stand(sending);
  const bar = page.getByRole('region', { name: 'Sending changes' });
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 400, height: 720 });
  await expect(bar.getByRole('button', { name: 'Pause' })).toBeInViewport({ ratio: 1 });
  await expect(bar.locator('svg')).toBeInViewport({ ratio: 1 });
});

test('the receipt says every outcome, leads to where each stands, and takes no focus', async ({ page, show, core }) => {
  await show('app', 'files');
  const search = page.getByRole('searchbox').first();
  await search.focus();
  await core.stand(atRest);
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await expect(receipt).toContainText('Sent changes to 416 files');
  await expect(receipt).toContainText('64 stay on this computer until you decide');
  await expect(receipt.getByRole('listitem')).toHaveText([
    /350\s*on server/,
    /1\s*combined with a change by somebody else/,
    /1\s*left as the service has it/,
    /1\s*changed in both places/,
    /63\s*refused, one reason/,
  ]);
  await expect(receipt).toContainText('One tick is one file, in the order sent.');
  await expect(receipt.locator('.tape path')).toHaveCount(5);
  await expect(search).toBeFocused();
  for (const way of ['Show what was combined', 'Decide', 'See why'])
    await expect(receipt.getByRole('link', { name: way })).toHaveAttribute('href', new RegExp(`changes/${setId}`));
  expect(await findings(page)).toEqual([]);
});

test('the receipt is copied as text for somebody else, with its times', async ({ page, show, core, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await show('app', 'files');
  await core.stand(atRest);
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await expect(receipt).toContainText(/\d\d:\d\d:\d\d to \d\d:\d\d:\d\d/);
  await receipt.getByRole('button', { name: 'Copy as text' }).click();
  await expect(receipt.getByRole('button', { name: 'Copied' })).toBeFocused();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Sent changes to 416 files in .+ \(.+64 stay on this computer until you decide\)\n350 on server\n.*\n63 refused, one reason$/s,
  );
});

test('a screen reader hears the receipt once, politely, and Escape in it closes it', async ({ page, show, core }) => {
  await show('app', 'files');
  await core.stand(atRest);
  const said = page.getByRole('status').filter({ hasText: 'Sent changes to 416 files' });
  await expect(said).toHaveCount(1);
  await expect(said).toContainText('350 on server. 1 combined');
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await receipt.getByRole('link', { name: 'See why' }).press('Escape');
  await expect(receipt).toBeHidden();
  await expect(said).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
  await core.stand({ ...atRest, counts: { waiting: 0, needsYou: 1, refused: 63, held: 0, gone: 0, parked: 0 } });
  await expect(page.getByRole('contentinfo')).toContainText('63 refused');
  await expect(receipt).toBeHidden();
});

test('nothing moves for a person who wants no motion', async ({ page, show, core }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await show('app', 'files');
  await core.stand(atRest);
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await expect(receipt).toHaveCSS('animation-name', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(receipt).not.toHaveCSS('animation-name', 'none');
});

test('a narrow window shows the whole receipt', async ({ page, show, core }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await show('app', 'files');
  await core.stand(atRest);
  const receipt = page.getByRole('region', { name: 'What became of your changes' });
  await receipt.getByRole('link', { name: 'See why' }).scrollIntoViewIfNeeded();
  await expect(receipt.getByRole('link', { name: 'See why' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('the tape of a receipt runs through once, and stands still for who wants no motion', async ({
  page,
  show,
  core,
}) => {
  const motion = () =>
    page
      .getByRole('region', { name: 'What became of your changes' })
      .locator('.tape svg')
      .evaluate((svg) => getComputedStyle(svg).animationName);
  await show('app', 'files');
  await core.stand(atRest);
  expect(await motion()).toContain('runs');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motion()).toBe('none');
});
