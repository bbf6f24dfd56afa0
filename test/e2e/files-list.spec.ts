import type { Page } from 'playwright/test';
import { findings } from './pages/axe-findings.ts';
import { expect, test } from './pages/preconditions.ts';
import { namedFiles } from './pages/service-files.ts';

const library = [
  { name: 'alley.png', keyvalues: { wharf: 'old wharfage', wharfstage: 'final' } },
  { name: 'wharfage lights.png', keyvalues: { wharfstage: 'draft' } },
  { name: 'wharfage.tif', keyvalues: { wharfstage: 'final' } },
  { name: '12:30 sketch.png', keyvalues: {} },
] as const;

test('a search reads words, pairs and exclusions, and puts names first', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, library);
  const { files, page } = await openOn(practice);
  const names = (): Promise<readonly string[]> =>
    files.rows
      .getByRole('gridcell')
      .and(page.locator('.name'))
      .evaluateAll((cells: HTMLElement[]) => cells.map((one) => one.title));

  await files.search.fill('wharfage');
  await expect(files.found).toHaveText(/^3 files of \d+ · 2 by name first, then 1 by other text$/);
  await expect.poll(async () => (await names()).at(-1)).toBe('alley.png');
  await expect(files.list.getByRole('heading', { level: 1 })).toHaveText('“wharfage”');
  await expect(files.list.getByRole('columnheader', { name: 'Name, or why it is here' })).toBeVisible();
  await expect(files.list.getByText('Also understood:')).toContainText('-draft');

  await files.search.fill('wharfage -wharfstage:draft');
  await expect.poll(names).toEqual(['wharfage.tif', 'alley.png']);
  await files.search.fill('Wharfstage:final -wharf:old');
  await expect.poll(names).toEqual(['wharfage.tif']);
  await expect(page).toHaveURL(/Wharfstage/);
  await page.reload();
  await expect.poll(names).toEqual(['wharfage.tif']);

  await files.search.fill('12:30');
  await expect(files.list.getByRole('heading', { name: 'No file matches “12:30”' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await files.list.getByRole('button', { name: 'Look for “12:30” exactly as written' }).click();
  await expect.poll(names).toEqual(['12:30 sketch.png']);
  await expect(files.grid).toBeFocused();
});

const topOf = (page: Page): Promise<number> =>
  page.locator('#row-2').evaluate((row) => Math.round(row.getBoundingClientRect().top));

test('a selection moves no row, at any width, and its bar stays in one line', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, library);
  const { files, page } = await openOn(practice);
  await files.addFilter('Network', 'public');
  // A selection belongs to the list that it was made in.
  await expect(files.found).toContainText('24 files of 40');
  for (const width of [1280, 1024, 400, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await files.row('alley.png').click();
    const before = await topOf(page);
    await page.keyboard.press('x');
    const bar = page.getByRole('group', { name: 'Selected files' });
    await expect(bar.getByRole('button', { name: 'Edit metadata…' })).toBeVisible();
    await expect(files.found).toContainText(/1 of \d+ selected/);
    expect(await topOf(page), `${width} px`).toBe(before);
    const box = (await bar.boundingBox())!;
    expect([box.height < 40, box.x + box.width <= width], `${width} px`).toEqual([true, true]);
    await expect(files.chips).toHaveCount(1);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await expect(bar).toBeHidden();
    await expect(files.grid).toBeFocused();
  }
});

test('at four times the size a row is in sight', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, library);
  const { files, page } = await openOn(practice);
  await page.setViewportSize({ width: 320, height: 256 });
  await expect(files.rows.first()).toBeInViewport({ ratio: 1 });
});

test('the newest file comes first, and the order of a column stands in the address', async ({ openOn, service }) => {
  const practice = await service();
  await namedFiles(practice, library);
  const { files, page } = await openOn(practice);
  const state = files.grid.getByRole('columnheader', { name: 'State / added' });
  await expect(state).toHaveAttribute('aria-sort', 'descending');
  await files.sortBy('Size');
  await expect(page).toHaveURL(/sort=size/);
  await page.goBack();
  await expect(state).toHaveAttribute('aria-sort', 'descending');
});
